import { formatDuration, formatSize } from '../base/format.ts'
import type { Json, JsonObject } from '../base/json.ts'
import { chosenRoles } from '../run/resolve-run.ts'
import { profileNamed, type Roles } from '../strategy/resolve-choice.ts'
import type { StrategyChoice } from '../strategy/strategy-info.ts'
import { isChoice, pickLabel } from '../strategy/strategy-pick.ts'
import { strategyTitle, type TitledStrategy } from '../strategy/strategy-title.ts'
import { type Budget, bytesLimit } from '../strategy/task.ts'
import { type BoundLane, type LaneSetUp, laneLabels } from './comparison.ts'

/** What lanes name by id, for words. One that is gone is called by its id. */
export interface LaneNames {
  readonly presets: readonly {
    readonly id: string
    readonly name: string
    readonly preset?: { readonly roles: Roles } | null
  }[]
  readonly profiles: readonly { readonly id: string; readonly name: string }[]
  readonly strategies: readonly TitledStrategy[]
  /** What a lane has that sets nothing of its own, if that is known: then no limit is named that is the same. */
  readonly usual?: { readonly defaultProfile: string | null; readonly budget: Budget }
}

export interface LaneDifferences {
  /** One sentence for each thing that differs: `Strategy: A Tool loop, B Retry › Tool loop.` */
  readonly differ: readonly string[]
  /** What is alike, in one sentence. */
  readonly alike: string
}

/** One thing that a lane sets, such as `Model` → `mini`. Of a lane that does not set it, it is as usual. */
type Facts = ReadonlyMap<string, string>

/** What differs between the lanes, in words. Source: the strategy is the independent variable (one thing at a time). */
export function laneDifferences(lanes: readonly (LaneSetUp | BoundLane)[], named: LaneNames): LaneDifferences {
  const facts = lanes.map((lane) => factsOf(lane, named))
  const subjects = [...new Set(facts.flatMap((each) => [...each.keys()]))]
  const different = subjects.filter((subject) => new Set(facts.map((each) => each.get(subject))).size > 1)
  const differ = different.map(
    (subject) => `${subject}: ${facts.map((each, at) => value(each, subject, at)).join('; ')}.`,
  )
  const mainly = ['Strategy', 'Model', 'Reasoning effort', 'Temperature', 'Limits']
  const same = mainly.filter((each) => !different.some((subject) => subject.startsWith(each)))
  const alike = `Same in all lanes: message, files${same.map((each) => `, ${each.toLowerCase()}`).join('')}.`
  return differ.length > 0 ? { differ, alike } : { differ, alike: nothingDiffers }
}

const nothingDiffers = 'Nothing differs, so any difference in the results is due to chance.'

const value = (facts: Facts, subject: string, at: number): string =>
  `${laneLabels[at] ?? at + 1} ${facts.get(subject) ?? (ofModels.has(subject) ? 'as its model is set' : 'as usual')}`
const ofModels: ReadonlySet<string> = new Set(['Reasoning effort', 'Temperature'])

function factsOf(lane: LaneSetUp | BoundLane, named: LaneNames): Facts {
  const { presets, profiles, strategies, usual } = named
  const profile = (wanted: string) => profileNamed(wanted, profiles)?.name ?? wanted
  const facts = new Map([['Strategy', pickLabel(lane.strategy, presets, strategies)]])
  if (isChoice(lane.strategy))
    for (const [name, words] of optionsOf(lane.strategy, strategies)) facts.set(`Option ${name}`, words)
  for (const [role, id] of Object.entries(rolesOf(lane, named)))
    facts.set(role === 'default' ? 'Model' : `Model for ${role}`, profile(id))
  if ('bound' in lane && lane.bound['default'] !== undefined) facts.set('Model', lane.bound['default'].profileName)
  if (lane.reasoningEffort !== null) facts.set('Reasoning effort', lane.reasoningEffort)
  if (lane.temperature !== null) facts.set('Temperature', String(lane.temperature))
  const budget = lane.budget ?? usual?.budget ?? null
  for (const [name, words] of budget === null ? [] : limitsOf(budget)) facts.set(`Limits, ${name}`, words)
  return facts
}

/** A preset brings models of its own, which the lane's go before. A profile that is not there gives way to the usual. */
function rolesOf({ strategy, roles }: LaneSetUp, { presets, profiles, usual }: LaneNames): Roles {
  const own = 'preset' in strategy ? presets.find(({ id }) => id === strategy.preset)?.preset?.roles : undefined
  const first = usual?.defaultProfile == null ? {} : { default: usual.defaultProfile }
  return { ...first, ...chosenRoles(own ?? {}, roles, profiles) }
}

/** Of the whole nest: two strategies of one name have their options told apart by place. */
function optionsOf({ name, options, inner }: StrategyChoice, known: readonly TitledStrategy[]): [string, string][] {
  const title = strategyTitle(name, known)
  const own = Object.entries(options).map(([option, set]): [string, string] => [`${option} of ${title}`, inWords(set)])
  return inner === undefined ? own : [...own, ...optionsOf(inner, known)]
}

const limitsOf = (budget: Budget): [string, string][] => [
  ['steps', limit(budget.steps)],
  ['model calls', limit(budget.modelCalls)],
  ['tool calls', limit(budget.toolCalls)],
  ['tokens', limit(budget.tokens)],
  ['cost in $', limit(budget.cost)],
  ['time', budget.wallMs === null ? 'none' : formatDuration(budget.wallMs)],
  ['log', formatSizeLimit(budget)],
  ['soft part', limit(budget.soft)],
]
const formatSizeLimit = (budget: Budget): string => {
  const bytes = bytesLimit(budget)
  return bytes === null ? 'none' : formatSize(bytes)
}
const limit = (set: number | null): string => (set === null ? 'none' : String(set))

function inWords(set: Json | JsonObject): string {
  const text = typeof set === 'string' ? set : JSON.stringify(set)
  return text.length > 80 ? `${text.slice(0, 79)}…` : text
}
