import type { LaneSetUp } from '../../../src-shared/comparison/comparison.ts'
import { type LaneLabel, laneLabelAt } from '../../../src-shared/comparison/lane-label.ts'
import type { Axis } from '../../../src-shared/comparison/sweep/sweep.ts'
import { reasoningEfforts } from '../../../src-shared/model/reasoning-efforts.ts'
import type { StrategyChoice } from '../../../src-shared/strategy/strategy-info.ts'
import { type Budget, unattended } from '../../../src-shared/strategy/task.ts'
import { ask } from '../../host/api/host-client.ts'
import type { Host } from '../../host/host.ts'
import {
  agentModel,
  hasAgent,
  type ModelArguments,
  readStrategy,
  type StrategyArgument,
} from '../arguments/argument-parts.ts'
import type { CommandModels } from '../arguments/command-profiles.ts'
import { commandRoles } from '../arguments/command-roles.ts'
import { pickByName } from '../arguments/pick-by-name.ts'
import { limitIn, readLimit } from '../arguments/read-limits.ts'
import { readSet, type SetOption, withSets } from '../arguments/set-options.ts'
import { UsageError } from '../arguments/usage.ts'

/** A lane as it was typed. */
export interface LaneArgument {
  readonly label: LaneLabel
  readonly name: string
  readonly strategy: StrategyArgument
  readonly options: readonly SetOption[]
  readonly model: string | null
  readonly temperature: number | null
  readonly reasoningEffort: LaneSetUp['reasoningEffort']
  /** In place of those of the settings. */
  readonly limits: Partial<Budget>
}

/** @throws UsageError if a lane can't be understood */
export const readLanes = (values: readonly string[], workingFolder: string): LaneArgument[] =>
  values.map((text, at) => readLane(text, laneLabelAt(at), workingFolder))

/** `B=retry(tool-loop),maxRetries=2,model=m2`; a comma parts only where a name and `=` follow. */
function readLane(value: string, label: LaneLabel, workingFolder: string): LaneArgument {
  const text = new RegExp(`^${label}=`).test(value) ? value.slice(label.length + 1) : value
  const other = /^([A-Z]{1,2})=/.exec(text)
  if (other !== null)
    throw new UsageError(`Lanes are named A, B, … in order. This one is ${label}, not ${other[1]}.`, 'compare')
  const [strategy = '', ...rest] = text.split(/,(?=[\w.-]+=)/)
  if (strategy === '' || strategy.includes('=')) throw wrong(value, 'it must begin with a strategy or a preset')
  const pairs = rest.map((each): [string, string] => {
    const at = each.indexOf('=')
    return [each.slice(0, at), each.slice(at + 1)]
  })
  const options = pairs.filter(([name]) => !isOfLane(name))
  return laneArgument(
    value,
    label,
    strategy,
    new Map(pairs),
    options.map(([name, each]) => readSet(name, each, workingFolder)),
  )
}

/**
 * @param value the lane as it was written, to name it
 * @param own what it sets besides options
 * @throws UsageError if an effort, a temperature or a limit is none
 */
export function laneArgument(
  value: string,
  label: LaneLabel,
  strategy: string,
  own: ReadonlyMap<string, string>,
  options: readonly SetOption[],
): LaneArgument {
  const empty = [...own.keys()].find((name) => isOfLane(name) && own.get(name)?.trim() === '')
  if (empty !== undefined) throw wrong(value, `${empty} is empty`)
  const effort = own.get('effort') ?? null
  const heat = own.get('temperature') ?? null
  const known = reasoningEfforts.find((each) => each === effort) ?? null
  if (effort !== null && known === null) throw wrong(value, `effort must be one of ${reasoningEfforts.join(', ')}`)
  if (heat !== null && !(Number(heat) >= 0 && Number(heat) <= 2)) throw wrong(value, 'temperature must be from 0 to 2')
  const lane = {
    label,
    name: own.get('name') ?? '',
    strategy: readStrategy(strategy, {}),
    options,
    model: null,
    temperature: heat === null ? null : Number(heat),
    reasoningEffort: known,
    limits: Object.fromEntries(
      [...own].flatMap(([name, each]) => (isLimit(name) ? [readLimit(`${limitIn(name)}=${each}`, '--lane')] : [])),
    ),
  }
  const model = own.get('model')
  return model === undefined ? lane : withModel(lane, model)
}

