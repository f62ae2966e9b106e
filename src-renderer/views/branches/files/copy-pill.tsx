import { Copy, FolderX, GitMerge, Layers2 } from 'lucide-react'
import { useState } from 'react'
import type { Run } from '../../../../src-shared/run/conversation.ts'
import type { WorkspaceCopy } from '../../../../src-shared/workspace/workspace.ts'
import type { Command } from '../../../commands/command-store.ts'
import { ask } from '../../../host/host.ts'
import styles from '../../../parts/branches/files.module.css'
import { toastOnFailure } from '../../../stores/report.ts'
import { comparisonShown } from '../../../stores/server-cache/comparisons.ts'
import { valueOr } from '../../../stores/server-cache/loadable.ts'
import { type MergeRequest, openMerge } from '../../../stores/session/merge-store.ts'
import { currentRun, useShownTurns } from '../../../stores/session/turns.ts'
import {
  branchWorkspace,
  closeCopy,
  useBranchWorkspace,
  useCopies,
  useCopy,
} from '../../../stores/session/workspaces.ts'
import { copyText } from '../../../widgets/code/copy-button.tsx'
import { Button } from '../../../widgets/controls/button.tsx'
import { Dialog } from '../../../widgets/overlays/dialog.tsx'
import { Menu } from '../../../widgets/overlays/menu.tsx'

/** Shows that the branch works in an isolated copy, with actions for the copy. */
export function CopyPill() {
  const last = useShownTurns().at(-1)
  const copy = useCopy(useBranchWorkspace(last?.turn.id ?? null, last?.run ?? null))
  const [closing, setClosing] = useState(false)
  if (copy === null || last === undefined) return null
  return (
    <>
      <CopyMenu copy={copy} run={last.run} onClose={() => setClosing(true)} />
      {closing && (
        <CloseQuestion
          copy={copy}
          onClose={(sure) => {
            setClosing(false)
            if (sure) void toastOnFailure(closeCopy(copy))
          }}
        />
      )}
    </>
  )
}

interface CopyMenuProps {
  readonly copy: WorkspaceCopy
  readonly run: Run | null
  readonly onClose: () => void
}

function CopyMenu({ copy, run, onClose }: CopyMenuProps) {
  return (
    <Menu
      trigger={
        <button type="button" className={styles.copy} title={copy.folder}>
          <Layers2 aria-hidden="true" />
          Isolated copy
        </button>
      }
      groups={[
        {
          items: [
            {
              label: 'Copy the folder’s path',
              summary: copy.folder,
              icon: <Copy />,
              run: () => void copyText(copy.folder),
            },
            ...(run === null
              ? []
              : [
                  {
                    label: 'Merge into the project…',
                    icon: <GitMerge />,
                    run: () => openMerge(mergeOfCopy(copy, run)),
                  },
                ]),
          ],
        },
        // A lane's copy is removed with its comparison.
        ...(copy.purpose === 'lane'
          ? []
          : [{ items: [{ label: 'Close the copy…', icon: <FolderX />, danger: true, run: onClose }] }]),
      ]}
    />
  )
}

function CloseQuestion({ copy, onClose }: { readonly copy: WorkspaceCopy; readonly onClose: (sure: boolean) => void }) {
  return (
    <Dialog
      open
      onClose={() => onClose(false)}
      title="Close this copy?"
      size="small"
      actions={
        <>
          <Button onClick={() => onClose(false)}>Cancel</Button>
          <Button look="danger" onClick={() => onClose(true)}>
            Close the copy
          </Button>
        </>
      }
    >
      <p>
        The folder <code className={styles.path}>{copy.folder}</code> will be deleted. Changes made by runs stay with
        their branch: you can merge them or open them again. Your own changes there are kept only as a snapshot. Ignored
        files, files over 50 MB and nested repositories are not in the snapshot and will be lost. The next message uses
        the project folder.
      </p>
    </Dialog>
  )
}

/** The copy of the shown branch, with the run at the end of the branch. */
function shownCopy(): { readonly copy: WorkspaceCopy; readonly run: Run } | null {
  const run = currentRun()
  const { workspaceId } = branchWorkspace(run?.turnId ?? null, run)
  const copy = valueOr(useCopies.getState().copies, []).find((each) => each.id === workspaceId)
  return run === null || copy === undefined ? null : { copy, run }
}

export const mergeCommand: Command = {
  id: 'merge-copy',
  title: 'Merge the isolated copy into the project…',
  group: 'Run',
  words: 'branch changes apply',
  enabled: () => !comparisonShown() && shownCopy() !== null,
  run: () => {
    const shown = shownCopy()
    if (shown !== null) openMerge(mergeOfCopy(shown.copy, shown.run))
  },
}

/**
 * Merges everything that was changed in a copy since it was created, by runs and by hand, into the project's folder.
 */
function mergeOfCopy(copy: WorkspaceCopy, run: Run): MergeRequest {
  const now = { runId: run.id, path: null, when: 'after', workspaceId: copy.id } as const
  return {
    title: `Merge “${copy.name}” into the project`,
    projectId: copy.projectId,
    base: copy.from,
    theirs: async () => (await ask('files-at', now)).now,
    into: null,
    turnId: run.turnId,
  }
}
