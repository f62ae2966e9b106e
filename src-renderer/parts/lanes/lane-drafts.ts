import { z } from 'zod'
import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import type { Check, LaneSetUp } from '../../../src-shared/comparison/comparison.ts'
import type { Run } from '../../../src-shared/run/conversation.ts'
import { outOfConversation } from '../../../src-shared/strategy/resolve-choice.ts'
import type { StrategyChoice } from '../../../src-shared/strategy/strategy-info.ts'
import { isChoice, type StrategyPick } from '../../../src-shared/strategy/strategy-pick.ts'
import type { DependencyWay } from '../../../src-shared/workspace/workspace.ts'
import type { Choices } from '../choices/choices.ts'

/** What is filled in beside the lanes; kept for the project, since the next comparison wants the same again. */
export interface SharedDraft {
  /** Null: as it is found in the project. Empty: none, as the user wishes. */
  readonly checkCommand: string | null
  readonly scorePattern: string
  readonly better: 'higher' | 'lower'
  readonly setUpCommand: string
  readonly dependencies: DependencyWay
  readonly order: 'parallel' | 'in-turn'
  readonly rubric: string
}
export const emptyShared: SharedDraft = {
  checkCommand: null,
  scorePattern: '',
  better: 'higher',
  setUpCommand: '',
  dependencies: 'clone',
  order: 'parallel',
  rubric: '',
}

interface Kept {
  readonly shared: { readonly [projectId: string]: SharedDraft }
}
const useKept = create<Kept>()(
  persist((): Kept => ({ shared: {} }), {
    name: 'stratagem-comparisons',
    storage: createJSONStorage(() => localStorage),
    version: 1,
    migrate: (kept) => undecided(keptShape.parse(kept)),
  }),
)

/** Before a command was looked for, none that was filled in was kept as an empty one. */
const keptShape = z.object({ shared: z.record(z.string(), z.custom<SharedDraft>()) }).catch({ shared: {} })
const undecided = ({ shared }: Kept): Kept => ({
  shared: Object.fromEntries(
    Object.entries(shared).map(([id, draft]) => [
      id,
      draft.checkCommand === '' ? { ...draft, checkCommand: null } : draft,
    ]),
  ),
})

/** A draft whose check is decided. */
export type CheckedDraft = SharedDraft & { readonly checkCommand: string }

/** With the command that was found in the project, unless the user set another or none. */
export const withCheck = (draft: SharedDraft, found: string | null): CheckedDraft => ({
  ...draft,
  checkCommand: draft.checkCommand ?? found ?? '',
})

export function useSharedDraft(projectId: string): readonly [SharedDraft, (change: Partial<SharedDraft>) => void] {
  const kept = useKept((state) => state.shared[projectId])
  const draft = { ...emptyShared, ...kept }
  const change = (part: Partial<SharedDraft>) =>
    useKept.setState((state) => ({
      shared: { ...state.shared, [projectId]: { ...emptyShared, ...state.shared[projectId], ...part } },
    }))
  return [draft, change]
}

/** The check that is filled in for a project; null if none is. */
export function keptCheck(projectId: string): Check | null {
  return checkOf(withCheck({ ...emptyShared, ...useKept.getState().shared[projectId] }, null))
}

export function checkOf({ checkCommand, scorePattern, better }: CheckedDraft): Check | null {
  const command = checkCommand.trim()
  const pattern = scorePattern.trim()
  if (command === '') return null
  return { command, scorePattern: pattern === '' ? null : pattern, better, timeLimitMs: 600_000 }
}

/** What a new lane begins with: all of it is as the composer has it. */
export const laneOf = (pick: StrategyPick, roles: Choices['roles']): LaneSetUp => ({
  name: '',
  strategy: pick,
  roles: { ...roles },
  budget: null,
  temperature: null,
  reasoningEffort: null,
})

/** The same lane once more. */
export const laneAsSetUp = ({ name, strategy, roles, budget, temperature, reasoningEffort }: LaneSetUp): LaneSetUp => ({
  name,
  strategy,
  roles,
  budget,
  temperature,
  reasoningEffort,
})

/** Lanes to begin with beside a run: the first is as the run was, the second another strategy with the same models. */
export function lanesBeside({ strategy, roles }: Pick<Run, 'strategy' | 'roles'>): readonly LaneSetUp[] {
  const bound = Object.entries(roles).map(([role, { profileId }]) => [role, profileId] as const)
  const usual = roles['default']?.profileId ?? bound[0]?.[1]
  // A role with the usual model is not worth a word.
  const own = Object.fromEntries(bound.filter(([, id]) => id !== usual))
  const models = usual === undefined ? own : { ...own, default: usual }
  const first = laneOf(outOfConversation(strategy), models)
  return [first, laneOf(nextStrategy([first]), models)]
}

/** What one may want to see beside a strategy: the plain loop beside any other, and planning beside the plain loop. */
const rivals: readonly StrategyChoice[] = [
  { name: 'tool-loop', options: {} },
  { name: 'plan-revise-execute', options: {} },
  { name: 'reflection', options: {} },
  { name: 'retry', options: {}, inner: { name: 'tool-loop', options: {} } },
]

/** A strategy for the next lane that none of the others has. */
export function nextStrategy(lanes: readonly LaneSetUp[]): StrategyPick {
  const taken = new Set(lanes.flatMap(({ strategy }) => (isChoice(strategy) ? [strategy.name] : [])))
  return rivals.find(({ name }) => !taken.has(name)) ?? { name: 'tool-loop', options: {} }
}
