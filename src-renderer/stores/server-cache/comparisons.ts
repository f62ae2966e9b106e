import { create } from 'zustand'
import type { ComparisonChange } from '../../../src-shared/api/comparison-changes.ts'
import type { StartComparison } from '../../../src-shared/api/comparison-requests.ts'
import type { Comparison, LaneSetUp } from '../../../src-shared/comparison/comparison.ts'
import type { Batch } from '../../../src-shared/comparison/comparison-batch.ts'
import type { LaneLabel } from '../../../src-shared/comparison/lane-label.ts'
import { turnToContinue } from '../../../src-shared/comparison/lane-ranking.ts'
import type { SentImage } from '../../../src-shared/mentions/image-marks.ts'
import type { StrategyPick } from '../../../src-shared/strategy/strategy-pick.ts'
import type { CopyProgress } from '../../../src-shared/workspace/workspace.ts'
import { ask } from '../../host/host.ts'
import { conversationToWriteIn } from '../runs/runs.ts'
import { openConversation } from '../session/conversations.ts'
import { useWorkbench } from '../session/workbench-store.ts'
import { dismissFilesToast } from './files.ts'
import { type Loadable, loading, toLoadable } from './loadable.ts'

/** The input of the lanes: a message with the current files, or an earlier turn with the files before it. */
export type CompareOrigin =
  | {
      readonly kind: 'message'
      readonly parentId: string | null
      readonly workspaceId: string | null
      /** That the message sends; left out: none. */
      readonly images?: SentImage[]
    }
  | { readonly kind: 'turn'; readonly turnId: string }

/** The comparison shown instead of the conversation: one being set up, or an existing one. */
type Shown =
  | {
      readonly kind: 'set-up'
      readonly origin: CompareOrigin
      readonly message: string
      /** The initial lanes; null for two that differ only in their strategy. */
      readonly lanes: readonly LaneSetUp[] | null
      /** The initial number of repeats per lane. */
      readonly repeats: number
      /** Ids of saved tasks that are chosen at first. */
      readonly tasks: readonly string[]
      /** Earlier trials, whose settings these begin with. */
      readonly again?: Batch | undefined
    }
  | { readonly kind: 'comparison'; readonly id: string }
  /** A batch of trials. */
  | { readonly kind: 'batch'; readonly id: string }
  /** The saved tasks of the project. */
  | { readonly kind: 'tasks' }
  /** What was learned over all trials; of tasks that belong to no set if it is null. */
  | { readonly kind: 'leaderboard'; readonly set: string | null }
  /** A search; null: one that is set up, for a strategy or for the composer's. */
  | { readonly kind: 'tuning'; readonly id: string | null; readonly strategy?: StrategyPick | undefined }

interface Comparisons {
  readonly shown: Shown | null
  /** Comparisons of the open project, newest first. */
  readonly list: Loadable<readonly Comparison[]>
  /** Progress of creating the copy of a lane, by comparison and lane; a lane that has started has no entry. */
  readonly progress: { readonly [key: string]: CopyProgress }
}

export const useComparisons = create<Comparisons>(() => ({ shown: null, list: loading, progress: {} }))
const { getState, setState } = useComparisons

export const progressPlace = (comparisonId: string, lane: LaneLabel): string => `${comparisonId} ${lane}`

export async function loadComparisons(): Promise<void> {
  const { project } = useWorkbench.getState()
  if (project === null) return setState({ list: loading, shown: null })
  const list = await toLoadable(ask('comparisons-list', { projectId: project.id, conversationId: null }))
  if (useWorkbench.getState().project?.id === project.id) setState({ list })
}

/** Keeps the list of the open project current until the returned function is called. */
export function followComparisons(): () => void {
  return useWorkbench.subscribe((state, before) => {
    if (state.project?.id === before.project?.id) return
    setState({ list: loading, shown: null, progress: {} })
    void loadComparisons()
  })
}

/** Applies the host's latest record. */
export function applyComparisonChange(
  change: Extract<ComparisonChange, { kind: 'comparison' | 'lane-progress' }>,
): void {
  if (change.kind === 'lane-progress') {
    const key = progressPlace(change.comparisonId, change.lane)
    setState({ progress: { ...getState().progress, [key]: change.progress } })
  } else put(change.comparison)
}

function put(comparison: Comparison): void {
  const { list } = getState()
  if (list.state !== 'ready' || comparison.projectId !== useWorkbench.getState().project?.id) return
  const others = list.value.filter((each) => each.id !== comparison.id)
  const value = [...others, comparison].sort((a, b) => b.createdAt - a.createdAt)
  setState({ list: { state: 'ready', value } })
}

