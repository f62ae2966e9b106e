import { FileClock } from 'lucide-react'
import type { FilesAt } from '../../../src-shared/api/files-requests.ts'
import type { ConversationTree, Run } from '../../../src-shared/run/conversation.ts'
import { isUnderWay } from '../../stores/runs/runs.ts'
import { keepFiles, restoreFiles, useKeptFiles } from '../../stores/server-cache/files.ts'
import { type FilesPlace, openFilesDialog } from '../../stores/session/files-dialog-store.ts'
import { type ShownTurn, useShownTurns } from '../../stores/session/turns.ts'
import { useWorkbench } from '../../stores/session/workbench-store.ts'
import { useBranchWorkspace } from '../../stores/session/workspaces.ts'
import { Button } from '../../widgets/controls/button.tsx'
import styles from './files.module.css'
import { changesText } from './files-text.ts'
import { openBranchInCopy } from './open-branch-in-copy.tsx'
import { useFilesAt } from './use-files-at.ts'

/**
 * Shows when the shown branch's files differ from the current ones, and what can be done. Changes made only by others
 * since then are not reported: the next message works on the files as they are.
 */
export function FilesBar() {
  const tree = useWorkbench((state) => state.tree)
  const last = useShownTurns().at(-1)
  const workspaceId = useBranchWorkspace(last?.turn.id ?? null, last?.run ?? null)
  const value = tree?.state === 'ready' ? tree.value : null
  const run = last?.run ?? null
  const at = value !== null && run !== null && mayDiffer(value, run, workspaceId) ? placeAfter(run) : null
  const files = useFilesAt(at, workspaceId, value === null ? '' : endings(value))
  if (at === null || last === undefined || files.state !== 'ready' || files.value.snapshot === null) return null
  return <Bar last={last} at={at} workspaceId={workspaceId} files={files.value} snapshot={files.value.snapshot} />
}

/** False while a run works on the files, because their state is not final. */
function mayDiffer(tree: ConversationTree, run: Run, workspaceId: string | null): boolean {
  if (run.after === null) return false
  return !tree.turns
    .flatMap((turn) => turn.runs)
    .some((each) => isUnderWay(each) && (each.workspaceId ?? null) === workspaceId)
}

const placeAfter = (run: Run): FilesPlace => ({ runId: run.id, path: null, when: 'after' })

/** A key that changes when a run ends, since each may have changed files. */
function endings(tree: ConversationTree): string {
  return String(tree.turns.flatMap((turn) => turn.runs).filter((run) => run.after !== null).length)
}

interface BarProps {
  readonly last: ShownTurn
  readonly at: FilesPlace
  readonly workspaceId: string | null
  readonly files: FilesAt
  readonly snapshot: string
}

function Bar({ last, at, workspaceId, files, snapshot }: BarProps) {
  const { turn } = last
  const states = `${files.now} ${snapshot}`
  const dismissed = useKeptFiles((state) => state.kept[turn.id] === states)
  const projectId = useWorkbench((state) => state.project?.id ?? null)
  const foreign = files.changes.files.filter((file) => files.foreign.includes(file.path)).length
  if (dismissed || projectId === null || foreign === files.changes.files.length) return null
  const restore = () => void restoreFiles({ projectId, workspaceId, snapshot, expect: files.now })
  return (
    <div className={styles.bar} role="status" aria-label="Files of this branch">
      <FileClock aria-hidden="true" />
      <span className={styles.barText}>
        This branch’s files differ: <span className="figure">{changesText(files.changes)}</span>
        {foreign > 0 && <span className={styles.foreign}> {foreign} changed outside Stratagem since</span>}
      </span>
      <span className={styles.barActions}>
        <Button small look="quiet" onClick={() => openFilesDialog({ at, turn, title: 'Files of this branch' })}>
          Show
        </Button>
        <Button small look="quiet" onClick={restore}>
          Restore
        </Button>
        <Button small look="quiet" onClick={() => keepFiles(turn.id, states)}>
          Keep
        </Button>
        <Button small look="quiet" onClick={() => void openBranchInCopy(turn, snapshot)}>
          Open a copy
        </Button>
      </span>
    </div>
  )
}
