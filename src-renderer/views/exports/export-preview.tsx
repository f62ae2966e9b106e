import { ShieldAlert, ShieldCheck } from 'lucide-react'
import type { PreparedExport } from '../../../src-shared/api/export-requests.ts'
import { counted } from '../../../src-shared/base/format.ts'
import { revealHidden } from '../../../src-shared/base/hidden-characters.ts'
import styles from './exports.module.css'

/** What was taken out of a file as a secret: kinds, counts and places. */
export function ExportPreview({ made: { redacted, notes } }: { made: PreparedExport }) {
  const count = redacted.reduce((sum, each) => sum + each.count, 0)
  return (
    <>
      <p className={styles.found} role="status">
        {count === 0 ? <ShieldCheck aria-hidden="true" /> : <ShieldAlert aria-hidden="true" />}
        {count === 0 ? 'No secrets detected.' : `${counted(count, 'secret is', 'secrets are')} removed:`}
      </p>
      {redacted.length > 0 && (
        <ul className={styles.kinds}>
          {redacted.map(({ kind, count: times, places }) => (
            <li key={kind}>
              <span className={styles.kind}>
                {times} × {kind}
              </span>
              <span className={styles.places}>{revealHidden(places.join(' · '))}</span>
            </li>
          ))}
        </ul>
      )}
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      <p className={styles.hint}>
        Detection is by pattern. Names, paths and your own text stay in, so please review before sharing.
      </p>
    </>
  )
}
