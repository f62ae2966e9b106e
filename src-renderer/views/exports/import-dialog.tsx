import { FileUp } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { toast } from 'sonner'
import type { ImportReport } from '../../../src-shared/api/export-requests.ts'
import { type Failure, failureFrom } from '../../../src-shared/base/failure.ts'
import { formatSize } from '../../../src-shared/base/format.ts'
import type { Project } from '../../../src-shared/run/conversation.ts'
import { importFile, importSession, openImported, useExports } from '../../stores/server-cache/export-store.ts'
import { valueOr } from '../../stores/server-cache/loadable.ts'
import { closeOverlay } from '../../stores/session/layout-store.ts'
import { useWorkbench } from '../../stores/session/workbench-store.ts'
import { Button } from '../../widgets/controls/button.tsx'
import { FailureAlert } from '../../widgets/feedback/alert.tsx'
import { Dialog } from '../../widgets/overlays/dialog.tsx'
import styles from './exports.module.css'
import { FoundSessions } from './found-sessions.tsx'

/** Imports a bundle, read-only or into a project where it can be continued; or a session of another tool. */
export function ImportDialog({ open }: { open: boolean }) {
  return (
    <Dialog
      open={open}
      onClose={closeOverlay}
      title="Import"
      description="A bundle exported from Stratagem, a session of Claude Code, Codex, opencode, Gemini CLI, pi or Cline, or a trajectory in ATIF. Importing runs nothing."
    >
      <Form />
    </Dialog>
  )
}

/** Maximum number of recent projects offered. */
const maxTargets = 5

/** Projects that an import can be continued in: the open project or, if that is read-only, the latest ones. */
function useTargets(): readonly Project[] {
  const open = useWorkbench((state) => state.project)
  const all = useWorkbench((state) => valueOr(state.projects, none))
  if (open !== null && open.readOnly !== true) return [open]
  return all.filter(({ readOnly, present }) => present && readOnly !== true).slice(0, maxTargets)
}
const none: readonly Project[] = []

function Form() {
  const targets = useTargets()
  const [file, setFile] = useState(useExports.getState().file)
  const [into, setInto] = useState(useExports.getState().into === 'project' ? (targets[0]?.id ?? null) : null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [busy, setBusy] = useState(false)
  const open = useWorkbench((state) => state.project)
  const take = async (importing: () => Promise<ImportReport>) => {
    setFailure(null)
    setBusy(true)
    try {
      const report = await importing()
      closeOverlay()
      await openImported(report)
      for (const note of report.notes) toast(note, { duration: 20_000 })
      if (report.already) toast('Already imported.')
      if (report.updated) toast('Updated. The earlier import is deleted, and can be restored.')
    } catch (thrown) {
      setFailure(failureFrom(thrown))
    }
    setBusy(false)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (file !== null) void take(() => importFile(file, into))
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      {open !== null && open.readOnly !== true && (
        <FoundSessions
          project={open}
          busy={busy}
          onChoose={(session) => void take(() => importSession(open.id, session))}
        />
      )}
      <label className={styles.file}>
        <FileUp aria-hidden="true" />
        <span>
          {file === null ? 'Choose a file, or drop one on the window' : `${file.name}, ${formatSize(file.size)}`}
        </span>
        <input
          type="file"
          accept=".stratagem,.jsonl,.json"
          aria-label="File"
          className={styles.input}
          onChange={(event) => setFile(event.target.files?.[0] ?? null)}
        />
      </label>
      <fieldset className={styles.choices}>
        <legend className="unseen">Import into</legend>
        <Into
          label="View only"
          summary="To read, play back and verify, in a project called Imported."
          checked={into === null}
          onChoose={() => setInto(null)}
        />
        {targets.map(({ id, name }) => (
          <Into
            key={id}
            label={`Into ${name}`}
            summary="To continue a bundle there, without its project files. Sessions of other tools stay read-only."
            checked={into === id}
            onChoose={() => setInto(id)}
          />
        ))}
      </fieldset>
      {targets.length === 0 && (
        <p className={styles.summary}>To continue it, open a project first and import the file into that.</p>
      )}
      {failure !== null && <FailureAlert failure={failure} />}
      <div className={styles.actions}>
        <Button look="quiet" onClick={closeOverlay}>
          Cancel
        </Button>
        <Button type="submit" look="primary" disabled={file === null || busy}>
          {busy ? 'Importing…' : 'Import'}
        </Button>
      </div>
    </form>
  )
}

function Into(props: { label: string; summary: string; checked: boolean; onChoose: () => void }) {
  const { label, summary, checked, onChoose } = props
  return (
    <label className={styles.choice}>
      <input type="radio" name="import-into" checked={checked} onChange={onChoose} />
      <span>
        <span className={styles.label}>{label}</span>
        <span className={styles.summary}>{summary}</span>
      </span>
    </label>
  )
}
