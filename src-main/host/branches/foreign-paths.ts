import type { Run } from '../../../src-shared/run/conversation.ts'
import type { FileAct } from '../../store/file-act.ts'
import type { HostContext } from '../host-context.ts'

/** Returns the paths that differ between two snapshots. */
type PathsBetween = (before: string, after: string) => Promise<readonly string[]>

/**
 * Paths in a workspace that somebody else changed since a run: a person, a program, or a run of another
 * conversation. What runs of the same conversation did, and what the user restored or merged through the app, is
 * known to that user and is not among them.
 *
 * If two runs wrote at the same time, changes of either may be counted as somebody else's: possibly a false warning,
 * but never a missing one.
 *
 * @param workspace the id of the project or of the copy
 * @param now snapshot of the current files
 */
export async function foreignPaths(
  { store }: Pick<HostContext, 'store'>,
  run: Run,
  workspace: string,
  now: string,
  between: PathsBetween,
): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  const { acts, from } = since(store.fileActs.list(workspace), run, store.workspaces.get(run.workspaceId ?? '')?.from)
  const add = async (before: string | null, after: string) => {
    if (before !== null && before !== after) for (const path of await between(before, after)) found.add(path)
  }
  const isOwn = ({ runId }: FileAct) => runId === null || store.runs.get(runId)?.conversationId === run.conversationId
  let state = from
  for (const act of acts) {
    await add(state, act.before)
    state = act.after ?? act.before
    if (!isOwn(act)) await add(act.before, state)
  }
  await add(state, now)
  return found
}

/**
 * The changes in the workspace after the run; if it worked in a copy, those after the state that the copy was
 * made from.
 */
function since(acts: readonly FileAct[], run: Run, copyFrom: string | undefined) {
  const own = acts.findIndex((act) => act.runId === run.id)
  const at = own >= 0 ? own : acts.findLastIndex((act) => act.after === copyFrom || act.before === copyFrom)
  const act = acts[at]
  if (act === undefined) return { acts, from: acts[0]?.before ?? null }
  const state = own < 0 && act.before === copyFrom ? act.before : (act.after ?? act.before)
  return { acts: acts.slice(own < 0 && act.before === copyFrom ? at : at + 1), from: state }
}
