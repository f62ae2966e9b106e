import type { HandlersOf } from './handlers.ts'
import type { HostParts } from './host-parts.ts'
import { replayOf } from './run-replay.ts'
import type { Runs } from './runs.ts'

type Answered = 'run-replay' | 'run-fork'

/** What can be done with the log of a run that was. */
export function historyRequests(parts: HostParts, runs: Runs): HandlersOf<Answered> {
  return {
    'run-fork': (asked) => runs.fork(asked),
    'run-replay': ({ runId, verify }) => replayOf(parts, runId, verify),
  }
}
