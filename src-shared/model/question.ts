import { z } from 'zod'

/** A question to the user, of a strategy or of the `ask_user` tool. */
export const question = z.object({
  question: z.string(),
  /** Suggested answers, the safest first: it is used if no user can be asked. */
  options: z.array(z.string()).readonly(),
  freeText: z.boolean(),
})
export type Question = z.infer<typeof question>
