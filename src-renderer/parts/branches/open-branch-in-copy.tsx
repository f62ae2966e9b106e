import { toast } from 'sonner'
import type { Turn } from '../../../src-shared/run/conversation.ts'
import { toastOnFailure } from '../../stores/report.ts'
import { branchName, firstWords } from '../../stores/session/branches.ts'
import { useWorkbench } from '../../stores/session/workbench-store.ts'
import { cancelCopy, openCopy, setBranchWorkspace } from '../../stores/session/workspaces.ts'
import { branchAfterTurn } from './answer-with-another.ts'
import { CopyProgressBar } from './copy-progress-bar.tsx'
import { goToTurn } from './go-to-turn.ts'

/** Opens a branch in an isolated copy, so that its next message works there. */
export async function openBranchInCopy(turn: Turn, snapshot: string): Promise<void> {
  const { project, tree } = useWorkbench.getState()
  if (project === null || tree?.state !== 'ready') return
  const { turns } = tree.value
  const name = branchName(turns, turn.id) ?? firstWords(turn.message)
  const wait = toast.loading(<CopyProgressBar />, { action: { label: 'Cancel', onClick: cancelCopy } })
  let opened = false
  const made = await toastOnFailure(
    openCopy(project.id, name, snapshot).then((copy) => {
      if (copy === null) return void toast('Copying canceled', { description: 'The unfinished copy was deleted.' })
      opened = true
      setBranchWorkspace(turn.id, copy.id)
      toast('The branch is open in a copy', { description: copy.folder, duration: 8000 })
    }),
  )
  toast.dismiss(wait)
  if (!made || !opened) return
  goToTurn(turn.id)
  // Existing later turns work in another workspace, so the copy needs a new branch after this turn.
  if (turns.some((each) => each.parentId === turn.id)) branchAfterTurn(turn)
}
