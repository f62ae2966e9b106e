import { z } from 'zod'
import { parseOutside } from '../../src-shared/base/excess.ts'
import { failure } from '../../src-shared/base/failure.ts'
import { commandResult } from '../../src-shared/comparison/comparison.ts'

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

/**
 * What a machine reports of a job, once. The figures of the run are not in it: they are in the run's own log, which
 * home reads from the bundle.
 */
export const jobResult = z.object({
  version: z.literal(1),
  experiment: z.string().max(64),
  trial: z.number().int().min(0),
  round: z.number().int().min(0),
  /** `contentOf` the job that was done. */
  content: sha256,
  machine: z.string().max(100),
  /** How the lane ended. `failed`: it could not be run, and `failure` says why. */
  state: z.enum(['done', 'failed', 'stopped']),
  failure: failure.nullable(),
  check: commandResult.nullable(),
  /** SHA-256 of the output of the check, stored beside the bundle. */
  output: sha256.nullable(),
  /** SHA-256 of the bundle with the run; null if no run was begun. */
  bundle: sha256.nullable(),
})
export type JobResult = z.infer<typeof jobResult>

/** What stands in the place of a result and is none. `why`: in a few words, after “The machine reported …”. */
export interface UnreadableResult {
  readonly why: string
  readonly machine: string | null
}

const named = z.object({ version: z.unknown(), machine: z.string().max(100).optional().catch(undefined) })

/** A stored message is the one result of its trial, whatever is in it: nothing else will come. */
export function readJobResult(bytes: Uint8Array): JobResult | UnreadableResult {
  let value: unknown
  try {
    value = parseOutside(Buffer.from(bytes).toString())
  } catch {
    return { why: 'something that can’t be read', machine: null }
  }
  const result = jobResult.safeParse(value)
  if (result.success) return result.data
  const { version, machine = null } = named.safeParse(value).data ?? { version: null }
  const isNewer = typeof version === 'number' && version > 1
  return {
    why: isNewer ? 'a result of a newer version of Stratagem' : 'something that is not a result',
    machine,
  }
}