export function setUpComparison(
  origin: CompareOrigin,
  message: string,
  lanes: readonly LaneSetUp[] | null = null,
  repeats = 1,
): void {
  dismissFilesToast()
  setState({ shown: { kind: 'set-up', origin, message, lanes, repeats, tasks: [] } })
}

/** Sets up trials like earlier ones. @param begun their message, their lanes, and the ids of the saved tasks of theirs */
export function setUpTrials(
  again: Batch,
  begun: Pick<Extract<Shown, { kind: 'set-up' }>, 'message' | 'lanes' | 'tasks'>,
): void {
  dismissFilesToast()
  const origin = { kind: 'message', parentId: null, workspaceId: null } as const
  setState({ shown: { kind: 'set-up', origin, ...begun, repeats: again.repeats, again } })
}

/** Sets up a comparison on saved tasks, without a message. */
export function compareOnTasks(tasks: readonly string[]): void {
  dismissFilesToast()
  const origin = { kind: 'message', parentId: null, workspaceId: null } as const
  setState({ shown: { kind: 'set-up', origin, message: '', lanes: null, repeats: 1, tasks } })
}

export function showTasks(): void {
  dismissFilesToast()
  setState({ shown: { kind: 'tasks' } })
}

/** Whether a comparison is shown instead of the conversation. */
export const comparisonShown = (): boolean => getState().shown !== null

/** Does not change the branch: the caller does. */
export const hideComparison = (): void => setState({ shown: null })

export function leaveComparison(): void {
  const { shown, list } = getState()
  setState({ shown: null })
  if (shown?.kind !== 'comparison' || list.state !== 'ready') return
  const left = list.value.find(({ id }) => id === shown.id)
  if (left !== undefined) showBetterLane(left)
}

/** The conversation continues with the better lane, unless the shown branch is not one of the lanes. */
function showBetterLane(comparison: Comparison): void {
  const { tree, turnId, conversationId } = useWorkbench.getState()
  if (tree?.state !== 'ready' || conversationId !== comparison.conversationId) return
  const isShown = comparison.lanes.some((lane) => lane.turnId === turnId) || turnId === comparison.parentId
  const better = turnToContinue(comparison, tree.value.turns)
  if (isShown && better !== null) useWorkbench.setState({ turnId: better })
}

/** Shows a conversation and leaves the comparison that is shown instead of one. */
export function goToConversation(conversationId: string, turnId: string | null = null): Promise<void> {
  leaveComparison()
  return openConversation(conversationId, turnId)
}

/** Shows a comparison in its conversation, whose turns contain the runs of its lanes. */
export async function showComparison(comparison: Comparison): Promise<void> {
  dismissFilesToast()
  setState({ shown: { kind: 'comparison', id: comparison.id } })
  if (useWorkbench.getState().conversationId !== comparison.conversationId)
    await openConversation(comparison.conversationId)
}

export function showLeaderboard(set: string | null): void {
  dismissFilesToast()
  setState({ shown: { kind: 'leaderboard', set } })
}

/** @param id null sets one up */
export function showTuning(id: string | null, strategy?: StrategyPick): void {
  dismissFilesToast()
  setState({ shown: { kind: 'tuning', id, strategy } })
}

export type LanesRequest = Omit<StartComparison, 'origin'>

/** @throws FailureError if the host refuses */
export async function startComparison(from: CompareOrigin, message: string, request: LanesRequest): Promise<void> {
  const origin = await originOf(from, message)
  if (origin === null) return
  const comparison = await ask('comparison-start', { ...request, origin })
  put(comparison)
  await showComparison(comparison)
}

async function originOf(from: CompareOrigin, message: string): Promise<StartComparison['origin'] | null> {
  if (from.kind === 'turn') return from
  const conversationId = await conversationToWriteIn()
  return conversationId === null ? null : { ...from, conversationId, message }
}

/** The comparison that is shown; null if none. */
export function useShownComparison(): Comparison | null {
  return useComparisons(({ shown, list }) =>
    shown?.kind === 'comparison' && list.state === 'ready'
      ? (list.value.find((each) => each.id === shown.id) ?? null)
      : null,
  )
}

/** Whether new turns belong to lanes: then the shown branch does not change. */
export const isComparing = (): boolean => getState().shown?.kind === 'comparison'
