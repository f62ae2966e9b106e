import { z } from 'zod'
import { jsonObject } from '../base/json.ts'
import { callRestrictions } from '../model/call-restrictions.ts'

/** A helper that a file of the user's or the project's describes: the model may hand it work with `delegate`. */
export const subAgent = z.object({
  name: z.string(),
  /** What it is for, for the model that delegates. */
  description: z.string(),
  /** Follows the system message of its run. */
  instructions: z.string(),
  /** The names of its tools; null: those of the agent that calls it. */
  tools: z.array(z.string()).readonly().nullable(),
  /** What its calls are held to; left out: only to its tools. */
  restrictions: callRestrictions.optional(),
  /** The most rounds of model call and tool calls that each loop of its run makes; left out: as its strategy says. */
  rounds: z.number().int().min(1).optional(),
  /** The role whose model does its work in place of `engineer`; null: as in the run that calls it. */
  role: z.string().nullable(),
  /** Null: that of every helper. */
  strategy: z.object({ name: z.string(), options: jsonObject }).nullable(),
  /** Where it is described. */
  file: z.string(),
  from: z.enum(['user', 'project']),
})
export type SubAgent = z.infer<typeof subAgent>
