import { z } from 'zod'
import type { Turn } from '../run/conversation.ts'
import { id, nowhere, read, readOnce, result, write } from './request-shape.ts'

/** Reading one turn, and actions on branches: a mark is set on a turn, and applies to the branches through it. */
export const turnRequests = {
  /** With its runs; null if it does not exist or is deleted. */
  'turn-read': read(z.object({ turnId: id }), result<Turn | null>()),
  /** Only the given fields change; null as name removes it. */
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
  /** With all following turns; can be undone. */
  'turn-delete': write(z.object({ turnId: id }), result<null>(), nowhere),
  'turn-undelete': write(z.object({ turnId: id }), result<null>(), nowhere),
  /** A summary of the branch that ends with this turn, as a message for another one. No model is called. */
  'branch-summary': readOnce(z.object({ turnId: id }), result<{ readonly text: string }>()),
}
