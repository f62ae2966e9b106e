import { branchTo, type ConversationTree, type Turn } from '../../../../src-shared/run/conversation.ts'
import { branchName, firstWords } from '../../../stores/session/branches.ts'
import type { MergeRequest } from '../../../stores/session/merge-store.ts'
import { newestRun } from '../../../stores/session/turns.ts'
import { useWorkbench } from '../../../stores/session/workbench-store.ts'
import { placeNow } from '../../../stores/session/workspaces.ts'

/**
 * What a branch changed up to a turn, for the place of the branch that is shown: from where the two part on, or, on
 * the shown branch itself, what that one turn changed. Null where no snapshots were taken.
 */
export function mergeOfBranch(tree: ConversationTree, turn: Turn): MergeRequest | null {
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
    into: placeNow(turnId, end === undefined ? null : newestRun(end)).workspaceId,
    turnId: turn.id,
  }
}
