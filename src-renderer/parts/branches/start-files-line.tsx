import { FileClock } from 'lucide-react'
import { formatFiles, plural } from '../../../src-shared/base/format.ts'
import type { Run, Turn } from '../../../src-shared/run/conversation.ts'
import { besideText } from '../../../src-shared/workspace/beside.ts'
import { isUnderWay } from '../../stores/runs/runs.ts'
import { restoreFiles } from '../../stores/server-cache/files.ts'
import { newestRun } from '../../stores/session/turns.ts'
import { Button } from '../../widgets/controls/button.tsx'
import styles from './forked-from.module.css'

/** Under a message that was asked again: what became of the files before it, with its undo. */
export function StartedFilesLine({ turn }: { readonly turn: Turn }) {
  const run = newestRun(turn)
  if (run?.startedFiles === undefined) return null
  return (
    <p className={styles.line} role="status" aria-label="Files that this message started from">
      <FileClock aria-hidden="true" />
      <span>{textOf(run.startedFiles)}</span>
      <UndoButton run={run} />
    </p>
  )
}

function textOf(started: NonNullable<Run['startedFiles']>): string {
  if (started.kind === 'kept')
    return `On the current files: ${plural(started.differ, 'one differs', `${started.differ} differ`)} from before this message.`
  const { files, kept, beside = [] } = started
  const [first] = kept
  const left = first === undefined ? '' : ` Not restored: ${first.path}${more(kept.length)} (${first.why})`
  return `Files as before this message: ${formatFiles(files)} went back.${left}${beside.length === 0 ? '' : ` In no snapshot, so left as it is: ${besideText(beside, 3)}.`}`
}

const more = (count: number): string => (count > 1 ? ` and ${count - 1} more` : '')

/** Not while the run works on the files. */
function UndoButton({ run }: { readonly run: Run }) {
  const { startedFiles, projectId, workspaceId = null } = run
  if (startedFiles?.kind !== 'restored' || run.imported === true || isUnderWay(run)) return null
  const undo = () => void restoreFiles({ projectId, workspaceId, snapshot: startedFiles.undo, expect: null })
  return (
    <Button
      small
      look="quiet"
      title="Brings back the files from just before this message was asked again. You can undo that, too."
      onClick={undo}
    >
      Undo
    </Button>
  )
}
