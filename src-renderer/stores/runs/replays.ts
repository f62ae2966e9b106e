import { create } from 'zustand'
import { type Failure, failureFrom } from '../../../src-shared/base/failure.ts'
import type { Run } from '../../../src-shared/run/conversation.ts'
import type { ReplayReport } from '../../../src-shared/run/replay.ts'
import { ask } from '../../host/host.ts'
import { showSide } from '../session/layout-store.ts'
import { select } from '../session/selection-store.ts'

/** Results of verifying runs, kept while the window is open. */
export type Replaying =
  | { readonly state: 'under-way' }
  | { readonly state: 'done'; readonly report: ReplayReport }
  | { readonly state: 'failed'; readonly failure: Failure }

export const useReplays = create<{ readonly [runId: string]: Replaying }>(() => ({}))

/** Replays a run from its log alone and shows the result in the inspector. */
export async function replay(run: Run): Promise<void> {
  select({ runId: run.id, path: '' })
  showSide('inspector')
  if (useReplays.getState()[run.id]?.state === 'under-way') return
  useReplays.setState({ [run.id]: { state: 'under-way' } })
  try {
    const report = await ask('run-replay', { runId: run.id, verify: true })
    useReplays.setState({ [run.id]: { state: 'done', report } })
  } catch (thrown) {
    useReplays.setState({ [run.id]: { state: 'failed', failure: failureFrom(thrown) } })
  }
}
