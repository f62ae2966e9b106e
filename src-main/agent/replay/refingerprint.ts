import type { EventOf, StoredEvent } from '../../../src-shared/run/event.ts'
import { readJournal } from '../journal.ts'
import type { RunCode } from '../run.ts'
import type { ReplayLog } from './replay-log.ts'
import { replayPass } from './replay-pass.ts'

/**
 * Returns the events of a log whose texts were all changed in the same way, with fingerprints that fit the new texts.
 * Only the strategy knows what a fingerprint covers, so the strategy is executed again on the log's answers.
 */
export async function refingerprint(log: ReplayLog, code: RunCode): Promise<readonly StoredEvent[]> {
  const start = log.events.find((event): event is EventOf<'run-start'> => event.type === 'run-start')
  if (start === undefined) return log.events
  const fingerprints = new Map<string, string>()
  await replayPass(log, start, code, readJournal(log.events), { otherFingerprints: fingerprints })
  return log.events.map((event) => {
    if (event.type !== 'model-start' && event.type !== 'tool-start' && event.type !== 'step-start') return event
    return { ...event, print: fingerprints.get(event.path) ?? event.print }
  })
}
