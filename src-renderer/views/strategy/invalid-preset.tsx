import { useState } from 'react'
import type { PresetEntry } from '../../../src-shared/preset.ts'
import { ask } from '../../host.ts'
import { loadPresets } from '../../stores/preset-store.ts'
import { carryOut } from '../../stores/report.ts'
import { openProjectId } from '../../stores/workbench-store.ts'
import { Alert } from '../../widgets/alert.tsx'
import { Button } from '../../widgets/button.tsx'

interface InvalidPresetProps {
  readonly entry: PresetEntry
  readonly onDeleted: () => void
}

/** What is wrong with a preset. It can't be saved again as it is, so that deleting it is asked about. */
export function InvalidPreset({ entry, onDeleted }: InvalidPresetProps) {
  const { id, problem, name, file } = entry
  const [asking, setAsking] = useState(false)
  const remove = async () => {
    const projectId = openProjectId()
    if (!(await carryOut(ask('preset-delete', { projectId, id })))) return
    await loadPresets()
    onDeleted()
  }
  return (
    <>
      <Alert
        level="error"
        message={`The preset “${name}” is invalid.`}
        advice={`${problem?.field ?? ''}: ${problem?.why ?? ''}`}
        detail={file === null ? undefined : `Correct the file ${file}, and it is read again.`}
        actions={
          !asking && (
            <Button small onClick={() => setAsking(true)}>
              Delete…
            </Button>
          )
        }
      />
      {asking && (
        <Alert
          level="warning"
          message={file === null ? `Delete “${name}”?` : `Delete the file ${file}?`}
          advice="What stands in it is lost: an invalid preset can’t be brought back."
          actions={
            <>
              <Button small look="danger" onClick={() => void remove()}>
                Delete for good
              </Button>
              <Button small onClick={() => setAsking(false)}>
                Keep it
              </Button>
            </>
          }
        />
      )}
    </>
  )
}
