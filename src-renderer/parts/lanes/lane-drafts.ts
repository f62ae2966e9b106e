import { z } from 'zod'
import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import type { Check, LaneSetUp } from '../../../src-shared/comparison/comparison.ts'
import type { Run } from '../../../src-shared/run/conversation.ts'
import { unwrapConversation } from '../../../src-shared/strategy/resolve-choice.ts'
import type { StrategyChoice } from '../../../src-shared/strategy/strategy-info.ts'
import { isChoice, type StrategyPick } from '../../../src-shared/strategy/strategy-pick.ts'
import type { DependencyWay } from '../../../src-shared/workspace/workspace.ts'
import type { Choices } from '../choices/choices.ts'

/** Inputs shared by all lanes; kept for the project, because the next comparison usually needs the same. */
export interface SharedDraft {
  /** Null: use the command found in the project. Empty: no check, as the user chose. */
  readonly checkCommand: string | null
  readonly scorePattern: string
  readonly better: 'higher' | 'lower'
  readonly setUpCommand: string
  readonly dependencies: DependencyWay
  readonly order: 'parallel' | 'in-turn'
  readonly rubric: string
}
export const emptySharedDraft: SharedDraft = {
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
/** The settings of comparisons, by project. */
export const useLaneDrafts = create<Kept>()(
  persist((): Kept => ({ shared: {} }), {
    name: 'stratagem-comparisons',
    storage: createJSONStorage(() => localStorage),
    version: 1,
    migrate: (stored) => undecided(keptShape.parse(stored)),
  }),
)

/** Before version 1 an undecided command was stored as an empty string. */
const keptShape = z.object({ shared: z.record(z.string(), z.custom<SharedDraft>()) }).catch({ shared: {} })
const undecided = ({ shared }: Kept): Kept => ({
  shared: Object.fromEntries(
    Object.entries(shared).map(([id, draft]) => [
      id,
      draft.checkCommand === '' ? { ...draft, checkCommand: null } : draft,
    ]),
  ),
})

/** A draft whose check command is decided. */
export type CheckedDraft = SharedDraft & { readonly checkCommand: string }

/** Uses the command found in the project, unless the user set another or none. */
export const withCheck = (draft: SharedDraft, found: string | null): CheckedDraft => ({
  ...draft,
  checkCommand: draft.checkCommand ?? found ?? '',
})

export function useSharedDraft(projectId: string): readonly [SharedDraft, (change: Partial<SharedDraft>) => void] {
  const shared = useLaneDrafts((state) => state.shared[projectId])
  const draft = { ...emptySharedDraft, ...shared }
  const change = (part: Partial<SharedDraft>) =>
    useLaneDrafts.setState((state) => ({
      shared: { ...state.shared, [projectId]: { ...emptySharedDraft, ...state.shared[projectId], ...part } },
    }))
  return [draft, change]
}

/** The check stored for a project; null if there is none. */
export function storedCheck(projectId: string): Check | null {
  return checkOf(withCheck({ ...emptySharedDraft, ...useLaneDrafts.getState().shared[projectId] }, null))
}

export function checkOf({ checkCommand, scorePattern, better }: CheckedDraft): Check | null {
  const command = checkCommand.trim()
  const pattern = scorePattern.trim()
  if (command === '') return null
  return { command, scorePattern: pattern === '' ? null : pattern, better, timeLimitMs: 600_000 }
}

/** A new lane's initial setup, with the pick and models of the composer. */
export const laneOf = (pick: StrategyPick, roles: Choices['roles']): LaneSetUp => ({
  name: '',
  strategy: pick,
  roles: { ...roles },
  budget: null,
  temperature: null,
  reasoningEffort: null,
})

/** A copy of a lane's setup. */
export const copyLaneSetUp = ({
  name,
  strategy,
  roles,
  budget,
  temperature,
  reasoningEffort,
}: LaneSetUp): LaneSetUp => ({
  name,
  strategy,
  roles,
  budget,
  temperature,
  reasoningEffort,
})

/**
 * Initial lanes for a comparison with a run: the first repeats the run, the second uses another strategy with the same
 * models.
 */
export function lanesForRun({ strategy, roles }: Pick<Run, 'strategy' | 'roles'>): readonly LaneSetUp[] {
  const bound = Object.entries(roles).map(([role, { profileId }]) => [role, profileId] as const)
  const usual = roles['default']?.profileId ?? bound[0]?.[1]
  // Roles that use the default model are left out.
  const own = Object.fromEntries(bound.filter(([, id]) => id !== usual))
  const models = usual === undefined ? own : { ...own, default: usual }
  const first = laneOf(unwrapConversation(strategy), models)
  return [first, laneOf(nextStrategy([first]), models)]
}

/** Strategies to compare with, in order of preference: the plain loop first, then planning. */
const rivals: readonly StrategyChoice[] = [
  { name: 'tool-loop', options: {} },
  { name: 'plan-revise-execute', options: {} },
  { name: 'reflection', options: {} },
  { name: 'retry', options: {}, inner: { name: 'tool-loop', options: {} } },
]

/** A strategy for the next lane that no other lane uses, while there is one. */
export function nextStrategy(lanes: readonly LaneSetUp[]): StrategyPick {
  const taken = new Set(lanes.flatMap(({ strategy }) => (isChoice(strategy) ? [strategy.name] : [])))
  return rivals.find(({ name }) => !taken.has(name)) ?? { name: 'tool-loop', options: {} }
}
