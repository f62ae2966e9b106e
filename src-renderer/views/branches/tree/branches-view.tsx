import { Archive, GitBranch } from 'lucide-react'
import { useMemo, useState } from 'react'
import { counted } from '../../../../src-shared/base/format.ts'
import type { ConversationTree } from '../../../../src-shared/run/conversation.ts'
import { leaves, useBranch } from '../../../stores/session/turns.ts'
import { useWorkbench } from '../../../stores/session/workbench-store.ts'
import { Button } from '../../../widgets/controls/button.tsx'
import { EmptyState } from '../../../widgets/feedback/empty-state.tsx'
import { ErrorState } from '../../../widgets/feedback/error-state.tsx'
import { Skeleton } from '../../../widgets/feedback/skeleton.tsx'
import { branchRows } from './branch-rows.ts'
import { BranchTreeList } from './branch-tree-list.tsx'
import styles from './branches.module.css'

/** All turns of the conversation as a tree. Region "Branches". */
export function BranchesView() {
  const tree = useWorkbench((state) => state.tree)
  return (
    <section className={styles.branches} aria-label="Branches">
      {tree?.state === 'loading' && <Skeleton lines={5} label="Loading the branches" />}
      {tree?.state === 'failed' && <ErrorState failure={tree.failure} />}
      {tree?.state === 'ready' && tree.value.turns.length > 0 && (
        <Contents key={tree.value.conversation.id} tree={tree.value} />
      )}
      {(tree === null || (tree.state === 'ready' && tree.value.turns.length === 0)) && (
        <EmptyState
          icon={<GitBranch />}
          title="No branches yet"
          text="Edit a message, ask it again, or branch from any step. Every version is kept here, with its cost and changes."
        />
      )}
    </section>
  )
}

function Contents({ tree }: { readonly tree: ConversationTree }) {
  const [showArchived, setShowArchived] = useState(false)
  const branch = useBranch()
  const { rows, forksAtStart, archived } = useMemo(
    () => branchRows(tree.turns, showArchived, new Set(branch.map((turn) => turn.id))),
    [tree, showArchived, branch],
  )
  const count = leaves(tree).length
  const anyArchived = archived > 0 || showArchived
  return (
    <>
      <header className={styles.head}>
        <span className={styles.counts}>
          {counted(count, 'branch', 'branches')}
          <span className="figure">{counted(tree.turns.length, 'message')}</span>
        </span>
        {anyArchived && (
          <Button
            small
            look="quiet"
            icon={<Archive aria-hidden="true" />}
            aria-pressed={showArchived}
            onClick={() => setShowArchived(!showArchived)}
          >
            Show archived
          </Button>
        )}
      </header>
      <BranchTreeList tree={tree} rows={rows} forksAtStart={forksAtStart} branch={branch} />
    </>
  )
}
