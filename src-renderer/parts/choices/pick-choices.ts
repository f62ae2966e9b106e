import type { PresetEntry } from '../../../src-shared/strategy/preset.ts'
import type { StrategyInfo } from '../../../src-shared/strategy/strategy-info.ts'
import { autoPick, isChoice, pickLabel, type StrategyPick } from '../../../src-shared/strategy/strategy-pick.ts'
import { strategyTitle } from '../../../src-shared/strategy/strategy-title.ts'
import type { Choice } from '../../widgets/controls/select.tsx'

/** Picks encoded as select values: `auto`, `preset ID`, `strategy NAME`, and `composed` for anything else. */
const composed = 'composed'

export function valueOfPick(pick: StrategyPick): string {
  if (!isChoice(pick)) return 'auto' in pick ? 'auto' : `preset ${pick.preset}`
  return pick.inner === undefined ? `strategy ${pick.name}` : composed
}

/** @param now returned unchanged if it is chosen again */
export function pickOfValue(value: string, now: StrategyPick): StrategyPick {
  if (value === valueOfPick(now)) return now
  if (value === 'auto') return autoPick
  if (value.startsWith('preset ')) return { preset: value.slice('preset '.length) }
  return { name: value.slice('strategy '.length), options: {} }
}

/** All available picks, in groups. Invalid presets are left out; the preset editor shows their problems. */
export function pickChoices(
  now: StrategyPick,
  strategies: readonly StrategyInfo[],
  presets: readonly PresetEntry[],
  withAuto = true,
): Choice<string>[] {
  const here = valueOfPick(now)
  const list: Choice<string>[] = [
    ...(here === composed && isChoice(now)
      ? [
          {
            value: composed,
            label: strategyTitle(now, strategies),
            summary: 'Composed for this message',
            group: 'Composed',
          },
        ]
      : []),
    ...(withAuto ? [{ value: 'auto', label: 'Auto', summary: 'Picks a strategy using your rules' }] : []),
    ...presets
      .filter((each) => each.preset !== null)
      .map((each) => ({
        value: `preset ${each.id}`,
        label: each.name,
        summary: presetSummary(each, strategies),
        group: each.source === 'user' ? 'Your presets' : 'Presets of this project',
      })),
    ...strategyChoices(strategies),
  ]
  if (list.some((each) => each.value === here)) return list
  return [
    { value: here, label: pickLabel(now, presets, strategies), summary: 'No longer available', group: 'Chosen' },
    ...list,
  ]
}

const groups = {
  user: 'Strategies you wrote',
  project: 'Strategies of this project',
  imported: 'Strategies of imported runs',
} as const

/** Built-in strategies first, then the user's and the project's; an invalid one is disabled and says why. */
function strategyChoices(strategies: readonly StrategyInfo[]): Choice<string>[] {
  return ([undefined, 'user', 'project', 'imported'] as const).flatMap((kind) =>
    strategies
      .filter((each) => each.wrapper !== true && each.source?.kind === kind)
      .map(({ name, title, summary, problem }) => ({
        value: `strategy ${name}`,
        label: problem === undefined ? title : `${title} (broken)`,
        summary,
        group: kind === undefined ? 'Strategies' : groups[kind],
        broken: problem !== undefined,
      })),
  )
}

const presetSummary = ({ preset }: PresetEntry, strategies: readonly StrategyInfo[]): string =>
  preset === null ? '' : preset.about || strategyTitle(preset.strategy, strategies)

/** The label of a pick on a button. */
export function pickShown(
  pick: StrategyPick,
  strategies: readonly StrategyInfo[],
  presets: readonly PresetEntry[],
): string {
  if (isChoice(pick) && pick.inner === undefined)
    return titleOf(strategies.find((each) => each.name === pick.name)) ?? pick.name
  return pickLabel(pick, presets, strategies)
}

const titleOf = (info: StrategyInfo | undefined): string | undefined =>
  info?.problem === undefined ? info?.title : `${info.title} (broken)`
