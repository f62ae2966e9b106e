import { FileClock } from 'lucide-react'
import { useState } from 'react'
import type { FilesAt } from '../../../../src-shared/api/files-requests.ts'
import { assertNever } from '../../../../src-shared/base/assert-never.ts'
import { counted, plural } from '../../../../src-shared/base/format.ts'
import type { Turn } from '../../../../src-shared/run/conversation.ts'
import { besideText } from '../../../../src-shared/workspace/beside.ts'
import { type FilesChoice, filesToAskAgain } from '../../../../src-shared/workspace/start-files.ts'
import { useFilesVersion } from '../../../stores/server-cache/files.ts'
import { useAnswer } from '../../../stores/server-cache/use-answer.ts'
import type { DecidedFiles } from '../../../stores/session/again/start-files-store.ts'
import { openFilesDialog } from '../../../stores/session/files-dialog-store.ts'
import { newestRun } from '../../../stores/session/turns.ts'
import { workspaceOfRun } from '../../../stores/session/workspaces.ts'
import { Button } from '../../../widgets/controls/button.tsx'
import { changesText } from '../../branches/files-text.ts'
import styles from './message-editor.module.css'

/** What an edited message starts from, and the user's choice. */
export interface EditedFiles {
  readonly turn: Turn
  readonly compared: FilesAt | null
  readonly keeps: boolean
  setKeeps(keeps: boolean): void
  /** Not given: it is decided when the message is sent, and the user is asked if need be. */
  readonly decided: DecidedFiles | undefined
}

export function useEditedFiles(turn: Turn): EditedFiles {
  const [keeps, setKeeps] = useState(false)
  const version = useFilesVersion((each) => each.version)
  const run = newestRun(turn)
  const known = run === null || run.imported === true ? null : { turnId: turn.id, ...workspaceOfRun(run) }
  const { answer } = useAnswer('files-before-message', known, String(version))
  const compared = answer.state === 'ready' ? answer.value : null
  const differ = compared?.changes.files.length ?? 0
  return { turn, compared, keeps, setKeeps, decided: keeps ? { files: { kind: 'keep', differ } } : undefined }
}

/** In the editor of a message: which files it starts from, and the other choice. */
export function EditedFilesLine({ turn, compared, keeps, setKeeps }: EditedFiles) {
  if (compared === null) return null
  const choice = filesToAskAgain(compared)
  if (choice.kind === 'as-they-are') return null
  const run = newestRun(turn)
  const show = () => {
    if (run === null) return
    const at = { runId: run.id, path: null, when: 'before' } as const
    openFilesDialog({ at, turn, title: 'Files before this message' })
  }
  const [title, text] = keeps ? keptWords(compared) : wordsOf(choice, compared)
  return (
    <div className={styles.files} role="status" aria-label="Files for this message">
      <FileClock aria-hidden="true" />
      <span className={styles.filesText}>
        <strong>{title}</strong> {text}
      </span>
      <span className={styles.filesActions}>
        {compared.snapshot !== null && (
          <Button small look="quiet" onClick={show}>
            Show
          </Button>
        )}
        <Button small look="quiet" onClick={() => setKeeps(!keeps)}>
          {keeps ? 'Use the files from before instead' : 'Use the current files instead'}
        </Button>
      </span>
    </div>
  )
}

function wordsOf(choice: FilesChoice, { changes, foreign, beside }: FilesAt): readonly [title: string, text: string] {
  const left = beside.length === 0 ? '' : ` In no snapshot, so left as it is: ${besideText(beside, 3)}.`
  switch (choice.kind) {
    case 'as-they-are':
      return ['Files as before this message.', '']
    case 'restore':
      return [
        'Files as before this message.',
        `${changesText(changes)} ${plural(changes.files.length, 'goes', 'go')} back; this branch keeps its own.${left}`,
      ]
    case 'ask': {
      const others = counted(foreign.length, 'file was', 'files were')
      return [
        'Files have changed since.',
        `${others} changed outside this conversation. You are asked when you send.${left}`,
      ]
    }
    case 'not-known':
      return ['No snapshot from before this message.', 'You are asked when you send.']
    default:
      return assertNever(choice)
  }
}

function keptWords({ snapshot, changes }: FilesAt): readonly [title: string, text: string] {
  const differ = counted(changes.files.length, 'file differs', 'files differ')
  return ['The current files.', snapshot === null ? '' : `${differ} from before this message.`]
}
