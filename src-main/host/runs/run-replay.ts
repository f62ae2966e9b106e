import { FailureError } from '../../../src-shared/base/failure.ts'
import type { StoredEvent } from '../../../src-shared/run/event.ts'
import type { ReplayReport } from '../../../src-shared/run/replay.ts'
import { type OtherTool, otherToolName } from '../../../src-shared/strategy/other-tools.ts'
import { namedBodies } from '../../agent/messages/named-bodies.ts'
import { replayRun } from '../../agent/replay/replay.ts'
import type { Store } from '../../store/store.ts'
import { found } from '../base/not-found.ts'
import type { HostContext } from '../host-context.ts'
import { damagedAt } from '../opening/damaged-runs.ts'
import { rebuildForReplay } from './rebuild-strategy.ts'

/**
 * Replays a run from its log. No model is called, no tool runs, nothing is written.
 * @param verify also checks that the texts that the log refers to are intact; the log itself is always checked
 * @throws FailureError if the run has no log yet, or its strategy is gone
 */
export async function replayStoredRun(
  parts: Pick<HostContext, 'store' | 'strategies'>,
  runId: string,
  verify: boolean,
): Promise<ReplayReport> {
  const { store } = parts
  const run = found(store.runs.get(runId), 'run')
  if (run.recordedBy !== undefined) throw new FailureError(recordedElsewhere(run.recordedBy))
  const events = store.events.read(runId, -1)
  const start = events.find((event) => event.type === 'run-start')
  if (start?.type !== 'run-start') throw new FailureError(nothingWritten)
  const code = await rebuildForReplay(parts, run, start)
  const damage = damageOf(parts, events, verify)
  const readBody = (ref: string) => found(store.bodies.get(ref), 'text')
  return { ...(await replayRun({ events, readBody }, code)), damage }
}

const nothingWritten = {
  kind: 'not-found',
  message: 'The run can’t be verified: nothing of it was recorded.',
  advice: 'Send the message again.',
} as const

const recordedElsewhere = (tool: OtherTool) =>
  ({
    kind: 'invalid-request',
    message: `The run can’t be verified: ${otherToolName(tool)} did it, not one of Stratagem’s strategies.`,
    advice: 'Play it back to see what happened.',
  }) as const

/** Describes what is damaged in the run. */
function damageOf(
  { store }: Pick<HostContext, 'store'>,
  events: readonly StoredEvent[],
  texts: boolean,
): string | null {
  const seq = damagedAt(events)
  if (seq !== null) return `Event ${seq} of the log was altered.`
  if (!texts) return null
  const named = namedBodies((ref) => readIntactBody(store, ref))
  for (const ref of new Set(events.flatMap(named.of)))
    if (readIntactBody(store, ref) === null) return `The text ${ref} is lost or damaged.`
  return null
}

/** Texts are stored under the hash of their content: the store refuses a damaged one. Null: lost or damaged. */
export function readIntactBody(store: Store, ref: string): string | null {
  try {
    return store.bodies.get(ref) ?? null
  } catch {
    return null
  }
}
