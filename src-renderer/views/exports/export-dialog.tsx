import { Download, ShieldAlert, ShieldCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ExportFormat, ExportSubject, PreparedExport } from '../../../src-shared/api/export-requests.ts'
import { counted, formatSize } from '../../../src-shared/base/format.ts'
import { revealHidden } from '../../../src-shared/base/hidden-characters.ts'
import { toastOnFailure } from '../../stores/report.ts'
import { prepareExport, saveExport, useExports } from '../../stores/server-cache/export-store.ts'
import { type Loadable, loading, toLoadable } from '../../stores/server-cache/loadable.ts'
import { closeOverlay } from '../../stores/session/layout-store.ts'
import { Button } from '../../widgets/controls/button.tsx'
import { FailureAlert } from '../../widgets/feedback/alert.tsx'
import { Skeleton } from '../../widgets/feedback/skeleton.tsx'
import { Dialog } from '../../widgets/overlays/dialog.tsx'
import styles from './exports.module.css'

/** Exports a run or a conversation as a file. Removed secrets are listed before it is saved. */
export function ExportDialog({ open }: { open: boolean }) {
  const subject = useExports((state) => state.subject)
  if (subject === null) return null
  const what = subject.of.kind === 'run' ? 'run' : 'conversation'
  return (
    <Dialog open={open} onClose={closeOverlay} title={`Export this ${what}`} description={subject.title}>
      <Choices subject={subject.of} />
    </Dialog>
  )
}

interface Choice {
  readonly format: ExportFormat
  readonly label: string
  readonly summary: string
  /** Available only for a single run. */
  readonly runOnly: boolean
}
const choices: readonly Choice[] = [
  {
    format: 'bundle',
    label: 'Bundle',
    summary: 'Everything in one file, to open, play back and verify in Stratagem on another machine.',
    runOnly: false,
  },
  { format: 'markdown', label: 'Markdown', summary: 'Human-readable transcript.', runOnly: false },
  {
    format: 'chrome-trace',
    label: 'Trace for Perfetto',
    summary: 'The timeline, as Chrome trace JSON.',
    runOnly: true,
  },
  { format: 'otlp', label: 'OpenTelemetry', summary: 'Spans as OTLP/JSON, by the GenAI conventions.', runOnly: true },
  { format: 'jsonl', label: 'Events', summary: 'The raw log, one event per line.', runOnly: true },
]

function Choices({ subject }: { subject: ExportSubject }) {
  const [format, setFormat] = useState<ExportFormat>('bundle')
  const [damaged, setDamaged] = useState(false)
  const made = usePrepared(subject, format, damaged)
  const offered = choices.filter(({ runOnly }) => subject.kind === 'run' || !runOnly)
  return (
    <div className={styles.form}>
      <fieldset className={styles.choices}>
        <legend className="unseen">Format</legend>
        {offered.map((choice) => (
          <label key={choice.format} className={styles.choice}>
            <input
              type="radio"
              name="export-format"
              checked={format === choice.format}
              onChange={() => setFormat(choice.format)}
            />
            <span>
              <span className={styles.label}>{choice.label}</span>
              <span className={styles.summary}>{choice.summary}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <section className={styles.preview} aria-label="What is removed" aria-busy={made.state === 'loading'}>
        {made.state === 'loading' && <Skeleton lines={3} label="Looking for secrets" />}
        {made.state === 'failed' && <FailureAlert failure={made.failure} />}
        {made.state === 'failed' && made.failure.kind === 'damaged' && (
          <Button onClick={() => setDamaged(true)}>Export with the damage marked</Button>
        )}
        {made.state === 'ready' && <ExportPreview made={made.value} />}
      </section>
      <div className={styles.actions}>
        <Button look="quiet" onClick={closeOverlay}>
          Cancel
        </Button>
        <Button
          look="primary"
          icon={<Download aria-hidden="true" />}
          disabled={made.state !== 'ready'}
          onClick={() => made.state === 'ready' && void save(made.value)}
        >
          {made.state === 'ready' ? `Save, ${formatSize(made.value.size)}` : 'Save'}
        </Button>
      </div>
    </div>
  )
}

async function save(made: PreparedExport): Promise<void> {
  if (await toastOnFailure(saveExport(made))) closeOverlay()
}

function usePrepared(subject: ExportSubject, format: ExportFormat, damaged: boolean): Loadable<PreparedExport> {
  const [made, setMade] = useState<Loadable<PreparedExport>>(loading)
  useEffect(() => {
    let wanted = true
    setMade(loading)
    void toLoadable(prepareExport(subject, format, damaged)).then((next) => {
      if (wanted) setMade(next)
    })
    return () => {
      wanted = false
    }
  }, [subject, format, damaged])
  return made
}

/** The secrets removed from a file: kinds, counts and locations. */
function ExportPreview({ made: { redacted, notes } }: { made: PreparedExport }) {
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
