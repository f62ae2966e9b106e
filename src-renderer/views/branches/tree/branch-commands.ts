import type { Turn } from '../../../../src-shared/run/conversation.ts'
import type { Command } from '../../../commands/command-store.ts'
import { afterNextFrame, focusRegion } from '../../../commands/focus-region.ts'
import { toastOnFailure } from '../../../stores/report.ts'
import { isReadOnly } from '../../../stores/server-cache/read-only-project.ts'
import { askAgain } from '../../../stores/session/again/ask-again.ts'
import { markOf, markTurn } from '../../../stores/session/branches.ts'
import { revealMessage } from '../../../stores/session/chat-store.ts'
import { editMessage } from '../../../stores/session/editing-store.ts'
import { openFilesDialog } from '../../../stores/session/files-dialog-store.ts'
import { canForkAt, openFork } from '../../../stores/session/fork-store.ts'
import { showSide } from '../../../stores/session/layout-store.ts'
import { useSelection } from '../../../stores/session/selection-store.ts'
import { leaves, newestRun } from '../../../stores/session/turns.ts'
import { useWorkbench } from '../../../stores/session/workbench-store.ts'
import { markActions } from './mark-actions.ts'

/** The last turn of the shown branch, which the commands apply to. */
function lastTurn(): Turn | null {
  const { tree, turnId } = useWorkbench.getState()
  if (tree?.state !== 'ready') return null
  return tree.value.turns.find((turn) => turn.id === turnId) ?? null
}

const ofTurn = (command: Omit<Command, 'run' | 'enabled' | 'group'>, run: (turn: Turn) => void): Command => ({
  ...command,
  group: 'Conversation',
  enabled: () => lastTurn() !== null,
  run: () => {
    const turn = lastTurn()
    if (turn !== null) run(turn)
  },
})

/** The same for commands that send a message, which are unavailable in a read-only project. */
function asking(command: Omit<Command, 'run' | 'enabled' | 'group'>, run: (turn: Turn) => void): Command {
  return { ...ofTurn(command, run), enabled: () => lastTurn() !== null && !isReadOnly() }
}

function edit(turn: Turn, first?: 'Strategy' | 'Model'): void {
  revealMessage(turn.id)
  editMessage(turn, first)
}

function canArchive(): boolean {
  const { tree } = useWorkbench.getState()
  const turn = lastTurn()
  return turn !== null && tree?.state === 'ready' && (markOf(turn).archived || leaves(tree.value).length > 1)
}

function filesAfter(turn: Turn): void {
  const run = newestRun(turn)
  if (run === null) return
  const at = { runId: run.id, path: null, when: 'after' } as const
  openFilesDialog({ at, turn, title: 'Files of this branch' })
}

/** The palette's commands for branches; their keys work anywhere in the window. */
export const branchCommands: readonly Command[] = [
  asking(
    {
      id: 'edit-and-resend',
      title: 'Edit the last message and ask again',
      words: 'resend branch',
      keys: 'mod+shift+e',
    },
    (turn) => edit(turn),
  ),
  asking({ id: 'ask-again', title: 'Ask the last message again', words: 'retry regenerate branch' }, (turn) => {
    void toastOnFailure(askAgain(turn))
  }),
  asking({ id: 'ask-again-strategy', title: 'Ask again with another strategy…', words: 'branch' }, (turn) =>
    edit(turn, 'Strategy'),
  ),
  asking({ id: 'ask-again-model', title: 'Ask again with another model…', words: 'branch' }, (turn) =>
    edit(turn, 'Model'),
  ),
  {
    id: 'show-branches',
    title: 'Go to the branches',
    group: 'View',
    words: 'tree history versions name archive',
    keys: 'mod+shift+b',
    enabled: () => lastTurn() !== null,
    run: () => {
      showSide('branches')
      afterNextFrame(() => focusRegion('Branches'))
    },
  },
  ofTurn({ id: 'star-branch', title: 'Star or unstar this branch' }, (turn) => {
    void markTurn(turn, markActions.s(turn))
  }),
  {
    ...ofTurn({ id: 'archive-branch', title: 'Archive or restore this branch' }, (turn) => {
      void markTurn(turn, { archived: !markOf(turn).archived })
    }),
    // The only branch is shown anyway: archiving it would change nothing that one sees.
    enabled: canArchive,
  },
  ofTurn({ id: 'files-of-branch', title: 'Files of this branch…', words: 'restore copy diff' }, filesAfter),
  {
    id: 'fork-step',
    title: 'Branch from the selected step…',
    group: 'Run',
    words: 'fork branch edit answer result',
    keys: 'mod+shift+g',
    enabled: () => {
      const { selected } = useSelection.getState()
      return selected !== null && canForkAt(selected)
    },
    run: () => {
      const { selected } = useSelection.getState()
      if (selected !== null) openFork(selected)
    },
  },
]
