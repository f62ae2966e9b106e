import type { StoredEvent } from '../../src-shared/event.ts'
import { FailureError } from '../../src-shared/failure.ts'
import type { ReplayReport } from '../../src-shared/replay.ts'
import { replayRun } from '../agent/replay.ts'
import type { HostParts } from './host-parts.ts'
import { found } from './not-found.ts'
import { strategyToReplay } from './strategies/strategy-again.ts'

/**
 * Replays a run out of its log. Nothing is asked of a model, no tool runs, nothing is written.
 * @param verify also checks that log and texts are what was written, by their hashes
 * @throws FailureError where the run has no log yet, or its strategy is not there any more
 */
export async function replayOf(parts: HostParts, runId: string, verify: boolean): Promise<ReplayReport> {
  const { store } = parts
  const run = found(store.runs.get(runId), 'run')
  const events = store.events.read(runId, -1)
  const start = events.find((event) => event.type === 'run-start')
  if (start?.type !== 'run-start') throw new FailureError(nothingWritten)
  const order = await strategyToReplay(parts, run, start)
  const damage = verify ? damageOf(parts, runId, events) : null
  const readBody = (ref: string) => found(store.bodies.get(ref), 'text')
  return { ...(await replayRun({ events, readBody }, order)), damage }
}

const nothingWritten = {
  kind: 'not-found',
  message: 'The run cannot be replayed: nothing of it was written down.',
  advice: 'Send the message again.',
} as const

/** What of the run is not what was written, in words. */
function damageOf({ store }: HostParts, runId: string, events: readonly StoredEvent[]): string | null {
  const chain = store.events.verify(runId)
  if (!chain.ok) return `Event ${chain.damagedAt} of the log is not what was written.`
  for (const ref of new Set(events.flatMap(refsIn)))
    if (!isWhole(store, ref)) return `The text ${ref} is lost or damaged.`
  return null
}

/** Texts are kept under the hash of their content: one that is damaged is refused by the store. */
function isWhole(store: HostParts['store'], ref: string): boolean {
  try {
    return store.bodies.get(ref) !== undefined
  } catch {
    return false
  }
}

/** The texts that an event names. */
export function refsIn(event: StoredEvent): readonly string[] {
  switch (event.type) {
    case 'run-start':
      return event.history
    case 'model-start':
      return [...event.messages.refs, event.tools]
    case 'tool-end':
      return event.body.kind === 'stored' ? [event.body.ref] : []
    case 'run-end':
      return event.messages
    default:
      return []
  }
}
