import { create } from 'zustand'
import type { RunVerdict } from '../../../src-shared/comparison/shown/run-verdict.ts'
import { ask } from '../../host/host.ts'
import { useBatches } from '../server-cache/batches.ts'
import { useComparisons } from '../server-cache/comparisons.ts'
import { toLoadable, valueOr } from '../server-cache/loadable.ts'
import { useWorkbench } from '../session/workbench-store.ts'

interface Verdicts {
  readonly conversationId: string | null
  readonly byRun: ReadonlyMap<string, RunVerdict>
}

const none: Verdicts = { conversationId: null, byRun: new Map() }
const useVerdicts = create<Verdicts>(() => none)

/** What the check of the run's trial or lane said; null if none judged it, or it is not known yet. */
export const useRunVerdict = (runId: string): RunVerdict | null => useVerdicts(({ byRun }) => byRun.get(runId) ?? null)

/** The same of all runs of the open conversation. */
export const useRunVerdicts = (): ReadonlyMap<string, RunVerdict> => useVerdicts(({ byRun }) => byRun)

/** Keeps what checks said of the runs of the open conversation current until the returned function is called. */
export function followRunVerdicts(): () => void {
  let known = ''
  const look = () => {
    const { conversationId } = useWorkbench.getState()
    const stamp = conversationId === null ? '' : stampOf(conversationId)
    if (stamp === known) return
    known = stamp
    if (conversationId === null || stamp === '') useVerdicts.setState(none)
    else void load(conversationId)
  }
  const over = [useWorkbench.subscribe(look), useBatches.subscribe(look), useComparisons.subscribe(look)]
  look()
  return () => {
    for (const end of over) end()
  }
}

/** Changes as trials and lanes of the conversation end; empty if it has none. */
function stampOf(conversationId: string): string {
  const batch = valueOr(useBatches.getState().list, []).find((each) => each.conversationId === conversationId)
  const lanes = valueOr(useComparisons.getState().list, []).filter((each) => each.conversationId === conversationId)
  if (batch === undefined && lanes.length === 0) return ''
  const states = lanes.flatMap((each) => each.lanes.map(({ state }) => state)).join()
  return `${conversationId} ${batch?.counts.done ?? ''} ${batch?.state ?? ''} ${states}`
}

async function load(conversationId: string): Promise<void> {
  const answer = await toLoadable(ask('run-verdicts', { conversationId }))
  if (answer.state !== 'ready' || useWorkbench.getState().conversationId !== conversationId) return
  useVerdicts.setState({ conversationId, byRun: new Map(answer.value.map((each) => [each.runId, each])) })
}
