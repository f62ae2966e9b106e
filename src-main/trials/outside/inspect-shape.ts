import { z } from 'zod'

const scored = z.object({ value: z.unknown() })
/** Logs of version 1 have one score. */
const withScores = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'score' in value && !('scores' in value)
    ? { ...value, scores: { score: value.score } }
    : value

/** What is read of a sample, or of its summary. */
export const inspectSample = z.preprocess(
  withScores,
  z.object({
    id: z.union([z.string(), z.number()]),
    epoch: z.number().int().min(1).default(1),
    scores: z.record(z.string(), scored).nullable().default(null),
    error: z.unknown().optional(),
    invalidation: z.unknown().optional(),
    metadata: z
      .object({ task_version: z.string().optional().catch(undefined), task_id: z.string().optional().catch(undefined) })
      .nullable()
      .optional()
      .catch(undefined),
    model_usage: z
      .record(z.string(), z.object({ total_cost: z.number().nullable().optional().catch(null) }))
      .optional()
      .catch(undefined),
    working_time: z.number().nullable().optional().catch(null),
    total_time: z.number().nullable().optional().catch(null),
  }),
)
export type InspectSample = z.infer<typeof inspectSample>

/** A log; its samples are read one by one. */
export const inspectLog = z.object({
  /** Left out in the oldest ones; what is read here is the same in all of 1 to 3. */
  version: z.number().int().min(1).default(2),
  eval: z.object({
    task: z.string(),
    model: z.string(),
    solver: z.string().nullable().optional(),
    packages: z.record(z.string(), z.unknown()).optional().catch(undefined),
  }),
  plan: z
    .object({ name: z.string(), steps: z.array(z.object({ solver: z.string() })).default([]) })
    .optional()
    .catch(undefined),
  results: z
    .object({ headline: z.object({ scorer: z.string(), score: z.string() }).nullable().optional() })
    .nullable()
    .optional()
    .catch(undefined),
  /** Left out of a log whose run failed at its start, or that was written without them. */
  samples: z
    .array(z.unknown())
    .nullish()
    .transform((all) => all ?? []),
})
export type InspectLog = z.infer<typeof inspectLog>
