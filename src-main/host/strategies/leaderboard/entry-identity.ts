import { createHash } from 'node:crypto'
import { listed } from '../../../../src-shared/base/format.ts'
import type { Json } from '../../../../src-shared/base/json.ts'
import { agentIn } from '../../../../src-shared/comparison/agent-lanes.ts'
import type { BoundLane } from '../../../../src-shared/comparison/comparison.ts'
import type { EntryIdentity, EntryModel } from '../../../../src-shared/comparison/leaderboard/entry-trials.ts'
import { budgetText } from '../../../../src-shared/run/budget-text.ts'
import { variationOf } from '../../../../src-shared/settings/profile-variant.ts'
import { unwrapConversation, wrapInConversation } from '../../../../src-shared/strategy/resolve-choice.ts'
import type { StrategyChoice, StrategyInfo } from '../../../../src-shared/strategy/strategy-info.ts'
import { strategyTitle } from '../../../../src-shared/strategy/strategy-title.ts'

type Lane = Pick<BoundLane, 'choice' | 'bound' | 'budget'>

/**
 * Who did a trial. What differs in strategy, version, options, models, their settings or limits is another entry.
 * @param version as the run's log has it; null: not known
 */
export function entryIdentity(
  { choice, bound, budget }: Lane,
  version: string | null,
  known: readonly StrategyInfo[],
): EntryIdentity {
  const own = unwrapConversation(choice)
  const agent = agentIn(own)
  const models = modelsOf(bound, agent !== null)
  return {
    key: digestOf([plain(own), version, models.map(({ role, profileId, model }) => [role, profileId, model]), budget]),
    title: strategyTitle(own, known),
    version: version === null ? null : ownVersion(version),
    choice: own,
    options: optionsText(own).join(', '),
    models,
    limits: budgetText(budget),
    importedFrom: null,
  }
}

/** The same for entries that differ by their version alone. */
export const lineOf = ({ choice, models, limits }: EntryIdentity): string =>
  digestOf([
    choice === null ? null : plain(choice),
    models.map(({ role, profileId, model }) => [role, profileId, model]),
    limits,
  ])

/** The version that a run of this choice would have now; null if a strategy is gone, or broken. */
export function currentVersion(choice: StrategyChoice, known: readonly StrategyInfo[]): string | null {
  const labelOf = ({ name, inner }: StrategyChoice): string | null => {
    const info = known.find((each) => each.name === name)
    if (info === undefined || info.problem !== undefined) return null
    const label = `${name}@${info.version}`
    if (inner === undefined) return label
    const inside = labelOf(inner)
    return inside === null ? null : `${label}(${inside})`
  }
  const label = labelOf(wrapInConversation(choice))
  return label === null ? null : ownVersion(label)
}

/** Without the wrapper that each run has. */
const ownVersion = (version: string): string => /^conversation@[^(]*\((.*)\)$/.exec(version)?.[1] ?? version

/** The model of each role; those that are the default’s are not said again. Agents bring their own. */
function modelsOf(bound: Lane['bound'], isAgent: boolean): EntryModel[] {
  const usual = bound['default']
  const roles = Object.entries(bound).filter(
    ([role, each]) => (role !== 'default' || !isAgent) && (role === 'default' || each.profileId !== usual?.profileId),
  )
  return roles
    .toSorted(([a], [b]) => (a === 'default' ? -1 : b === 'default' ? 1 : a.localeCompare(b)))
    .map(([role, { profileId, profileName, model }]) => ({
      role,
      profileId,
      profileName,
      model,
      setting: settingText(profileId),
    }))
}

function settingText(profileId: string): string {
  const { temperature, reasoningEffort } = variationOf(profileId)
  return [
    ...(reasoningEffort === null ? [] : [`effort ${reasoningEffort}`]),
    ...(temperature === null ? [] : [`temperature ${temperature}`]),
  ].join(', ')
}

export function optionsText({ options, inner }: StrategyChoice): string[] {
  const own = Object.entries(options).flatMap(([name, value]) => {
    if (name === 'agent') return []
    if (name === 'prompts' && typeof value === 'object' && value !== null && !Array.isArray(value))
      return [`own prompts ${listed(Object.keys(value).toSorted())} (${digestOf([value]).slice(0, 6)})`]
    return [`${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`]
  })
  return [...own, ...(inner === undefined ? [] : optionsText(inner))]
}

/** The same for the same choice, whatever the order of its options. */
function plain({ name, options, inner }: StrategyChoice): Json {
  return [name, sorted(options), inner === undefined ? null : plain(inner)]
}

function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted)
  if (value === null || typeof value !== 'object') return value
  return Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, each]) => [name, sorted(each)])
}

/** 16 hexadecimal digits of SHA-256. */
export const digestOf = (parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16)
