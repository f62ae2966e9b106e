import type { Run } from '../../../src-shared/run/conversation.ts'
import { changesBetween } from '../branches/run-changes.ts'
import type { HostContext } from '../host-context.ts'
import type { CollectedRun } from './collected-run.ts'
import { eventOfText } from './event-of-text.ts'

/** Of more states of the files in one run only the last is taken along. */
const maxStates = 100

/**
 * What a run changed in the files, as patches from the state before it to each later one that its log names, so that the
 * changes can be looked at and played back where the project is not. What can't be had is left out.
 */
export async function keptFiles(
  parts: HostContext,
  run: Run,
  texts: readonly string[],
): Promise<CollectedRun['files']> {
  const snapshots = texts.flatMap((text) => snapshotIn(text) ?? [])
  const [before] = snapshots
  const last = snapshots.at(-1)
  const project = parts.store.projects.get(run.projectId)
  if (before === undefined || last === undefined || project === undefined) return []
  // The state at the end comes last, also where it was there before.
  const between = [...new Set(snapshots)].filter((state) => state !== before && state !== last)
  const after = [...between.slice(-maxStates), last]
  const kept: { before: string; after: string; changes: CollectedRun['files'][number]['changes'] }[] = []
  for (const state of after) {
    const changes = await changesBetween(parts, project.id, before, state).catch(() => null)
    if (changes !== null) kept.push({ before, after: state, changes })
  }
  return kept
}

function snapshotIn(text: string): string | null {
  const event = eventOfText(text)
  return event.type === 'files' || event.type === 'files-step' ? event.snapshot : null
}
