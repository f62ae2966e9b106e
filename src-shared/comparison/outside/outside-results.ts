import { z } from 'zod'

/** `trials`: our own export, as CSV or JSON Lines. `inspect`: a log of Inspect. `harbor`: results of a job of Harbor. */
const outsideFormats = ['trials', 'inspect', 'harbor', 'swe-bench', 'terminal-bench'] as const
export type OutsideFormat = (typeof outsideFormats)[number]

/** A trial that was run elsewhere, on a task that is kept here. */
const outsideTrial = z.object({
  /** The task that is kept here. */
  taskId: z.string(),
  /** The version of the task there, if the file has it: only then is it known to be the same. */
  version: z.string().nullable(),
  /** From 0. */
  repeat: z.number().int().min(0),
  success: z.boolean(),
  /** ms; null if it is not known. */
  workMs: z.number().nullable(),
  /** US dollars; null if it is not known. */
  cost: z.number().nullable(),
})
export type OutsideTrial = z.infer<typeof outsideTrial>

/** Who did them: what the file calls it. */
const outsideEntry = z.object({
  title: z.string().max(500),
  options: z.string().max(20_000),
  models: z.array(z.object({ role: z.string(), model: z.string() })),
  trials: z.array(outsideTrial),
})
export type OutsideEntry = z.infer<typeof outsideEntry>

/** The results of one imported file. */
export const outsideResults = z.object({
  id: z.string(),
  projectId: z.string(),
  /** The task set that they were matched to. */
  set: z.string(),
  /** What the source is called. */
  source: z.string().min(1).max(200),
  format: z.enum(outsideFormats),
  /** ms since 1970. */
  importedAt: z.number(),
  entries: z.array(outsideEntry),
})
export type OutsideResults = z.infer<typeof outsideResults>
