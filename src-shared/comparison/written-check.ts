import { z } from 'zod'
import { type Check, check } from './comparison.ts'

/** A check as files of tasks write it: a command, or a command with its score. */
export const writtenCheck = z.union(
  [
    z.string().trim().min(1),
    z.strictObject({
      command: z.string().trim().min(1),
      score: z.string().min(1).optional(),
      better: z.enum(['higher', 'lower']).optional(),
      timeLimitSeconds: z.number().int().min(1).max(3600).optional(),
    }),
  ],
  'must be a command, or {"command", "score": PATTERN, "better": "higher" or "lower", "timeLimitSeconds": 1 to 3600}',
)

/** Null if none is written. */
export function checkWritten(written: z.infer<typeof writtenCheck> | undefined): Check | null {
  if (written === undefined) return null
  if (typeof written === 'string') return check.parse({ command: written })
  const { command, score: scorePattern, better, timeLimitSeconds } = written
  const timeLimitMs = timeLimitSeconds === undefined ? undefined : timeLimitSeconds * 1000
  return check.parse({ command, scorePattern, better, timeLimitMs })
}
