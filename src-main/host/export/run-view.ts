import { emptyRunView, foldItems } from '../../../src-shared/run/view/fold.ts'
import type { RunView } from '../../../src-shared/run/view/run-view.ts'
import type { HostContext } from '../host-context.ts'

/** A run as its log tells it; null if there is no such run. */
export function runView({ store }: Pick<HostContext, 'store'>, runId: string): RunView | null {
  if (store.runs.get(runId) === undefined) return null
  const events = store.events.read(runId, -1)
  return foldItems(
    emptyRunView(),
    events.map((event) => ({ kind: 'event', event })),
  )
}
