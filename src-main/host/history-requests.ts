import type { HandlersOf } from './handlers.ts'
import type { HostParts } from './host-parts.ts'
import { replayOf } from './run-replay.ts'

type Answered = 'run-replay'

/** What can be done with the log of a run that was. */
export function historyRequests(parts: HostParts): HandlersOf<Answered> {
  return {
    'run-replay': ({ runId, verify }) => replayOf(parts, runId, verify),
  }
}
