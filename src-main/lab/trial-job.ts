import { hash } from 'node:crypto'
import { z } from 'zod'
import { parseOutside } from '../../src-shared/base/excess.ts'
import { sharedSetUp } from '../../src-shared/comparison/comparison.ts'
import { batchTask } from '../../src-shared/comparison/comparison-batch.ts'
import { laneLabel } from '../../src-shared/comparison/lane-label.ts'
import { reasoningEfforts } from '../../src-shared/model/reasoning-efforts.ts'
import { strategyChoice } from '../../src-shared/strategy/strategy-info.ts'
import { budget } from '../../src-shared/strategy/task.ts'
import { snapshotId } from '../../src-shared/workspace/changes.ts'
import { isSignedBy, type LabKey } from './lab-key.ts'
import { partsOfSubject } from './lab-names.ts'

/**
 * A trial as a job for another machine. It names all that the machine may run for it, and is signed by who wants it.
 *
 * 1. It holds no key and no address of a model: only the names of model profiles, which each machine has its own of.
 * 2. It has no time in it: the same trial is the same job, also after the experiment was continued.
 * 3. Its signature is for one experiment, trial and round, and ends: an old one can't be used for other work, or again
 *    much later.
 */
const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

/** Part of a subject: no dots, no wildcards. */
const token = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/)

const jobModel = z.object({
  /** Name of the profile, on every machine. */
  profile: z.string().min(1).max(200),
  /** That the profile must have. */
  model: z.string().max(300),
  temperature: z.number().min(0).max(2).nullable(),
  reasoningEffort: z.enum(reasoningEfforts).nullable(),
})
export type JobModel = z.infer<typeof jobModel>

/** Requests, and tokens of input and output together. */
const jobLimits = z.object({
  requestsPerMinute: z.number().int().positive().optional(),
  tokensPerMinute: z.number().int().positive().optional(),
})

const jobLane = z.object({
  label: laneLabel,
  name: z.string().max(80),
  choice: strategyChoice,
  budget,
  /** By role. */
  models: z.record(z.string().max(64), jobModel),
})

/** A strategy that the choice names. `source`: SHA-256 of its text; null: the app's own. */
const jobStrategy = z.object({ name: z.string().max(60), version: z.number(), source: sha256.nullable() })

/** More would make each job large. */
export const maxHidden = 50

export const trialJob = z.object({
  version: z.literal(1),
  /** Of the app that made it. */
  app: z.string().max(100),
  experiment: token,
  trial: z.number().int().min(0),
  /** From 0; higher if it is tried again since it did not count. */
  round: z.number().int().min(0).max(1000),
  project: z.object({ id: token, name: z.string().min(1).max(255) }),
  task: batchTask.extend({ from: snapshotId }).omit({ solution: true, needs: true, turnId: true, source: true }),
  lane: jobLane,
  setUp: sharedSetUp,
  strategies: z.array(jobStrategy).max(50),
  /** Packs that hold all files of the task, in the order in which they are unpacked. */
  files: z.array(sha256).max(200),
  /** Texts that the message refers to, such as images. */
  bodies: z.array(sha256).max(100),
  /** That home has for the models, by the name of the profile: for all machines together. */
  limits: z.record(z.string().max(200), jobLimits).optional(),
  /** Files and folders of home, absolute, that no agent may see: a machine may be that computer, or share its disks. */
  hides: z.array(z.string().min(1).max(4096)).max(maxHidden).optional(),
})
export type TrialJob = z.infer<typeof trialJob>

/** The trial's name in its experiment, as part of a subject. */
export const jobName = ({ trial, round }: Pick<TrialJob, 'trial' | 'round'>): string => `${trial}-${round}`

/** Hex SHA-256 of what is to be done, however its files are packed, how fast it may be done and what is hidden. */
export const contentOf = ({ files: _, limits: __, hides: ___, ...content }: TrialJob): string =>
  hash('sha256', JSON.stringify(content))

/** ms for which a signature is valid. A job that waits for longer is signed anew by home. */
export const signedFor = 7 * 86_400_000
/** ms by which clocks may differ. */
const clocksDiffer = 3_600_000

const envelope = z.object({
  /** Public key of who signed it. */
  signer: z.string().max(100),
  /** Base 64, of `signedBytes`. */
  signature: z.string().max(200),
  /** ms since 1970. */
  expires: z.number().int(),
  /** JSON of the job, exactly as it was signed. */
  job: z.string(),
})

/** What it is said with: a signature of anything else that this key signs, such as a server’s challenge, is no job. */
const signedBytes = (expires: number, text: string) => Buffer.from(`stratagem job ${expires}\n${text}`)

/** @param now ms since 1970 */
export function sealJob(job: TrialJob, key: LabKey, now: number): Uint8Array {
  const text = JSON.stringify(job)
  const expires = now + signedFor
  const signature = Buffer.from(key.sign(signedBytes(expires, text))).toString('base64')
  return Buffer.from(
    JSON.stringify({ signer: key.id, signature, expires, job: text } satisfies z.infer<typeof envelope>),
  )
}

/** When it may no longer be done, ms since 1970, by its own word; 0 if it is no job. */
export function expiryOf(bytes: Uint8Array): number {
  const read = envelope.safeParse(parsed(Buffer.from(bytes).toString()))
  return read.success ? read.data.expires : 0
}

export type OpenedJob =
  | { readonly ok: true; readonly job: TrialJob; readonly signer: string }
  /** `why`: a sentence. */
  | { readonly ok: false; readonly why: string }

/**
 * Trusts nothing of a message but what a known key has signed.
 * @param subject that it came by: a job can’t be moved to another place
 * @param known public keys whose jobs may run here
 * @param now ms since 1970
 */
export function openJob(bytes: Uint8Array, subject: string, known: ReadonlySet<string>, now: number): OpenedJob {
  const read = envelope.safeParse(parsed(Buffer.from(bytes).toString()))
  if (!read.success) return { ok: false, why: 'It is not a signed job, or another version of Stratagem made it.' }
  const { signer, signature, expires, job: text } = read.data
  if (!known.has(signer))
    return { ok: false, why: `It is signed with a key that this machine does not accept: ${signer}.` }
  if (!isSignedBy(signer, signedBytes(expires, text), Buffer.from(signature, 'base64')))
    return { ok: false, why: 'Its signature is not valid.' }
  if (expires < now) return { ok: false, why: 'Its signature has expired, or the clock of this machine is wrong.' }
  if (expires > now + signedFor + clocksDiffer)
    return { ok: false, why: 'It was signed in the future, or the clock of this machine is wrong.' }
  const job = trialJob.safeParse(parsed(text))
  if (!job.success) return { ok: false, why: 'Another version of Stratagem made it.' }
  if (!isAt(subject, job.data)) return { ok: false, why: 'It was signed for another trial.' }
  return { ok: true, job: job.data, signer }
}

const isAt = (subject: string, job: TrialJob): boolean => {
  const { experiment, name } = partsOfSubject(subject)
  return experiment === job.experiment && name === jobName(job)
}

function parsed(text: string): unknown {
  try {
    return parseOutside(text)
  } catch {
    return null
  }
}
