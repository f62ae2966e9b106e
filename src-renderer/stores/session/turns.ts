import { useMemo } from 'react'
import { create } from 'zustand'
import { branchTo, type ConversationTree, type Run, type Turn } from '../../../src-shared/run/conversation.ts'
import { leafUnder } from './conversations.ts'
import { useWorkbench } from './workbench-store.ts'

const noTurns: readonly Turn[] = []

/** The turns of the shown branch, oldest first. */
export function useBranch(): readonly Turn[] {
  const tree = useWorkbench((state) => state.tree)
  const turnId = useWorkbench((state) => state.turnId)
  return useMemo(
    () => (tree?.state === 'ready' && turnId !== null ? branchTo(tree.value.turns, turnId) : noTurns),
    [tree, turnId],
  )
}

/** By turn, the run that the user chose instead of the turn's newest; shared by all views. */
interface ChosenRuns {
  readonly [turnId: string]: string
}
const useChosenRuns = create<ChosenRuns>(() => ({}))

export function chooseRun(turnId: string, runId: string): void {
  useChosenRuns.setState({ [turnId]: runId })
}

/** The run that is shown for a turn: the chosen one, otherwise its newest. */
function shownRun(turn: Turn, chosen: ChosenRuns): Run | null {
  return turn.runs.find((run) => run.id === chosen[turn.id]) ?? newestRun(turn)
}

export function newestRun(turn: Turn): Run | null {
  return turn.runs.reduce<Run | null>(
    (newest, each) => (newest === null || each.startedAt >= newest.startedAt ? each : newest),
    null,
  )
}

export interface ShownTurn {
  readonly turn: Turn
  readonly run: Run | null
}

/** The turns of the branch, each with the run that is shown. */
export function useShownTurns(): readonly ShownTurn[] {
  const turns = useBranch()
  const chosen = useChosenRuns()
  return useMemo(() => turns.map((turn) => ({ turn, run: shownRun(turn, chosen) })), [turns, chosen])
}

/** The run at the end of the shown branch: the one that timeline, inspector and composer refer to. */
export function useShownRun(): Run | null {
  return useShownTurns().at(-1)?.run ?? null
}

/** A run of the open conversation by its id; null if it is not there. */
export function useRun(runId: string): Run | null {
  const tree = useWorkbench((state) => state.tree)
  if (tree?.state !== 'ready') return null
  return tree.value.turns.flatMap(({ runs }) => runs).find(({ id }) => id === runId) ?? null
}

/** The turns with the same parent as this one, oldest first: the ones that `‹ 2/3 ›` switches between. */
export function siblingsOf(tree: ConversationTree, turn: Turn): Turn[] {
  return tree.turns.filter((each) => each.parentId === turn.parentId).sort((a, b) => a.createdAt - b.createdAt)
}

/** Shows the branch through a turn, down to its newest leaf. */
export function showTurn(turnId: string): void {
  const { tree } = useWorkbench.getState()
  if (tree?.state === 'ready') useWorkbench.setState({ turnId: leafUnder(tree.value, turnId) })
}

/** All branches of a conversation, as their leaves, oldest first. */
export function leaves(tree: ConversationTree): Turn[] {
  const parents = new Set(tree.turns.map((each) => each.parentId))
  return tree.turns.filter((each) => !parents.has(each.id)).sort((a, b) => a.createdAt - b.createdAt)
}

/** Like `useShownRun`, for code outside of components. */
export function currentRun(): Run | null {
  const { tree, turnId } = useWorkbench.getState()
  if (tree?.state !== 'ready' || turnId === null) return null
  const last = tree.value.turns.find((each) => each.id === turnId)
  return last === undefined ? null : shownRun(last, useChosenRuns.getState())
}
