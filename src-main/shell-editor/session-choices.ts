import type { SessionConfigOption, SessionConfigSelectOption, SessionModeState } from '@agentclientprotocol/sdk'
import {
  effortNames,
  type ReasoningEffort,
  reasoningEfforts,
  whyNoEffort,
} from '../../src-shared/model/reasoning-efforts.ts'
import type { ApprovalMode } from '../../src-shared/model/tool.ts'
import { approvalModes } from '../../src-shared/model/tool.ts'
import type { ModelProfile } from '../../src-shared/settings/settings.ts'
import { historyWrapper } from '../../src-shared/strategy/history-wrapper.ts'
import type { PresetEntry } from '../../src-shared/strategy/preset.ts'
import { choiceLabel, type StrategyChoice, type StrategyInfo } from '../../src-shared/strategy/strategy-info.ts'
import { isChoice, pickLabel, type StrategyPick } from '../../src-shared/strategy/strategy-pick.ts'
import { type WorkMode, workModes } from '../../src-shared/strategy/task.ts'

/** A way to work that an editor can choose: a strategy, a preset, or auto. */
export interface EditorMode {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly pick: StrategyPick
}

/** What a session can be set to. */
export interface SessionOffers {
  readonly modes: readonly EditorMode[]
  readonly models: readonly Pick<ModelProfile, 'id' | 'name' | 'model' | 'preset'>[]
}

/** What a session is set to; each prompt runs with what is set then. */
export interface SessionChoices {
  readonly mode: EditorMode
  /** A profile for all roles; null: as the settings and presets say. */
  readonly model: string | null
  /** Of the chosen model; null: as its profile says. */
  readonly effort: ReasoningEffort | null
  readonly approval: ApprovalMode
  readonly work: WorkMode
}

/** The value that leaves models to the settings and presets. */
const asSet = 'default'

/**
 * The modes of a project, the first one first: what its messages are answered with by default, then the strategies, the
 * presets, and auto. A wrapper that needs another strategy is offered around the tool loop.
 */
export function editorModes(
  first: StrategyPick,
  strategies: readonly StrategyInfo[],
  presets: readonly PresetEntry[],
): EditorMode[] {
  const usable = strategies.filter(({ name, problem }) => problem === undefined && name !== historyWrapper)
  const modes = [
    ...usable.map((info) => modeOf(pickOf(info), info.summary, strategies, presets)),
    ...presets
      .filter((entry) => entry.preset !== null)
      .map((entry) => modeOf({ preset: entry.id }, entry.preset?.about || 'A preset.', strategies, presets)),
    modeOf({ auto: true }, 'Picks a strategy for each message by your rules.', strategies, presets),
  ]
  const own = modeOf(first, 'As set in Stratagem.', strategies, presets)
  const known = modes.find(({ id }) => id === own.id)
  return [known ?? own, ...modes.filter((mode) => mode !== known)]
}

const pickOf = ({ name, wrapper }: StrategyInfo): StrategyChoice =>
  wrapper === true ? { name, options: {}, inner: { name: 'tool-loop', options: {} } } : { name, options: {} }

/** The mode that stands for a pick, whether it is listed or not. */
export function modeOf(
  pick: StrategyPick,
  description: string,
  strategies: readonly StrategyInfo[],
  presets: readonly PresetEntry[],
): EditorMode {
  const [summary] = description.split('\n')
  return { id: modeId(pick), name: pickLabel(pick, presets, strategies), description: summary ?? '', pick }
}

/** Whether what a pick names is there. */
export function isUsable(
  pick: StrategyPick,
  strategies: readonly StrategyInfo[],
  presets: readonly PresetEntry[],
): boolean {
  if ('auto' in pick) return true
  if (!isChoice(pick)) return presets.some(({ id, preset }) => id === pick.preset && preset !== null)
  const { name, inner } = pick
  const isThere = strategies.some((each) => each.name === name && each.problem === undefined)
  return isThere && (inner === undefined || isUsable(inner, strategies, presets))
}

