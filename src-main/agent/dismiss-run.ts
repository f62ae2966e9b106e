import type { EventBody, EventOf, StoredEvent } from '../../src-shared/event.ts'
import type { Failure } from '../../src-shared/failure.ts'
import { keptWork } from './kept-work.ts'
import type { LogPort } from './ports.ts'
import { bodyOf, loggedEnd, type RunEnd } from './run-end.ts'
import { totalsOf } from './totals.ts'

/**
 * Gives an interrupted run up: what is open in its log is ended, and the run ends as aborted with what was
 * done kept. A run that has an end already is answered with it.
 *
 * @param drafts text of model calls that had not ended, by path, where the store has it
 */
export function dismissRun(log: LogPort, drafts: ReadonlyMap<string, string> = new Map()): RunEnd {
  const events = log.events()
  const ended = loggedEnd(events, log)
  if (ended !== null) return ended
  for (const end of openEnds(events)) log.append(end)
  const goal = events.find((event): event is EventOf<'run-start'> => event.type === 'run-start')?.task.goal ?? ''
  const kept = keptWork(events, goal, (ref) => log.readBody(ref), drafts, givenUp)
  const end = { status: 'aborted', ...kept, meta: {}, failure: givenUp, totals: totalsOf(log.events()) } as const
  log.append({ type: 'run-end', ...end, messages: kept.messages.map((message) => bodyOf(log, message)) })
  log.commit()
  return end
}

const givenUp: Failure = {
  kind: 'aborted',
  message: 'The run was interrupted and given up.',
  advice: 'What was done is kept: send a message to go on from here.',
}

/** Ends for all that started and did not end, the innermost first. */
function openEnds(events: readonly StoredEvent[]): EventBody[] {
  const open = new Map<string, EventBody>()
  for (const event of events) {
    const end = endFor(event)
    if (end !== null) open.set(pathOf(event), end)
    else if (event.type.endsWith('-end') && 'path' in event) open.delete(event.path)
  }
  return [...open.values()].reverse()
}

const pathOf = (event: StoredEvent): string => ('path' in event ? event.path : '')

function endFor(event: StoredEvent): EventBody | null {
  const outcome = { ok: false, failure: givenUp } as const
  switch (event.type) {
    case 'model-start':
      return { type: 'model-end', path: event.path, outcome, firstTokenMs: null, durationMs: 0, cost: null }
    case 'tool-start':
      return { type: 'tool-end', path: event.path, outcome, body: { kind: 'none' }, durationMs: 0 }
    case 'step-start':
      return { type: 'step-end', path: event.path, step: event.step, outcome, durationMs: 0 }
    case 'phase-start':
      return { type: 'phase-end', path: event.path, failure: givenUp }
    case 'branches-start':
      return { type: 'branches-end', path: event.path, failure: givenUp }
    case 'child-start':
      return { type: 'child-end', path: event.path, failure: givenUp }
    default:
      return null
  }
}
