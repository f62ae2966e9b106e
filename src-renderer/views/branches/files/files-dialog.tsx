import { FileCheck, FolderClock } from 'lucide-react'
import type { FilesAt } from '../../../../src-shared/api/files-requests.ts'
import type { Turn } from '../../../../src-shared/run/conversation.ts'
import { ChangedFiles } from '../../../parts/changes/changed-files.tsx'
import { restoreFiles } from '../../../stores/server-cache/files.ts'
import type { Loadable } from '../../../stores/server-cache/loadable.ts'
import { firstWords } from '../../../stores/session/branches.ts'
import { useShownRun } from '../../../stores/session/turns.ts'
import { useWorkbench } from '../../../stores/session/workbench-store.ts'
import { useBranchWorkspace } from '../../../stores/session/workspaces.ts'
import { Button } from '../../../widgets/controls/button.tsx'
import { EmptyState } from '../../../widgets/feedback/empty-state.tsx'
import { ErrorState } from '../../../widgets/feedback/error-state.tsx'
import { Skeleton } from '../../../widgets/feedback/skeleton.tsx'
import { Dialog } from '../../../widgets/overlays/dialog.tsx'
import '../../../parts/changes/changes.css'
import styles from '../../../parts/branches/files.module.css'
import { openBranchInCopy } from '../../../parts/branches/open-branch-in-copy.tsx'
import { useFilesAt } from '../../../parts/branches/use-files-at.ts'
import { closeFilesDialog, useFilesDialog } from '../../../stores/session/files-dialog-store.ts'

/** The files at a position of a run: shows what restoring them would change, and restores them. */
export function FilesDialog() {
  const question = useFilesDialog((state) => state.question)
  const shown = useWorkbench((state) => state.turnId)
  const run = useShownRun()
  const workspaceId = useBranchWorkspace(shown, run)
  const files = useFilesAt(question?.at ?? null, workspaceId)
  if (question === null) return null
  const { turn, at, title } = question
  return (
    <Dialog
      open
      onClose={closeFilesDialog}
      title={title}
      description={`“${firstWords(turn.message)}”`}
      size="large"
      actions={
        <Actions
          files={files}
          turn={turn}
          workspaceId={workspaceId}
          copyable={at.path === null && at.when === 'after'}
        />
      }
    >
      <div className={styles.body}>
        <Contents files={files} />
      </div>
    </Dialog>
  )
}

function Contents({ files }: { readonly files: Loadable<FilesAt> }) {
  if (files.state === 'loading') return <Skeleton lines={4} label="Comparing the files" />
  if (files.state === 'failed') return <ErrorState failure={files.failure} />
  const { snapshot, changes, foreign, beside } = files.value
  if (snapshot === null)
    return (
      <EmptyState
        icon={<FolderClock />}
        title="No snapshot is available here"
        text="There is nothing to restore from. Choose an earlier or later step or message."
      />
    )
  if (changes.files.length === 0 && beside.length === 0)
    return (
      <EmptyState
        icon={<FileCheck />}
        title="The files have not changed"
        text="The files are the same as at this point."
      />
    )
  return (
    <>
      <p className={styles.lead}>
        Restoring makes these changes to the current files. You can undo it.
        {foreign.length > 0 && ' Files changed outside Stratagem since the last run are marked.'}
      </p>
      <div className={`changes ${styles.list}`}>
        <ChangedFiles changes={changes} foreign={foreign} />
      </div>
    </>
  )
}

interface ActionsProps {
  readonly files: Loadable<FilesAt>
  readonly turn: Turn
  readonly workspaceId: string | null
  readonly copyable: boolean
}

function Actions({ files, turn, workspaceId, copyable }: ActionsProps) {
  const projectId = useWorkbench((state) => state.project?.id ?? null)
  const state = files.state === 'ready' ? files.value : null
  const snapshot = state?.snapshot ?? null
  const differ = state !== null && state.changes.files.length > 0
  const restore = async () => {
    if (projectId === null || snapshot === null || state === null) return
    closeFilesDialog()
    await restoreFiles({ projectId, workspaceId, snapshot, expect: state.now })
  }
  const copy = () => {
    if (snapshot === null) return
    closeFilesDialog()
    void openBranchInCopy(turn, snapshot)
  }
  return (
    <>
      <Button onClick={closeFilesDialog}>Keep the files</Button>
      {copyable && (
        <Button disabled={snapshot === null} onClick={copy}>
          Open a copy
        </Button>
      )}
      <Button look="primary" disabled={!differ || snapshot === null} onClick={restore}>
        Restore
      </Button>
    </>
  )
}
