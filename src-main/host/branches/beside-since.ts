import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Run } from '../../../src-shared/run/conversation.ts'
import type { BesideChange } from '../../../src-shared/workspace/beside.ts'
import type { Changes } from '../../../src-shared/workspace/changes.ts'
import type { FileAct } from '../../store/file-act.ts'
import type { HostContext } from '../host-context.ts'

/**
 * What runs in a workspace did to files that no snapshot holds, since a position of a run.
 * @param when `before`: also what the run itself did
 * @param folder of the workspace
 */
export async function besideSince(
  { store }: Pick<HostContext, 'store'>,
  run: Pick<Run, 'id'>,
  workspace: string,
  when: 'before' | 'after',
  folder: string,
): Promise<readonly BesideChange[]> {
  const acts = store.fileActs.list(workspace)
  const own = acts.findIndex((act) => act.runId === run.id)
  return besideOf({ store }, own < 0 ? [] : acts.slice(when === 'before' ? own : own + 1), folder)
}

/** The same since a state of the files in which a run began. */
export async function besideSinceState(
  { store }: Pick<HostContext, 'store'>,
  workspace: string,
  snapshot: string,
  folder: string,
): Promise<readonly BesideChange[]> {
  const acts = store.fileActs.list(workspace)
  const began = acts.findLastIndex((act) => act.runId !== null && act.before === snapshot)
  return besideOf({ store }, began < 0 ? [] : acts.slice(began), folder)
}

async function besideOf(
  { store }: Pick<HostContext, 'store'>,
  since: readonly FileAct[],
  folder: string,
): Promise<readonly BesideChange[]> {
  const kinds = new Map<string, BesideChange['kind']>()
  for (const { runId } of since)
    for (const { path, kind } of (runId === null ? undefined : store.runs.get(runId)?.beside) ?? []) {
      const first = kinds.get(path)
      kinds.set(path, first === undefined || (first === 'added' && kind === 'changed') ? kind : merged(first, kind))
    }
  const known = await Promise.all([...kinds].map(([path, kind]) => asOfNow(folder, path, kind)))
  return known.flat().sort((one, other) => (one.path < other.path ? -1 : 1))
}

function merged(first: BesideChange['kind'], then: BesideChange['kind']): BesideChange['kind'] {
  if (first === 'added') return then === 'removed' ? 'removed' : 'added'
  return then === 'added' ? 'changed' : then
}

/** What was removed may be there again, and what was added may be gone. */
async function asOfNow(folder: string, path: string, kind: BesideChange['kind']): Promise<BesideChange[]> {
  const isThere = (await lstat(join(folder, path)).catch(() => null)) !== null
  if (kind === 'added') return isThere ? [{ path, kind }] : []
  return [{ path, kind: isThere ? 'changed' : 'removed' }]
}

/** For views that name what snapshots don't hold. */
export const withBeside = (changes: Changes, beside: readonly BesideChange[]): Changes =>
  beside.length === 0
    ? changes
    : { ...changes, notCovered: [...new Set([...changes.notCovered, ...beside.map(({ path }) => path)])].sort() }
