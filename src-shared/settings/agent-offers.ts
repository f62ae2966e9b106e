import { z } from 'zod'

/** What another agent lets one choose for a session: its models, its modes, … */
export const agentChoice = z.object({
  /** `mode`, `model`, `thought_level`, or a category of the agent's own. */
  category: z.string(),
  name: z.string(),
  current: z.string(),
  values: z.array(z.object({ id: z.string(), name: z.string() })).readonly(),
})

/**
 * A way to sign in to an agent. Source: the protocol's `authMethods`, version 1, and what agents send besides.
 *
 * - `agent`: it does it by itself, often in a browser, when it is asked to.
 * - `terminal`: the user runs a command in a terminal.
 * - `keys`: it takes keys from variables of its environment.
 */
export const signInMethod = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  how: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('agent') }),
    z.object({
      kind: z.literal('terminal'),
      /** Null: the agent's own, with its own arguments before these. */
      command: z.string().nullable(),
      args: z.array(z.string()).readonly(),
      env: z.record(z.string(), z.string()),
    }),
    z.object({ kind: z.literal('keys'), variables: z.array(z.string()).readonly() }),
  ]),
})
export type SignInMethod = z.infer<typeof signInMethod>

/** What an agent said of itself when it was last started. */
export const agentOffers = z.object({
  name: z.string(),
  version: z.string(),
  /** What it can do, in words. */
  abilities: z.array(z.string()).readonly(),
  signIns: z.array(signInMethod).readonly(),
  choices: z.array(agentChoice).readonly(),
})
export type AgentOffers = z.infer<typeof agentOffers>
