import { z } from 'zod'
import { besideChange } from './beside.ts'
import { type Changes, snapshotId } from './changes.ts'

/**
 * The files follow the conversation: a message that is asked again starts from the files as they were before it. No run
 * begins on files that its own history doesn't explain, unless the user says so.
 */

/** What becomes of a workspace's files before a message is answered there. */
export const startFiles = z.discriminatedUnion('kind', [
  /** `expect`: the current files as they were compared; if they changed since, nothing is touched and nothing runs. */
  z.object({ kind: z.literal('restore'), snapshot: snapshotId, expect: snapshotId }),
  /** The user chose the current files, which differ in this number. */
  z.object({ kind: z.literal('keep'), differ: z.number().int().min(0) }),
])
export type StartFiles = z.infer<typeof startFiles>

/** What became of them, as the run records it. */
export const startedFiles = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('restored'),
    /** Restoring this snapshot undoes it. */
    undo: z.string(),
    files: z.number(),
    /** Files that could not be restored, with the reason as a sentence. */
    kept: z.array(z.object({ path: z.string(), why: z.string() })).readonly(),
    /** What runs did since to files that no snapshot holds: they are as they were left. */
    beside: z.array(besideChange).readonly().optional(),
  }),
  z.object({ kind: z.literal('kept'), differ: z.number() }),
])
export type StartedFiles = z.infer<typeof startedFiles>

/** How an earlier state of the files differs from the current one. */
interface Compared {
  /** Null if it was not recorded. */
  readonly snapshot: string | null
  readonly now: string
  readonly changes: Changes
  /** The paths that somebody else changed since. */
  readonly foreign: readonly string[]
  /** Whether the user has restored or merged files there since, after all runs. */
  readonly chosen: boolean
}

/** What has to be done so that a message starts from an earlier state of the files. */
export type FilesChoice =
  /** The files are those, or were left by people: nothing has to be done. */
  | { readonly kind: 'as-they-are' }
  | { readonly kind: 'restore'; readonly start: Extract<StartFiles, { kind: 'restore' }>; readonly files: number }
  /** Somebody else changed some of them since: only the user can say what becomes of that. */
  | { readonly kind: 'ask'; readonly start: Extract<StartFiles, { kind: 'restore' }>; readonly files: number }
  /** Nobody recorded them. */
  | { readonly kind: 'not-known' }

/** For a message that is asked again: the files from before it. */
export function filesToAskAgain(compared: Compared): FilesChoice {
  const { snapshot, now, changes, foreign } = compared
  const files = changes.files.length
  if (snapshot === null) return { kind: 'not-known' }
  if (files === 0) return { kind: 'as-they-are' }
  return { kind: foreign.length === 0 ? 'restore' : 'ask', start: { kind: 'restore', snapshot, expect: now }, files }
}

/**
 * For a message that continues after a run: the files as the run left them, if another branch has worked on them since.
 * What people changed meanwhile, or restored, is what they want to continue with.
 */
export function filesToContinue(compared: Compared): FilesChoice {
  const { changes, foreign, chosen } = compared
  const others = new Set(foreign)
  const isByPeople = chosen || changes.files.every(({ path }) => others.has(path))
  const choice = filesToAskAgain(compared)
  return choice.kind === 'not-known' || isByPeople ? { kind: 'as-they-are' } : choice
}
