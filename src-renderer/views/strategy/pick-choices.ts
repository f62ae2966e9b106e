import type { PresetEntry } from '../../../src-shared/preset.ts'
import { choiceLabel, type StrategyInfo } from '../../../src-shared/strategy-info.ts'
import { autoPick, isChoice, pickLabel, type StrategyPick } from '../../../src-shared/strategy-pick.ts'
import type { Choice } from '../../widgets/select.tsx'

/** Picks as the values of a select: `auto`, `preset ID`, `strategy NAME`, and `composed` for anything else. */
const composed = 'composed'

export function valueOfPick(pick: StrategyPick): string {
  if (!isChoice(pick)) return 'auto' in pick ? 'auto' : `preset ${pick.preset}`
  return pick.inner === undefined ? `strategy ${pick.name}` : composed
}

/** @param now stays as it is where it is chosen again */
export function pickOfValue(value: string, now: StrategyPick): StrategyPick {
  if (value === valueOfPick(now)) return now
  if (value === 'auto') return autoPick
  if (value.startsWith('preset ')) return { preset: value.slice('preset '.length) }
  return { name: value.slice('strategy '.length), options: {} }
}

/** All that can be picked, in groups. Invalid presets are not offered: the editor shows them with what is wrong. */
export function pickChoices(
  now: StrategyPick,
  strategies: readonly StrategyInfo[],
  presets: readonly PresetEntry[],
  withAuto = true,
): Choice<string>[] {
  const here = valueOfPick(now)
  const list: Choice<string>[] = [
    ...(here === composed && isChoice(now)
      ? [{ value: composed, label: pickLabel(now, []), summary: 'As composed for this', group: 'Composed' }]
      : []),
    ...(withAuto ? [{ value: 'auto', label: 'Auto', summary: 'Picked by your rules on the message' }] : []),
    ...presets
      .filter((each) => each.preset !== null)
      .map((each) => ({
        value: `preset ${each.id}`,
        label: each.name,
        summary: presetSummary(each),
        group: each.source === 'user' ? 'Your presets' : 'Presets of this project',
      })),
    ...strategies
      .filter((each) => each.wrapper !== true && each.problem === undefined)
      .map(({ name, title, summary }) => ({ value: `strategy ${name}`, label: title, summary, group: 'Strategies' })),
  ]
  if (list.some((each) => each.value === here)) return list
  return [{ value: here, label: pickLabel(now, presets), summary: 'It is not there now', group: 'Chosen' }, ...list]
}

const presetSummary = ({ preset }: PresetEntry): string =>
  preset === null ? '' : preset.about || choiceLabel(preset.strategy)

/** How a pick is called in a button. */
export function pickShown(
  pick: StrategyPick,
  strategies: readonly StrategyInfo[],
  presets: readonly PresetEntry[],
): string {
  if (isChoice(pick) && pick.inner === undefined)
    return strategies.find((each) => each.name === pick.name)?.title ?? pick.name
  return 'auto' in pick ? 'Auto' : pickLabel(pick, presets)
}
