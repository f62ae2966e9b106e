import type { Run } from '../../../src-shared/run/conversation.ts'
import type { FileAct } from '../../store/file-act.ts'
import type { HostContext } from '../host-context.ts'

/** Returns the paths that differ between two snapshots. */
type PathsBetween = (before: string, after: string) => Promise<readonly string[]>

/**
 * Paths in a place that somebody else changed since a run: a person or program by hand, or a run of another
 * conversation. What runs of its own conversation did, and what the user brought back or merged through the app, is
 * known to that user and is not among them.
 *
 * Where two runs wrote at the same time, what either did may be counted as somebody else's: a warning too many, and
 * never one too few.
 *
 * @param place the id of the project or of the copy
 * @param now snapshot of what is there now
 */
export async function foreignPaths(
  { store }: Pick<HostContext, 'store'>,
  run: Run,
  place: string,
  now: string,
  between: PathsBetween,
): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  const { acts, from } = since(store.fileActs.list(place), run, store.workspaces.get(run.workspaceId ?? '')?.from)
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
 * The acts in the place after the run; of one that worked in another place, those after the state that its copy was
 * filled with.
 */
function since(acts: readonly FileAct[], run: Run, copyFrom: string | undefined) {
  const own = acts.findIndex((act) => act.runId === run.id)
  const at = own >= 0 ? own : acts.findLastIndex((act) => act.after === copyFrom || act.before === copyFrom)
  const act = acts[at]
  if (act === undefined) return { acts, from: acts[0]?.before ?? null }
  const state = own < 0 && act.before === copyFrom ? act.before : (act.after ?? act.before)
  return { acts: acts.slice(own < 0 && act.before === copyFrom ? at : at + 1), from: state }
}
