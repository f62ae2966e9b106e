import { Columns2, Cpu, Ellipsis, FileClock, ListChecks, RotateCw, Workflow } from 'lucide-react'
import type { Turn } from '../../../../src-shared/run/conversation.ts'
import { toastOnFailure } from '../../../stores/report.ts'
import { setUpComparison } from '../../../stores/server-cache/comparisons.ts'
import { askAgain } from '../../../stores/session/again/ask-again.ts'
import { editMessage } from '../../../stores/session/editing-store.ts'
import { openFilesDialog } from '../../../stores/session/files-dialog-store.ts'
import { newestRun } from '../../../stores/session/turns.ts'
import { IconButton } from '../../../widgets/controls/icon-button.tsx'
import { Menu } from '../../../widgets/overlays/menu.tsx'
import { saveTurnWithLastCheck } from '../../lanes/save-as-task.ts'

/** Further actions on a message: sending it again in other ways, and its files. */
export function MessageMenu({ turn }: { readonly turn: Turn }) {
  const run = newestRun(turn)
  const files = run === null || run.before === null ? [] : [filesItem(turn, run.id)]
  return (
    <Menu
      align="end"
      trigger={
        <IconButton small label="More for this message">
          <Ellipsis aria-hidden="true" />
        </IconButton>
      }
      groups={[
        {
          label: 'Ask again in a new branch',
          items: [
            { label: 'Unchanged', icon: <RotateCw />, keys: 'r', run: () => void toastOnFailure(askAgain(turn)) },
            { label: 'With another strategy…', icon: <Workflow />, run: () => editMessage(turn, 'Strategy') },
            { label: 'With another model…', icon: <Cpu />, run: () => editMessage(turn, 'Model') },
            {
              label: 'Compare strategies…',
              icon: <Columns2 />,
              run: () => setUpComparison({ kind: 'turn', turnId: turn.id }, turn.message),
            },
          ],
        },
        { items: [...files, taskItem(turn)] },
      ]}
    />
  )
}

const taskItem = (turn: Turn) => ({
  label: 'Save as a test task',
  icon: <ListChecks />,
  run: () => void toastOnFailure(saveTurnWithLastCheck(turn.id)),
})

function filesItem(turn: Turn, runId: string) {
  return {
    label: 'Files before this message…',
    icon: <FileClock />,
    run: () => openFilesDialog({ at: { runId, path: null, when: 'before' }, turn, title: 'Files before this message' }),
  }
}