/** The lane with this model: ours, or the agent's own if an agent works in it. */
export const withModel = (lane: LaneArgument, model: string): LaneArgument =>
  hasAgent(lane.strategy) ? { ...lane, options: [...lane.options, [agentModel, model]] } : { ...lane, model }

/** What a lane sets besides options. */
export const reserved: readonly string[] = ['name', 'model', 'effort', 'temperature']
const isLimit = (name: string): boolean => name.startsWith('limit.')
export const isOfLane = (name: string): boolean => reserved.includes(name) || isLimit(name)

const wrong = (value: string, why: string) =>
  new UsageError(`The lane ${JSON.stringify(value)} is not valid: ${why}.`, 'compare')

/** Under this role a lane's own model goes through the reading of models. */
export const laneRole = ({ label }: Pick<LaneArgument, 'label'>): string => `lane ${label}`

/** Under this role a model of a sweep does. */
export const sweptRole = (model: string): string => `swept ${model}`

/** The models of a command line with those of its lanes and of its sweep. */
export function withLaneModels(
  models: ModelArguments,
  lanes: readonly LaneArgument[],
  axes: readonly Axis[],
): ModelArguments {
  const own = lanes.flatMap((lane) => (lane.model === null ? [] : [[laneRole(lane), lane.model]]))
  const swept = axes.flatMap((axis) =>
    axis.kind === 'values'
      ? axis.settings.flatMap((each) => (each.kind === 'model' ? [[sweptRole(each.profileId), each.profileId]] : []))
      : [],
  )
  return { ...models, roles: { ...models.roles, ...Object.fromEntries([...own, ...swept]) } }
}

/**
 * What the host is asked for.
 * @throws UsageError if an option or a role is not there
 */
export async function laneSetUpOf(
  host: Host,
  lane: LaneArgument,
  models: ModelArguments,
  ids: CommandModels['roles'],
  projectId: string,
): Promise<LaneSetUp> {
  const infos = await ask(host, 'strategies-list', { projectId })
  const usual = ids[laneRole(lane)] ?? ids['default']
  const named = Object.entries(ids).filter(([role]) => !/^(?:lane|swept) /.test(role))
  const own = { ...Object.fromEntries(named), ...(usual !== undefined && { default: usual }) }
  const request = { ...models, model: lane.model ?? models.model }
  const roles = commandRoles(request, own, infos)
  const { label, strategy: typed, options } = lane
  const strategy = isNamed(typed) ? withSets(typed, options, infos, 'compare', `Lane ${label}: `) : typed
  const picked = await pickByName(host, { ...request, strategy }, roles, projectId)
  if (picked.strategy === null) throw wrong(lane.label, 'it names no strategy')
  refuseBareOption(lane, picked.strategy)
  const { name, temperature, reasoningEffort, limits } = lane
  const isLimited = Object.keys(limits).length > 0
  const budget = isLimited ? { ...unattended((await ask(host, 'settings-read', {})).budget), ...limits } : null
  return { name, strategy: picked.strategy, roles: picked.roles, budget, temperature, reasoningEffort }
}

const isNamed = (strategy: StrategyArgument): strategy is StrategyChoice => strategy !== null && 'name' in strategy

/**
 * After a comma without `=` the rest counts as the name, as of a preset; if none is called so, it was meant as an
 * option.
 */
function refuseBareOption({ label }: LaneArgument, picked: LaneSetUp['strategy']): void {
  const [, bare] = 'name' in picked ? picked.name.split(',') : []
  if (bare !== undefined)
    throw new UsageError(`Lane ${label}: ${JSON.stringify(bare.trim())} has no value; write NAME=VALUE.`, 'compare')
}
