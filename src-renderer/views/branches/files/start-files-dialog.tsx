import { useState } from 'react'
import { type Failure, failureFrom } from '../../../../src-shared/base/failure.ts'
import styles from '../../../parts/branches/files.module.css'
import { changesText } from '../../../parts/branches/files-text.ts'
import {
  copyForMessage,
  type FilesDoubt,
  type StartFilesQuestion,
  useStartFiles,
} from '../../../stores/session/again/start-files-store.ts'
import { firstWords } from '../../../stores/session/branches.ts'
import { Button } from '../../../widgets/controls/button.tsx'
import { FailureAlert } from '../../../widgets/feedback/alert.tsx'
import { Dialog } from '../../../widgets/overlays/dialog.tsx'

const titles: { readonly [why in FilesDoubt]: string } = {
  changed: 'Files have changed since this message',
  'not-known': 'No snapshot from before this message',
  busy: 'A run is working on these files',
}

/** Asks what becomes of the files before a message that is asked again, if only the user can say. */
export function StartFilesDialog() {
  const question = useStartFiles((state) => state.question)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [copying, setCopying] = useState(false)
  if (question === null) return null
  const { turn, why, snapshot, compared, answer } = question
  const end = (decided: Parameters<typeof answer>[0]) => {
    setFailure(null)
    answer(decided)
  }
  const copy = async (from: string) => {
    setCopying(true)
    try {
      const made = await copyForMessage(turn, from)
      if (made !== null) end(made)
    } catch (thrown) {
      setFailure(failureFrom(thrown))
    } finally {
      setCopying(false)
    }
  }
  const differ = compared?.changes.files.length ?? 0
  const isRestorable = why === 'changed' && snapshot !== null && compared !== null
  const restore = () => {
    if (isRestorable) end({ files: { kind: 'restore', snapshot, expect: compared.now } })
  }
  return (
    <Dialog
      open
      onClose={() => end(null)}
      title={titles[why]}
      description={`“${firstWords(turn.message)}”`}
      actions={
        <>
          <Button onClick={() => end(null)}>Cancel</Button>
          <Button onClick={() => end({ files: { kind: 'keep', differ } })}>Keep the current files</Button>
          {isRestorable && <Button onClick={restore}>Restore</Button>}
          {snapshot !== null && (
            <Button look="primary" disabled={copying} onClick={() => void copy(snapshot)}>
              Work in a copy
            </Button>
          )}
        </>
      }
    >
      <Explanation question={question} />
      {failure !== null && <FailureAlert failure={failure} />}
    </Dialog>
  )
}

/** Files are named up to this number. */
const maxNamed = 8

function Explanation({ question: { why, compared } }: { readonly question: StartFilesQuestion }) {
  if (why === 'busy')
    return (
      <p>The files can’t be restored now. Start from the current files, or work in a copy of the files from before.</p>
    )
  if (why === 'not-known' || compared === null)
    return <p>The files from before this message were not recorded. It can only start from the current files.</p>
  const { foreign, changes } = compared
  return (
    <>
      <p>
        These were changed outside this conversation: in an editor, by git, or by another run. Restoring takes back{' '}
        {changesText(changes)}, these included. You can undo it.
      </p>
      <ul>
        {foreign.slice(0, maxNamed).map((path) => (
          <li key={path}>
            <code className={styles.path}>{path}</code>
          </li>
        ))}
        {foreign.length > maxNamed && <li>and {foreign.length - maxNamed} more</li>}
      </ul>
    </>
  )
}
