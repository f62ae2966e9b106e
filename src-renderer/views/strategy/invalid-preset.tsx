import { useState } from 'react'
import { toast } from 'sonner'
import { type Failure, failureFrom } from '../../../src-shared/base/failure.ts'
import type { PresetEntry, PresetProblem } from '../../../src-shared/strategy/preset.ts'
import { ask } from '../../host/host.ts'
import { toastOnFailure } from '../../stores/report.ts'
import { loadPresets } from '../../stores/server-cache/preset-store.ts'
import { openProjectId } from '../../stores/session/workbench-store.ts'
import { Button } from '../../widgets/controls/button.tsx'
import { TextArea } from '../../widgets/controls/text-area.tsx'
import { Alert, FailureAlert } from '../../widgets/feedback/alert.tsx'
import styles from './strategy-editor.module.css'

interface InvalidPresetProps {
  readonly entry: PresetEntry
  /** Called with the corrected preset, or with null if it was deleted. */
  readonly onDone: (corrected: PresetEntry | null) => void
}

/** The errors of a preset, whose text can be corrected here, or which can be deleted after a confirmation. */
export function InvalidPreset({ entry, onDone }: InvalidPresetProps) {
  const { problem, name, file } = entry
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Alert
        level="error"
        message={`The preset “${name}” is invalid.`}
        advice={`${problem?.field ?? ''}: ${problem?.why ?? ''}`}
        detail={file === null ? undefined : `Correct it here or in ${file}. Changes to the file are picked up.`}
        actions={
          !asking && (
            <Button small onClick={() => setAsking(true)}>
              Delete…
            </Button>
          )
        }
      />
      {asking && <DeleteQuestion entry={entry} onDeleted={() => onDone(null)} onKept={() => setAsking(false)} />}
      {entry.text !== null && <Correction entry={entry} text={entry.text} onCorrected={onDone} />}
    </>
  )
}

interface CorrectionProps {
  readonly entry: PresetEntry
  readonly text: string
  readonly onCorrected: (corrected: PresetEntry) => void
}

/** Its text for editing; the host validates it before it replaces the preset. */
function Correction({ entry: { id, source }, text: before, onCorrected }: CorrectionProps) {
  const [text, setText] = useState(before)
  const [problem, setProblem] = useState<PresetProblem | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const save = async () => {
    setFailure(null)
    try {
      const projectId = openProjectId()
      const reading = await ask('preset-import', { text, projectId })
      if (!reading.ok) return setProblem(reading.problem)
      const corrected = await ask('preset-save', { projectId, source, id, preset: reading.preset })
      await loadPresets()
      toast.success(`Saved “${corrected.name}”`)
      onCorrected(corrected)
    } catch (thrown) {
      setFailure(failureFrom(thrown))
    }
  }
  return (
    <section className={styles.correction} aria-label="Correct the preset">
      <TextArea
        label="As text"
        mono
        rows={14}
        value={text}
        problem={problem === null ? null : `${problem.field}: ${problem.why}`}
        onChange={(event) => {
          setText(event.target.value)
          setProblem(null)
        }}
      />
      {failure !== null && <FailureAlert bare failure={failure} />}
      <div className={styles.tools}>
        <Button small look="primary" disabled={text === before} onClick={() => void save()}>
          Save corrected
        </Button>
      </div>
    </section>
  )
}

interface DeleteQuestionProps {
  readonly entry: PresetEntry
  readonly onDeleted: () => void
  readonly onKept: () => void
}

function DeleteQuestion({ entry: { id, name, file }, onDeleted, onKept }: DeleteQuestionProps) {
  const remove = async () => {
    if (!(await toastOnFailure(ask('preset-delete', { projectId: openProjectId(), id })))) return
    await loadPresets()
    onDeleted()
  }
  return (
    <Alert
      level="warning"
      message={file === null ? `Delete “${name}”?` : `Delete the file ${file}?`}
      advice="Its content is lost: an invalid preset can’t be restored."
      actions={
        <>
          <Button small look="danger" onClick={() => void remove()}>
            Delete for good
          </Button>
          <Button small onClick={onKept}>
            Keep it
          </Button>
        </>
      }
    />
  )
}
