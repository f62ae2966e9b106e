import { z } from 'zod'

/** What the calls of a helper are held to, beyond the tools that it is given and what the user's rules say. */
export const callRestrictions = z.object({
  /** The only commands that it may run, as patterns of rules that allow; null: it says nothing of commands. */
  commands: z.array(z.string()).readonly().nullable(),
  /** Rules that hold for it alone. */
  rules: z.array(z.object({ tool: z.string(), pattern: z.string(), decision: z.enum(['ask', 'deny']) })).readonly(),
})
export type CallRestrictions = z.infer<typeof callRestrictions>
