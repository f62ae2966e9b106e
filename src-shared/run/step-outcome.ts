import { z } from 'zod'
import { failure } from '../base/failure.ts'

/** How a step ended: the answer the strategy got, or the failure that was thrown into it. */
export const stepOutcome = <T extends z.ZodType>(value: T) =>
  z.discriminatedUnion('ok', [z.object({ ok: z.literal(true), value }), z.object({ ok: z.literal(false), failure })])
