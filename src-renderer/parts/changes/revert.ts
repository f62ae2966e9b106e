import { toast } from 'sonner'
import type { Run } from '../../../src-shared/run/conversation.ts'
import type { MergeChoice, MergePlan } from '../../../src-shared/workspace/merge.ts'
import { ask } from '../../host/host.ts'
import { toastOnFailure } from '../../stores/report.ts'
import { changeFiles } from '../../stores/server-cache/files.ts'
import { workspaceOfRun } from '../../stores/session/workspaces.ts'

/** What to revert of a run: all of a file, or one of its hunks by its index from 0. */
export interface Reverted {
  readonly path: string
  readonly hunk: number | null
}

/** Whether a run has the snapshots needed to revert its changes. */
export const canRevert = ({ before, after, status }: Run): boolean =>
  before !== null && after !== null && status !== 'running' && status !== 'waiting'

/**
 * Reverts a run's changes to a file, or one hunk of them: merges the difference from the files after the run to those
 * before it into the current files. Later edits are kept, and it can be undone.
 */
export async function revert(run: Run, wanted: Reverted): Promise<void> {
  await toastOnFailure(reverting(run, wanted))
}

async function reverting({ projectId, before, after, ...run }: Run, wanted: Reverted): Promise<void> {
  if (before === null || after === null) return
  const { workspaceId: into } = workspaceOfRun({ projectId, before, after, ...run })
  const plan = await ask('files-merge-plan', { projectId, base: after, theirs: before, into })
  const choice = revertChoice(plan, wanted)
  if ('refused' in choice) {
    toast(choice.refused)
    return
  }
  const request = { projectId, base: after, theirs: before, ours: plan.ours, into, choices: [choice] }
  await changeFiles({ projectId, workspaceId: into }, ask('files-merge', request), 'Reverted')
}

const changedSince = 'These lines have changed since, so nothing was reverted. Edit the file by hand.'
const isReverted = 'Nothing to revert: the files are already in their earlier state.'

/** @param plan restores the files from before the run */
export function revertChoice(
  { files }: MergePlan,
  { path, hunk }: Reverted,
): MergeChoice | { readonly refused: string } {
  const file = files.find((each) => each.path === path)
  if (file === undefined || file.state === 'conflict') return { refused: changedSince }
  if (hunk === null && file.state === 'whole') return { path, take: 'theirs' }
  const wanted = hunk === null ? file.hunks : file.hunks.filter(({ index }) => index === hunk)
  const clean = wanted.filter(({ state }) => state === 'clean').map(({ index }) => index)
  if (clean.length > 0) return { path, take: clean }
  return { refused: wanted.length > 0 && wanted.every(({ state }) => state === 'there') ? isReverted : changedSince }
}
