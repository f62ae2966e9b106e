import type { ExportSubject } from '../../../src-shared/api/export-requests.ts'
import { FailureError } from '../../../src-shared/base/failure.ts'
import { branchTo, type Run } from '../../../src-shared/run/conversation.ts'
import type { Store } from '../../store/store.ts'

/** A run that a file would hold and that is not whole. */
export interface DamagedRun {
  readonly run: Run
  /** `seq` of the first damaged event; null if its log is whole, but its record or a text of it is not. */
  readonly seq: number | null
}

/** @throws FailureError which names what is damaged, and how it is exported all the same */
export function refuseDamagedExport(
  store: Pick<Store, 'turns'>,
  subject: ExportSubject,
  damaged: readonly DamagedRun[],
): void {
  if (damaged.length === 0) return
  const named = damaged.slice(0, 3).map((each) => nameOf(store, each))
  const more = damaged.length > named.length ? ` and ${damaged.length - named.length} more` : ''
  const what = subject.kind === 'run' ? 'This run' : 'This conversation'
  throw new FailureError({
    kind: 'damaged',
    message: `${what} was damaged on the disk, so it is not exported as a whole. Damaged: ${named.join('; ')}${more}.`,
    advice: 'Restore a backup of the data folder, or export it all the same, with the damage marked in the file.',
  })
}

/** By what a person sees of it: the message that it answers, counted from the first of its branch, and its start. */
function nameOf({ turns }: Pick<Store, 'turns'>, { run, seq }: DamagedRun): string {
  const number = branchTo(turns.list(run.conversationId), run.turnId).length
  const answer = number === 0 ? 'a run' : `the answer to message ${number}`
  // A record that can't be read has lost its start.
  const start = run.startedAt === 0 ? '' : `, started ${timeOf(run.startedAt)}`
  return `${answer}${start} (${seq === null ? 'its record or a text of it' : `from entry ${seq + 1} of its log`})`
}

const time = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })
/** @param at ms since 1970 */
const timeOf = (at: number): string => time.format(at).replaceAll('\u202f', ' ')
