import { Archive, Columns2, Ellipsis, FileClock, GitMerge, MessageSquarePlus, Pencil, Star, Trash2 } from 'lucide-react'
import { branchTo, type ConversationTree, type Turn } from '../../../../src-shared/run/conversation.ts'
import { branchAfterTurn } from '../../../parts/branches/answer-with-another.ts'
import { setUpComparison } from '../../../stores/server-cache/comparisons.ts'
import { useReadOnly } from '../../../stores/server-cache/read-only-project.ts'
import { branchName, firstWords, markOf, markTurn } from '../../../stores/session/branches.ts'
import { openFilesDialog } from '../../../stores/session/files-dialog-store.ts'
import { type MergeRequest, openMerge } from '../../../stores/session/merge-store.ts'
import { newestRun } from '../../../stores/session/turns.ts'
import { useWorkbench } from '../../../stores/session/workbench-store.ts'
import { branchWorkspace } from '../../../stores/session/workspaces.ts'
import { IconButton } from '../../../widgets/controls/icon-button.tsx'
import { Menu } from '../../../widgets/overlays/menu.tsx'
import styles from './branches.module.css'
import { markActions } from './mark-actions.ts'

interface Props {
  readonly tree: ConversationTree
  readonly turn: Turn
  readonly onRename: () => void
  readonly onDelete: () => void
}

/** Actions for a turn and the branches through it. */
export function BranchMenu({ tree, turn, onRename, onDelete }: Props) {
  const { name, starred, archived } = markOf(turn)
  const readOnly = useReadOnly()
  const mark = (key: 's' | 'a') => void markTurn(turn, markActions[key](turn))
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: stops clicks in the menu from reaching the row.
    // biome-ignore lint/a11y/useKeyWithClickEvents: as above
    <span className={styles.more} onClick={(event) => event.stopPropagation()}>
      <Menu
        align="end"
        trigger={
          <IconButton small label="Actions for this branch" tabIndex={-1} side="left">
            <Ellipsis aria-hidden="true" />
          </IconButton>
        }
        groups={[
          {
            items: [
              { label: name === null ? 'Name the branch…' : 'Rename…', icon: <Pencil />, keys: 'F2', run: onRename },
              { label: starred ? 'Unstar' : 'Star', icon: <Star />, keys: 's', run: () => mark('s') },
              {
                label: archived ? 'Restore from archive' : 'Archive',
                icon: <Archive />,
                keys: 'a',
                run: () => mark('a'),
              },
            ],
          },
          {
            items: [...(readOnly ? [] : goingOn(turn)), ...fileItems(tree, turn)],
          },
          { items: [{ label: 'Delete…', icon: <Trash2 />, keys: 'Delete', danger: true, run: onDelete }] },
        ]}
      />
    </span>
  )
}

const goingOn = (turn: Turn) => [
  { label: 'Reply with another message', icon: <MessageSquarePlus />, run: () => branchAfterTurn(turn) },
  {
    label: 'Compare strategies…',
    icon: <Columns2 />,
    run: () => setUpComparison({ kind: 'turn', turnId: turn.id }, turn.message),
  },
]

function fileItems(tree: ConversationTree, turn: Turn) {
  const run = newestRun(turn)
  if (run === null || run.after === null) return []
  const merge = mergeOfBranch(tree, turn)
  return [
    {
      label: 'Files after this…',
      icon: <FileClock />,
      run: () =>
        openFilesDialog({
          at: { runId: run.id, path: null, when: 'after' },
          turn,
          title: 'Files after this answer',
        }),
    },
    ...(merge === null ? [] : [{ label: 'Merge its changes…', icon: <GitMerge />, run: () => openMerge(merge) }]),
  ]
}

/**
 * The changes of a branch up to a turn, to merge into the workspace of the shown branch: the changes since the two
 * diverged or, on the shown branch itself, the changes of that turn. Null without snapshots.
 */
function mergeOfBranch(tree: ConversationTree, turn: Turn): MergeRequest | null {
  const { turnId } = useWorkbench.getState()
  const shown = turnId === null ? [] : branchTo(tree.turns, turnId)
  const first = branchTo(tree.turns, turn.id).find((each) => !shown.includes(each)) ?? turn
  const base = newestRun(first)?.before ?? null
  const theirs = newestRun(turn)?.after ?? null
  const end = shown.at(-1)
  if (base === null || theirs === null || base === theirs) return null
  return {
    title: `Merge “${branchName(tree.turns, turn.id) ?? firstWords(turn.message).slice(0, 60)}”`,
    projectId: tree.conversation.projectId,
    base,
    theirs: async () => theirs,
    into: branchWorkspace(turnId, end === undefined ? null : newestRun(end)).workspaceId,
    turnId: turn.id,
  }
}
