import type { ExportSubject } from '../../../src-shared/api/export-requests.ts'
import { FailureError } from '../../../src-shared/base/failure.ts'

/** A run that a file would hold and that is not whole. */
export interface DamagedRun {
  readonly id: string
  /** `seq` of the first damaged event; null where its log is whole, but its record or a text of it is not. */
  readonly seq: number | null
}

/** @throws FailureError which names what is damaged, and how it is exported all the same */
export function refuseDamagedExport(subject: ExportSubject, damaged: readonly DamagedRun[]): void {
  if (damaged.length === 0) return
  const named = damaged.slice(0, 3).map(({ id, seq }) => `${id} (${seq === null ? 'a text' : `entry ${seq + 1}`})`)
  const more = damaged.length > named.length ? ` and ${damaged.length - named.length} more` : ''
  const what = subject.kind === 'run' ? 'This run' : 'This conversation'
  throw new FailureError({
    kind: 'damaged',
    message: `${what} was damaged on the disk, so it is not exported as a whole: ${named.join(', ')}${more}.`,
    advice: 'Restore a backup of the data folder, or export it all the same, with the damage marked in the file.',
  })
}
