import type { Run } from '../../src-shared/run/conversation.ts'
import type { Span } from '../../src-shared/run/view/run-view.ts'
import { toastOnFailure } from '../stores/report.ts'
import { replay } from '../stores/runs/replays.ts'
import { resumeRun, runAgain } from '../stores/runs/run-again.ts'
import { spanIn, useRuns } from '../stores/runs/run-store.ts'
import { isUnderWay, pauseRun, queueOf, sendQueuedNow } from '../stores/runs/runs.ts'
import { useSideBySide } from '../stores/runs/side-by-side-store.ts'
import { toggleBreakpointOn } from '../stores/server-cache/breakpoint-store.ts'
import { comparisonShown } from '../stores/server-cache/comparisons.ts'
import { openSettings } from '../stores/session/layout-store.ts'
import { useSelection } from '../stores/session/selection-store.ts'
import { currentRun } from '../stores/session/turns.ts'
import { useWorkbench } from '../stores/session/workbench-store.ts'
import type { Command } from './command-store.ts'

/** Executes an action on the shown run, if it has ended. */
function withEnded(work: (run: Run) => Promise<void>): () => void {
  return () => {
    const run = currentRun()
    if (run !== null) void toastOnFailure(work(run))
  }
}

const ended = () => {
  const run = currentRun()
  return !comparisonShown() && run !== null && !isUnderWay(run) && useSideBySide.getState().pair === null
}
const resumable = () => {
  const status = currentRun()?.status
  return !comparisonShown() && (status === 'aborted' || status === 'interrupted')
}

/** The first message that is queued for the shown run, if the run is active. */
function firstQueued(): { readonly runId: string; readonly message: string } | null {
  const run = currentRun()
  const [message] = isUnderWay(run) && !comparisonShown() ? queueOf(run.id) : []
  return run === null || message === undefined ? null : { runId: run.id, message }
}

function selectedSpan(): Span | null {
  const { selected } = useSelection.getState()
  return selected === null ? null : spanIn(useRuns.getState().views[selected.runId], selected.path)
}

/** Actions on the shown run; most of them on one that has ended. */
export const runCommands: readonly Command[] = [
  {
    id: 'send-queued-now',
    title: 'Stop the run and send the queued message now',
    group: 'Run',
    words: 'interrupt queue message',
    enabled: () => firstQueued() !== null,
    run: () => {
      const queued = firstQueued()
      if (queued !== null) void toastOnFailure(sendQueuedNow(queued.runId, queued.message))
    },
  },
  {
    id: 'pause-run',
    title: 'Pause before the next step',
    group: 'Run',
    words: 'debug break step',
    enabled: () => !comparisonShown() && isUnderWay(currentRun()),
    run: () => {
      const run = currentRun()
      if (run !== null) void toastOnFailure(pauseRun(run.id))
    },
  },
  {
    id: 'toggle-breakpoint',
    title: 'Add or remove a breakpoint at the selected step',
    group: 'Run',
    words: 'debug pause toggle',
    keys: 'F9',
    enabled: () => selectedSpan() !== null,
    run: () => {
      const span = selectedSpan()
      if (span !== null) void toggleBreakpointOn(span)
    },
  },
  {
    id: 'breakpoints',
    title: 'Breakpoints',
    group: 'Run',
    words: 'debug pause step settings',
    enabled: () => useWorkbench.getState().project !== null,
    run: () => openSettings('breakpoints'),
  },
  {
    id: 'replay-run',
    title: 'Verify the run',
    group: 'Run',
    words: 'verify replay log match difference',
    enabled: ended,
    run: withEnded(replay),
  },
  {
    id: 'resume-run',
    title: 'Resume the run',
    group: 'Run',
    words: 'continue stopped interrupted crash',
    enabled: resumable,
    run: withEnded(resumeRun),
  },
  {
    id: 'run-again',
    title: 'Run again, side by side',
    group: 'Run',
    words: 'anew repeat compare',
    enabled: ended,
    run: withEnded((run) => runAgain(run)),
  },
]
