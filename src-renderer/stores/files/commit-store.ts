import { toast } from 'sonner'
import { z } from 'zod'
import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import type { GitState } from '../../../src-shared/workspace/git-state.ts'
import { ask } from '../../host/host.ts'
import { toastOnFailure } from '../report.ts'
import { filesChanged } from '../server-cache/files.ts'
import type { FilesIn } from './known-files.ts'

/** The commit message as written so far. */
interface CommitDraft {
  readonly message: string
  /** The model that proposed it; null if the user wrote it. */
  readonly by: string | null
  /** A proposed name for a new branch. */
  readonly branch: string
  /** The message of the newest commit if it is amended; null for a new commit. */
  readonly amends: string | null
}
const emptyDraft: CommitDraft = { message: '', by: null, branch: '', amends: null }

const storedDraft = z.object({
  message: z.string(),
  by: z.string().nullable(),
  branch: z.string(),
  amends: z.string().nullable().default(null),
})
const keptShape = z
  .object({
    drafts: z.record(z.string(), storedDraft),
  })
  .catch({ drafts: {} })

interface Commits {
  /** By workspace; persisted across restarts. */
  readonly drafts: { readonly [place: string]: CommitDraft }
  /** The operation in progress, so that it is not started twice. */
  readonly busy: 'stage' | 'propose' | 'commit' | null
}

export const useCommits = create<Commits>()(
  persist((): Commits => ({ drafts: {}, busy: null }), {
    name: 'stratagem-commit-drafts',
    storage: createJSONStorage(() => localStorage),
    partialize: ({ drafts }) => ({ drafts }),
    merge: (stored, now) => ({ ...now, ...keptShape.parse(stored) }),
  }),
)
const { setState } = useCommits

const keyOf = ({ projectId, workspaceId }: FilesIn): string => workspaceId ?? projectId

export const useCommitDraft = (at: FilesIn): CommitDraft => useCommits(({ drafts }) => drafts[keyOf(at)] ?? emptyDraft)

export function writeCommit(at: FilesIn, change: Partial<CommitDraft>): void {
  const key = keyOf(at)
  setState(({ drafts }) => ({ drafts: { ...drafts, [key]: { ...emptyDraft, ...drafts[key], ...change } } }))
}

async function doing(what: Commits['busy'], work: () => Promise<void>): Promise<boolean> {
  if (useCommits.getState().busy !== null) return false
  setState({ busy: what })
  try {
    return await toastOnFailure(work())
  } finally {
    setState({ busy: null })
    // The git status of the files has changed.
    filesChanged()
  }
}

export async function stage(at: FilesIn, paths: readonly string[], staged: boolean): Promise<void> {
  await doing('stage', async () => void (await ask('git-stage', { ...at, paths: [...paths], staged })))
}

/** Stages one hunk of a file, or takes it out of what is staged. */
export async function stageHunk(at: FilesIn, path: string, hunk: string, staged: boolean): Promise<void> {
  await doing('stage', async () => void (await ask('git-stage-hunk', { ...at, path, hunk, staged })))
}

/** Makes the draft amend the newest commit, with its message if none is written; or a new commit again. */
export async function amendNewest(at: FilesIn, amend: boolean): Promise<void> {
  const draft = useCommits.getState().drafts[keyOf(at)] ?? emptyDraft
  if (!amend) return writeCommit(at, { amends: null, message: draft.message === draft.amends ? '' : draft.message })
  await toastOnFailure(
    ask('git-newest', at).then((newest) => {
      if (newest === null) toast('There is no commit yet that could be amended.')
      else if (newest.pushed) toast('The last commit was pushed, so it can’t be amended. Make a new commit instead.')
      else
        writeCommit(at, {
          amends: newest.message,
          message: draft.message.trim() === '' ? newest.message : draft.message,
        })
    }),
  )
}

/** Replaces the message with the model's proposal; a message that the user wrote can be restored. */
export async function proposeMessage(at: FilesIn): Promise<void> {
  await doing('propose', async () => {
    const { message, branch, by } = await ask('commit-propose', at)
    const before = useCommits.getState().drafts[keyOf(at)] ?? emptyDraft
    writeCommit(at, { message, branch, by })
    if (before.message.trim() !== '' && before.by === null)
      toast('Your message was replaced', { action: { label: 'Undo', onClick: () => writeCommit(at, before) } })
  })
}

/** Commits what is staged, or amends the newest commit with it, and offers to undo that. */
export async function commitNow(at: FilesIn, { message, amends }: CommitDraft): Promise<void> {
  await doing('commit', async () => {
    const amend = amends !== null
    const { commit, branch, subject, replaced, undoable } = await ask('git-commit', { ...at, message, amend })
    const before = useCommits.getState().drafts[keyOf(at)] ?? emptyDraft
    writeCommit(at, emptyDraft)
    const undo = () =>
      void doing('commit', async () => {
        await ask('git-uncommit', { ...at, commit, replaced })
        writeCommit(at, before)
      })
    toast(amend ? `Amended the last commit on ${branch}` : `Committed to ${branch}`, {
      description: subject,
      duration: 15_000,
      ...(undoable ? { action: { label: 'Undo', onClick: undo } } : {}),
    })
  })
}

/** @returns whether the commit was created */
export async function makeBranch(at: FilesIn, name: string): Promise<boolean> {
  return doing('commit', async () => {
    await ask('git-branch', { ...at, name })
    toast(`On the new branch ${name}`)
  })
}

export type Repository = Extract<GitState, { kind: 'repository' }>
