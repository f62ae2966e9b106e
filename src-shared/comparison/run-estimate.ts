import type { Usage } from '../model/message.ts'
import type { Run } from '../run/conversation.ts'
import { runTime } from '../run/time/run-time.ts'
import { knownCost, knownModelCalls, knownTokens } from '../run/totals-text.ts'
import { baseProfileId } from '../settings/profile-variant.ts'
import { unwrapConversation } from '../strategy/resolve-choice.ts'
import { choiceLabel, type StrategyChoice } from '../strategy/strategy-info.ts'
import type { BoundLane } from './comparison.ts'
import type { Disagreement } from './power-text.ts'

/**
 * What an estimate rests on, the best first. `set-up`: runs with the same strategies, options, models, temperature and
 * effort. `strategy`: runs of the same strategies and models. `tokens`: the tokens of runs of the same strategies with
 * another model, at this model's price; they say nothing of time.
 */
export const estimateBases = ['set-up', 'strategy', 'tokens'] as const
export type EstimateBasis = (typeof estimateBases)[number]

/** What a run of a lane is likely to take: the medians of earlier runs. What is not known of each of them is null. */
export interface LaneEstimate {
  readonly basis: EstimateBasis
  /** How many runs it comes from. */
  readonly runs: number
  /** Working time, ms. */
  readonly workMs: number | null
  /** US dollars. */
  readonly cost: number | null
  /** Input and output. */
  readonly tokens: number | null
  readonly modelCalls: number | null
}

/** The limits a minute of a model, which all its requests share. */
export interface RateLimit {
  readonly model: string
  readonly requests: number | null
  readonly tokens: number | null
  /** Places of the lanes that ask no other model. */
  readonly lanes: readonly number[]
}

/** What lanes are likely to take, and what holds them up. */
export interface LanesEstimate {
  /** Null: nothing is known. */
  readonly lanes: readonly (LaneEstimate | null)[]
  readonly rates: readonly RateLimit[]
  /** How often lanes disagreed at the same tasks before; null if it is not known. */
  readonly disagreement: Disagreement | null
}

/** The newest runs that are looked at: what a project's tasks took long ago says little. */
const maxRuns = 20

/**
 * By the best basis of which there is a run; null if there is none.
 * @param past newest first
 * @param priceOf US dollars for these tokens with the lane's only model; null if they are not known, or if it has several
 */
export function estimateLane(
  { choice, bound }: Pick<BoundLane, 'choice' | 'bound'>,
  past: readonly Run[],
  priceOf: (usage: Usage) => number | null = () => null,
): LaneEstimate | null {
  const [own, label] = [setUpOf(choice), labelOf(choice)]
  const [models, bases] = [modelsOf(bound), modelsOf(bound, baseProfileId)]
  const alike = past.filter((run) => tookItsCourse(run) && labelOf(run.strategy) === label)
  const same = alike.filter((run) => setUpOf(run.strategy) === own && modelsOf(run.roles) === models)
  if (same.length > 0) return estimateBy('set-up', same.slice(0, maxRuns))
  const withModels = alike.filter((run) => modelsOf(run.roles, baseProfileId) === bases)
  if (withModels.length > 0) return estimateBy('strategy', withModels.slice(0, maxRuns))
  return byTokens(alike.slice(0, maxRuns), priceOf)
}

/** A run that used up its budget took what such a run takes; one that broke off otherwise did not. */
const tookItsCourse = ({ status, failure }: Run): boolean =>
  status === 'completed' || (status === 'failed' && failure?.kind === 'budget-spent')

function estimateBy(basis: EstimateBasis, runs: readonly Run[]): LaneEstimate {
  return {
    basis,
    runs: runs.length,
    workMs: medianOf(runs, (run) => runTime(run).workMs),
    cost: medianOf(runs, ({ totals }) => knownCost(totals)),
    tokens: medianOf(runs, ({ totals }) => knownTokens(totals)),
    modelCalls: medianOf(runs, ({ totals }) => knownModelCalls(totals)),
  }
}

function byTokens(runs: readonly Run[], priceOf: (usage: Usage) => number | null): LaneEstimate | null {
  const counted = runs.filter(({ totals }) => (knownTokens(totals) ?? 0) > 0)
  const cost = medianOf(counted, ({ totals: { input, cachedInput, output } }) =>
    priceOf({ input, cachedInput, output, reasoning: 0, estimated: true }),
  )
  if (cost === null) return null
  return { ...estimateBy('tokens', counted), workMs: null, cost }
}

const labelOf = (choice: StrategyChoice) => choiceLabel(unwrapConversation(choice))
const setUpOf = (choice: StrategyChoice) => inOrder(unwrapConversation(choice))

/** The same text for the same content, in whatever order its keys are. */
const inOrder = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) =>
    each !== null && typeof each === 'object' && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : each,
  )

/** Of the roles that were asked, in one text. */
const modelsOf = (roles: Run['roles'], idOf = (id: string) => id): string =>
  [...new Set(Object.values(roles).map(({ profileId }) => idOf(profileId)))].sort().join(' ')

/** Null if it is not known of one of the runs, or there are none. */
function medianOf(runs: readonly Run[], of: (run: Run) => number | null): number | null {
  const known = runs.flatMap((run) => of(run) ?? [])
  return known.length < runs.length || known.length === 0 ? null : median(known)
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const [low = 0, high = 0] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.ceil((sorted.length - 1) / 2)]]
  return (low + high) / 2
}
