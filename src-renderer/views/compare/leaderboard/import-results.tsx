import { FileUp } from 'lucide-react'
import { type ChangeEvent, type FormEvent, useState } from 'react'
import { toast } from 'sonner'
import type { ResultsReport } from '../../../../src-shared/api/export-requests.ts'
import { type Failure, failureFrom } from '../../../../src-shared/base/failure.ts'
import { counted } from '../../../../src-shared/base/format.ts'
import { ask } from '../../../host/host.ts'
import { upload } from '../../../stores/server-cache/export-store.ts'
import { Button } from '../../../widgets/controls/button.tsx'
import { TextField } from '../../../widgets/controls/text-field.tsx'
import { Alert, FailureAlert } from '../../../widgets/feedback/alert.tsx'
import { Dialog } from '../../../widgets/overlays/dialog.tsx'
import { type ChosenResults, chosenResults } from './chosen-results.ts'
import styles from './import-results.module.css'

interface Props {
  readonly projectId: string
  readonly set: string
}

/** Imports results from elsewhere for the tasks of a set. */
export function ImportResults({ projectId, set }: Props) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button icon={<FileUp aria-hidden="true" />} onClick={() => setOpen(true)}>
        Import results…
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Import results"
        description={`Of trials that were run elsewhere, for tasks of the set ${set}. Importing runs nothing.`}
      >
        <Form projectId={projectId} set={set} onClose={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

function Form({ projectId, set, onClose }: Props & { readonly onClose: () => void }) {
  const [chosen, setChosen] = useState<ChosenResults | null>(null)
  const [draft, setDraft] = useState({ source: '', score: '' })
  const [failure, setFailure] = useState<Failure | null>(null)
  const [report, setReport] = useState<ResultsReport | null>(null)
  const [busy, setBusy] = useState(false)
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    setChosen(chosenResults([...(event.target.files ?? [])]))
    setFailure(null)
    setReport(null)
  }
  const read = async ({ name, bytes }: ChosenResults) => {
    setBusy(true)
    setFailure(null)
    try {
      const importId = await upload(bytes)
      const [source, score] = [orNull(draft.source), orNull(draft.score)]
      const made = await ask('results-import', { importId, projectId, set, name, source, score })
      if (made.refused.length + made.notes.length > 0) setReport(made)
      else {
        toast(`Imported ${trialsText(made)}.`)
        onClose()
      }
    } catch (thrown) {
      setFailure(failureFrom(thrown))
    }
    setBusy(false)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (chosen !== null) void read(chosen)
  }
  if (report !== null) return <Report report={report} onClose={onClose} />
  return (
    <form className={styles.form} onSubmit={submit}>
      <div className={styles.choices}>
        <label className={styles.choice}>
          <span className={styles.label}>Choose a file</span>
          <span className={styles.hint}>
            A log of Inspect (.eval, .json), a report of SWE-bench (.json), or an export of trials (.csv, .jsonl)
          </span>
          <input type="file" aria-label="File with results" accept=".eval,.json,.jsonl,.csv" onChange={choose} />
        </label>
        <label className={styles.choice}>
          <span className={styles.label}>Choose a folder</span>
          <span className={styles.hint}>Of a Harbor job, with a result.json for each trial</span>
          <input type="file" aria-label="Folder with results" ref={takesFolders} onChange={choose} />
        </label>
      </div>
      {chosen !== null && (
        <p className={styles.chosen} role="status">
          {chosen.name}
          {chosen.files > 1 && `, ${counted(chosen.files, 'trial')}`}
        </p>
      )}
      <TextField
        label="Name of the source"
        hint="By default that of the file"
        maxLength={200}
        value={draft.source}
        onChange={(event) => setDraft({ ...draft, source: event.target.value })}
      />
      <TextField
        label="Score that says what succeeded"
        hint="For a log of Inspect with several; by default its headline"
        maxLength={200}
        value={draft.score}
        onChange={(event) => setDraft({ ...draft, score: event.target.value })}
      />
      {failure !== null && <FailureAlert failure={failure} />}
      <div className={styles.actions}>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="primary" disabled={busy || chosen === null}>
          {busy ? 'Importing…' : 'Import'}
        </Button>
      </div>
    </form>
  )
}

/** React has no property for it. */
const takesFolders = (input: HTMLInputElement | null): void => input?.setAttribute('webkitdirectory', '')

function Report({ report, onClose }: { readonly report: ResultsReport; readonly onClose: () => void }) {
  const { refused, notes } = report
  return (
    <div className={styles.form}>
      <Alert level={refused.length === 0 ? 'info' : 'warning'} message={`Imported ${trialsText(report)}.`} />
      <ul className={styles.report}>
        {notes.map((each) => (
          <li key={each}>{each}</li>
        ))}
        {refused.map((each) => (
          <li key={each}>
            <strong>Not imported:</strong> {each}
          </li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Button look="primary" onClick={onClose}>
          Done
        </Button>
      </div>
    </div>
  )
}

const trialsText = ({ results: { entries } }: ResultsReport): string =>
  counted(
    entries.reduce((sum, { trials }) => sum + trials.length, 0),
    'trial',
  )

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim())
