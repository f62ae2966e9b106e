import type { Failure } from '../../src-shared/base/failure.ts'
import type { EventOf } from '../../src-shared/run/event.ts'
import { settledTotals, totalsOf } from '../../src-shared/run/totals.ts'
import { ownEvents, withWorkBefore, workBefore } from './fork/copied-events.ts'
import { type Drafts, withDraft } from './fork/cut-answer.ts'
import { keptWork } from './fork/kept-work.ts'
import type { LogPort } from './ports.ts'
import { bodyOf, loggedEnd, type RunEnd } from './run-end.ts'
import { createTrail } from './trail.ts'

/**
 * Gives up an interrupted run: what is open in its log is ended, and the run ends as aborted; its work is
 * kept. If a run already has an end, that is returned.
 *
 * @param drafts what had come of model calls that had not ended, by path, if the store has it
 */
export function dismissRun(log: LogPort, drafts: Drafts = new Map()): RunEnd {
  const events = log.events()
  const ended = loggedEnd(events, log)
  if (ended !== null) return ended
  const trail = createTrail(events)
  for (const end of trail.openEnds(givenUp))
    log.append(withDraft(end, drafts, trail.starts, (ref) => log.readBody(ref)))
  const goal = events.find((event): event is EventOf<'run-start'> => event.type === 'run-start')?.task.goal ?? ''
  const work = keptWork(trail.starts, goal, log, drafts, givenUp)
  const end = {
    status: 'aborted',
    ...work,
    meta: {},
    failure: givenUp,
    totals: settledTotals(totalsOf(ownEvents(log.events()))),
  } as const
  const messages = withWorkBefore(workBefore(events, log), work.messages)
  log.append({ type: 'run-end', ...end, messages: messages.map((message) => bodyOf(log, message)) })
  log.commit()
  return { ...end, messages }
}

const givenUp: Failure = {
  kind: 'aborted',
  message: 'The run was interrupted and then dismissed.',
  advice: 'Work done so far is kept. Send a message to continue.',
}
