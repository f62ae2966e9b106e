import type { Failure } from '../../src-shared/base/failure.ts'
import type { EventBody, EventOf, StoredEvent } from '../../src-shared/run/event.ts'
import { settledTotals, totalsOf } from '../../src-shared/run/totals.ts'
import { ownEvents, withWorkBefore, workBefore } from './fork/copied-events.ts'
import { keptWork } from './fork/kept-work.ts'
import { keptOf, noAnswer, type PartialAnswer, usedBy } from './messages/partial-answer.ts'
import type { LogPort } from './ports.ts'
import { rebuildMessages } from './replay/rebuild-messages.ts'
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
  for (const end of trail.openEnds(givenUp)) log.append(withDraft(end, drafts, trail.starts, log))
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

type Drafts = ReadonlyMap<string, Pick<PartialAnswer, 'text' | 'reasoning'>>

/** What had been written of an answer stays, and what it used at least. */
function withDraft(end: EventBody, drafts: Drafts, starts: readonly StoredEvent[], log: LogPort): EventBody {
  const draft = end.type === 'model-end' ? drafts.get(end.path) : undefined
  if (end.type !== 'model-end' || draft === undefined) return end
  const partial = { ...noAnswer, ...draft }
  const sent = rebuildMessages(starts, end.path, (ref) => log.readBody(ref)) ?? []
  return { ...end, ...keptOf(partial), spent: usedBy(partial, JSON.stringify(sent).length) }
}

const givenUp: Failure = {
  kind: 'aborted',
  message: 'The run was interrupted and then dismissed.',
  advice: 'Work done so far is kept. Send a message to continue.',
}
