import { useRef, useState } from 'react'
import { failureFrom } from '../../../src-shared/base/failure.ts'
import type { Preset, PresetProblem } from '../../../src-shared/strategy/preset.ts'
import { ask } from '../../host/host.ts'
import { openProjectId } from '../../stores/session/workbench-store.ts'
import { Button } from '../../widgets/controls/button.tsx'
import { TextArea } from '../../widgets/controls/text-area.tsx'
import styles from './strategy-editor.module.css'

/** Imports a preset from text or a file. The host validates it and it is opened in the editor; it is not saved yet. */
export function ImportForm({ onRead }: { onRead: (preset: Preset) => void }) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<PresetProblem | null>(null)
  const file = useRef<HTMLInputElement>(null)
  const read = async (content: string) => {
    try {
      const reading = await ask('preset-import', { text: content, projectId: openProjectId() })
      if (reading.ok) onRead(reading.preset)
      else setProblem(reading.problem)
    } catch (thrown) {
      setProblem({ field: 'file', why: failureFrom(thrown).message })
    }
  }
  const take = async (chosen: File | undefined) => {
    if (chosen === undefined) return
    const content = await chosen.text()
    setText(content)
    await read(content)
  }
  return (
    <div className={styles.import}>
      <TextArea
        label="Preset as text"
        mono
        rows={5}
        value={text}
        problem={problem === null ? null : `${problem.field}: ${problem.why}`}
        onChange={(event) => {
          setText(event.target.value)
          setProblem(null)
        }}
      />
      <input
        ref={file}
        type="file"
        accept=".json,application/json"
        hidden
        aria-label="Preset file"
        onChange={(event) => void take(event.target.files?.[0])}
      />
      <div className={styles.tools}>
        <Button small look="primary" disabled={text.trim() === ''} onClick={() => void read(text)}>
          Read
        </Button>
        <Button small onClick={() => file.current?.click()}>
          From a file…
        </Button>
      </div>
    </div>
  )
}
