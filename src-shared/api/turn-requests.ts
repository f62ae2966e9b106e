import { z } from 'zod'
import type { Turn } from '../run/conversation.ts'
import { id, nowhere, read, readOnce, result, write } from './request-shape.ts'

/** One turn by itself, and what people do with branches: a mark stands on a turn, and holds for the branches that go through it. */
export const turnRequests = {
  /** With its runs; null if it is not there, or deleted. */
  'turn-read': read(z.object({ turnId: id }), result<Turn | null>()),
  /** Only what is given changes; a name of null takes it away. */
  'turn-mark': write(
    z.object({
      turnId: id,
      name: z.string().min(1).max(200).nullable().optional(),
      starred: z.boolean().optional(),
      archived: z.boolean().optional(),
    }),
    result<null>(),
    nowhere,
  ),
  /** With everything that answers it; can be taken back. */
  'turn-delete': write(z.object({ turnId: id }), result<null>(), nowhere),
  'turn-undelete': write(z.object({ turnId: id }), result<null>(), nowhere),
  /** What came of the branch that ends with this turn, as a message for another one. No model is asked. */
  'branch-summary': readOnce(z.object({ turnId: id }), result<{ readonly text: string }>()),
}
