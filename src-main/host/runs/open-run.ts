import type { RunOpening } from '../../../src-shared/opening/opening.ts'
import { checkpointOf, emptyRunView, foldItems } from '../../../src-shared/run/view/fold.ts'
import type { Store } from '../../store/store.ts'
import type { HostContext } from '../host-context.ts'
import { coveredOf, outlineEvery, readOutlined } from '../opening/outlines.ts'

/** Maximum events after an outline for which a run is opened at its end. */
const maxAfter = 3 * outlineEvery

/** Opens a run at its end; null if it is short enough to be read from its start. */
export function openRun(
  { store, outlines }: Pick<HostContext, 'store' | 'outlines'>,
  runId: string,
): RunOpening | null {
  const count = store.events.count(runId)
  if (coveredOf(count) === 0) return null
  const outlined = readOutlined(store, runId)
  if (outlined !== null && count - 1 - outlined.checkpoint.head.lastSeq <= maxAfter) return outlined
  outlines.wanted(runId)
  return { checkpoint: nearEnd(store, runId, count), outline: null }
}

/** Used until its outline exists: what the first event and the run's record say. Open groups are not known. */
function nearEnd(store: Store, runId: string, count: number): RunOpening['checkpoint'] {
  const first = store.events.read(runId, -1, 1).map((event) => ({ kind: 'event' as const, event }))
  const checkpoint = checkpointOf(foldItems(emptyRunView(), first))
  const run = store.runs.get(runId)
  const lastSeq = count - outlineEvery - 1
  const [before] = store.events.read(runId, lastSeq - 1, 1)
  const lastMs = before?.ms ?? 0
  const totals = run?.totals ?? checkpoint.head.totals
  return { ...checkpoint, head: { ...checkpoint.head, lastSeq, lastMs, totals }, eventMs: lastMs }
}
