import type { EventOf, StoredEvent } from '../../../src-shared/run/event.ts'
import { readJournal } from '../journal.ts'
import type { ResumeOrder } from '../run.ts'
import type { ReplayLog } from './replay-log.ts'
import { replayPass } from './replay-pass.ts'

/**
 * The events of a log whose texts were changed all over in the same way, with prints that fit the changed texts: what
 * a print is of is known only to the strategy, so it is carried out once more and its steps are printed anew.
 */
export async function reprinted(log: ReplayLog, order: ResumeOrder): Promise<readonly StoredEvent[]> {
  const start = log.events.find((event): event is EventOf<'run-start'> => event.type === 'run-start')
  if (start === undefined) return log.events
  const prints = new Map<string, string>()
  await replayPass(log, start, order, readJournal(log.events), prints)
  return log.events.map((event) => {
    if (event.type !== 'model-start' && event.type !== 'tool-start' && event.type !== 'step-start') return event
    return { ...event, print: prints.get(event.path) ?? event.print }
  })
}
