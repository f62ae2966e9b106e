import { toast } from 'sonner'
import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import type { Params } from '../../../src-shared/api/host-api.ts'
import { formatFiles } from '../../../src-shared/base/format.ts'
import type { FilesChanged } from '../../../src-shared/workspace/merge.ts'
import { ask } from '../../host/host.ts'
import { toastOnFailure } from '../report.ts'

/** Incremented when the user changes files, so that views reload them. */
export const useFilesVersion = create<{ readonly version: number }>(() => ({ version: 0 }))

export function filesChanged(): void {
  useFilesVersion.setState(({ version }) => ({ version: version + 1 }))
}

/** By turn: the states of the current and the unrestored files, if the user chose to keep the current ones. */
interface Kept {
  readonly kept: { readonly [turnId: string]: string }
}
export const useKeptFiles = create<Kept>()(
  persist((): Kept => ({ kept: {} }), {
    name: 'stratagem-kept-files',
    storage: createJSONStorage(() => localStorage),
  }),
)
/** Only the newest choices are stored. */
const most = 200

export function keepFiles(turnId: string, states: string): void {
  const { [turnId]: _, ...others } = useKeptFiles.getState().kept
  const newest = Object.fromEntries(Object.entries(others).slice(-(most - 1)))
  useKeptFiles.setState({ kept: { ...newest, [turnId]: states } })
}

/** Restores a state of the files, and offers to undo it. Returns whether it succeeded. */
export async function restoreFiles(request: Params<'files-restore'>): Promise<boolean> {
  return await toastOnFailure(changeFiles(request, ask('files-restore', request), 'Restored'))
}

/** Merges selected changes, and offers to undo it. @throws FailureError if the host refuses */
export async function mergeFiles(request: Params<'files-merge'>): Promise<FilesChanged> {
  const { projectId, into } = request
  return await changeFiles({ projectId, workspaceId: into }, ask('files-merge', request), 'Merged')
}

type Place = Pick<Params<'files-restore'>, 'projectId' | 'workspaceId'>

/**
 * Reports what was done to files in a toast with Undo.
 * @param undo by default restores all files as they were before
 * @throws FailureError if the host refuses
 */
export async function changeFiles(
  workspace: Place,
  work: Promise<FilesChanged>,
  word: string,
  undo?: () => Promise<unknown>,
): Promise<FilesChanged> {
  try {
    const changed = await work
    tell(changed, word, undo ?? (() => bringBack(workspace, changed.undo)))
    return changed
  } finally {
    // Also if the host refused: the files differ from what was shown.
    filesChanged()
  }
}

const bringBack = (workspace: Place, snapshot: string) =>
  changeFiles(workspace, ask('files-restore', { ...workspace, snapshot, expect: null }), 'Restored')

let latestToast: string | number | null = null

/** Dismisses the last toast about files, which belongs to the place that is left. */
export function dismissFilesToast(): void {
  if (latestToast !== null) toast.dismiss(latestToast)
  latestToast = null
}

function tell(changed: FilesChanged, word: string, undo: () => Promise<unknown>): void {
  const count = changed.written.length + changed.removed.length
  latestToast = toast(count === 0 ? 'No files changed' : `${word} ${formatFiles(count)}`, {
    description: keptText(changed.kept) ?? changed.nothing,
    duration: 15_000,
    ...(count === 0 ? {} : { action: { label: 'Undo', onClick: () => void toastOnFailure(undo()) } }),
  })
}

function keptText(skipped: FilesChanged['kept']): string | undefined {
  if (skipped.length === 0) return undefined
  const [first] = skipped
  const more = skipped.length > 1 ? ` and ${skipped.length - 1} more` : ''
  return `Not changed: ${first?.path}${more} (${first?.why})`
}
