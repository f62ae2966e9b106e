import { type Json, type JsonObject, jsonObject } from '../../../../src-shared/base/json.ts'
import type { BoundLane } from '../../../../src-shared/comparison/comparison.ts'
import type { LaneLabel } from '../../../../src-shared/comparison/lane-label.ts'
import { changedPrompts } from '../../../../src-shared/strategy/prompts.ts'
import { choiceLabel, type StrategyChoice, type StrategyInfo } from '../../../../src-shared/strategy/strategy-info.ts'

export type Cell = string | number | boolean | null
export type CellKind = 'text' | 'whole' | 'number' | 'truth'

/** A column for one thing that the lanes differ in. */
export interface VariedColumn {
  readonly name: string
  readonly kind: CellKind
  /** By lane; null: the lane has no such thing. */
  readonly values: ReadonlyMap<LaneLabel, Cell>
}

/**
 * What the lanes differ in, a column each, so that a table can be grouped and plotted by it: `varied.` and the name that
 * `--sweep` knows it by. An option that a lane leaves alone has its default, where the strategy declares one;
 * an unchanged prompt is empty.
 */
export function variedColumns(lanes: readonly BoundLane[], known: readonly StrategyInfo[]): VariedColumn[] {
  const settings = lanes.map((lane) => settingsOf(lane, known))
  const names = [...new Set(settings.flatMap((own) => [...own.keys()]))]
  return names.flatMap((name) => {
    const values = settings.map((own) => own.get(name) ?? null)
    // What only one strategy has is not varied by having another strategy.
    if (new Set(values.filter((_, at) => settings[at]?.has(name))).size === 1) return []
    const kind = kindOf(values)
    const cell = (value: Cell) => (kind === 'text' && value !== null ? String(value) : value)
    const byLane = lanes.map(({ label }, at): [LaneLabel, Cell] => [label, cell(values[at] ?? null)])
    return [{ name: `varied.${name}`, kind, values: new Map(byLane) }]
  })
}

function kindOf(values: readonly Cell[]): CellKind {
  const set = values.filter((value) => value !== null)
  if (set.every((value) => typeof value === 'number')) return 'number'
  return set.every((value) => typeof value === 'boolean') ? 'truth' : 'text'
}

function settingsOf(lane: BoundLane, known: readonly StrategyInfo[]): Map<string, Cell> {
  const { choice, bound, budget, reasoningEffort, temperature } = lane
  const settings = new Map<string, Cell>([['strategy', choiceLabel(choice)]])
  const { default: usual, ...roles } = bound
  if (usual !== undefined) settings.set('model', usual.profileName)
  for (const [role, { profileName }] of Object.entries(roles)) settings.set(`model.${role}`, profileName)
  settings.set('effort', reasoningEffort)
  settings.set('temperature', temperature)
  settings.set('limit.cost', budget.cost)
  settings.set('limit.tokens', budget.tokens)
  settings.set('limit.time_ms', budget.wallMs)
  settings.set('limit.calls', budget.modelCalls)
  settings.set('limit.tools', budget.toolCalls)
  for (let inner: StrategyChoice | undefined = choice; inner !== undefined; inner = inner.inner)
    for (const [name, value] of optionsOf(inner, known))
      settings.set(settings.has(name) ? `${inner.name}.${name}` : name, value)
  return settings
}

function optionsOf({ name, options }: StrategyChoice, known: readonly StrategyInfo[]): [string, Cell][] {
  const info = known.find((each) => each.name === name)
  const prompts = changedPrompts(options)
  const texts = (info?.prompts ?? []).map((each): [string, Cell] => [`prompt.${each.name}`, prompts[each.name] ?? null])
  const all = { ...defaultsOf(info), ...options }
  const own = Object.entries(all).flatMap(([option, value]): [string, Cell][] =>
    option === 'prompts' ? [] : [[option, cellOf(value)]],
  )
  return [...own, ...texts]
}

function defaultsOf(info: StrategyInfo | undefined): JsonObject {
  const properties = objectIn(info?.optionsSchema['properties'])
  return Object.fromEntries(
    Object.entries(properties).map(([option, schema]) => [option, objectIn(schema)['default'] ?? null]),
  )
}

const objectIn = (value: Json | undefined): JsonObject => jsonObject.safeParse(value).data ?? {}

const cellOf = (value: Json): Cell => (typeof value === 'object' && value !== null ? JSON.stringify(value) : value)
