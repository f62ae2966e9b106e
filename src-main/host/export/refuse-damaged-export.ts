import type { ExportSubject } from '../../../src-shared/api/export-requests.ts'
import { FailureError } from '../../../src-shared/base/failure.ts'
import { branchTo, type Run } from '../../../src-shared/run/conversation.ts'
import type { Store } from '../../store/store.ts'

/** A damaged run that an export would contain. */
export interface DamagedRun {
  readonly run: Run
  /** `seq` of the first damaged event; null if its log is intact, but its record or one of its texts is not. */
  readonly seq: number | null
}

/** @throws FailureError that says what is damaged, and how to export it anyway */
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
    message: `${what} was damaged on disk, so it was not exported. Damaged: ${named.join('; ')}${more}.`,
    advice: 'Restore a backup of the data folder, or export it with the damage marked in the file.',
  })
}

/** Identifies the run for a person: by the number of its message in the branch, and its start. */
function nameOf({ turns }: Pick<Store, 'turns'>, { run, seq }: DamagedRun): string {
  const number = branchTo(turns.list(run.conversationId), run.turnId).length
  const answer = number === 0 ? 'a run' : `the answer to message ${number}`
  // An unreadable record has no start.
  const start = run.startedAt === 0 ? '' : `, started ${timeOf(run.startedAt)}`
  return `${answer}${start} (${seq === null ? 'its record or a text of it' : `from entry ${seq + 1} of its log`})`
}

const time = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })
/** @param at ms since 1970 */
const timeOf = (at: number): string => time.format(at).replaceAll('\u202f', ' ')