function modeId(pick: StrategyPick): string {
  if (isChoice(pick)) return hasOptions(pick) ? `${choiceLabel(pick)} ${JSON.stringify(pick)}` : choiceLabel(pick)
  return 'auto' in pick ? 'auto' : `preset:${pick.preset}`
}

const hasOptions = ({ options, inner }: StrategyChoice): boolean =>
  Object.keys(options).length > 0 || (inner !== undefined && hasOptions(inner))

export const modeState = ({ modes }: SessionOffers, { mode }: SessionChoices): SessionModeState => ({
  currentModeId: mode.id,
  availableModes: modes.map(({ id, name, description }) => ({ id, name, description })),
})

/** The same and the rest as options, which newer editors show in place of modes. The order is of importance. */
export function configOptions(offers: SessionOffers, choices: SessionChoices): SessionConfigOption[] {
  const modes = offers.modes.map(({ id, name, description }) => ({ value: id, name, description }))
  const models = offers.models.map(({ id, name, model }) => ({ value: id, name, description: model }))
  const settings = { value: asSet, name: 'As set in Stratagem', description: 'The model of each role, from Settings.' }
  return [
    select('mode', 'Strategy', 'mode', choices.mode.id, modes),
    select('model', 'Model', 'model', choices.model ?? asSet, [settings, ...models]),
    ...(takesEffort(offers, choices)
      ? [select('effort', 'Reasoning effort', 'thought_level', choices.effort ?? asSet, efforts)]
      : []),
    select('approval', 'Approval', '_approval', choices.approval, approvals),
    select('work', 'Plan or act', '_work', choices.work, works),
  ]
}

/** Models as set differ by role, so there is nothing to choose for them. */
function takesEffort({ models }: SessionOffers, { model }: SessionChoices): boolean {
  const chosen = models.find(({ id }) => id === model)
  return chosen !== undefined && whyNoEffort(chosen) === null
}

const select = (
  id: string,
  name: string,
  category: string,
  currentValue: string,
  options: SessionConfigSelectOption[],
): SessionConfigOption => ({ type: 'select', id, name, category, currentValue, options })

const efforts: SessionConfigSelectOption[] = [
  { value: asSet, name: 'As set for the model' },
  ...reasoningEfforts.map((value) => ({ value, name: effortNames[value] })),
]

const approvalTexts: { readonly [M in ApprovalMode]: readonly [string, string] } = {
  'read-only': ['Read only', 'Nothing is changed and no command is run.'],
  ask: ['Ask', 'You are asked before each change and each command.'],
  edits: ['Allow edits', 'Files are changed without asking. You are asked before each command.'],
  everything: ['Allow everything', 'Nothing is asked.'],
}
const approvals = approvalModes.map((value) => {
  const [name, description] = approvalTexts[value]
  return { value, name, description }
})
const works: SessionConfigSelectOption[] = [
  { value: 'act', name: 'Act', description: 'The work is done.' },
  { value: 'plan', name: 'Plan only', description: 'Only tools that read are offered.' },
]

/** The choices with one of them changed; null if there is no such option or value. */
export function withChoice(
  offers: SessionOffers,
  choices: SessionChoices,
  option: string,
  value: string,
): SessionChoices | null {
  if (option === 'mode') {
    const mode = offers.modes.find(({ id }) => id === value)
    return mode === undefined ? null : { ...choices, mode }
  }
  if (option === 'model') {
    if (value === asSet) return { ...choices, model: null, effort: null }
    return offers.models.some(({ id }) => id === value) ? { ...choices, model: value, effort: null } : null
  }
  if (option === 'effort' && takesEffort(offers, choices)) {
    if (value === asSet) return { ...choices, effort: null }
    const effort = reasoningEfforts.find((each) => each === value)
    return effort === undefined ? null : { ...choices, effort }
  }
  if (option === 'approval') {
    const approval = approvalModes.find((each) => each === value)
    return approval === undefined ? null : { ...choices, approval }
  }
  const work = option === 'work' ? workModes.find((each) => each === value) : undefined
  return work === undefined ? null : { ...choices, work }
}
