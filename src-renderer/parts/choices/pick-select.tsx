import type { StrategyInfo } from '../../../src-shared/strategy/strategy-info.ts'
import type { StrategyPick } from '../../../src-shared/strategy/strategy-pick.ts'
import { valueOr } from '../../stores/server-cache/loadable.ts'
import { usePresetList } from '../../stores/server-cache/preset-store.ts'
import { useSettings } from '../../stores/server-cache/settings-store.ts'
import { Select } from '../../widgets/controls/select.tsx'
import { pickChoices, pickOfValue, pickShown, valueOfPick } from './pick-choices.ts'

const none: readonly StrategyInfo[] = []
const unset = ''

interface PickSelectProps {
  readonly name: string
  readonly value: StrategyPick
  readonly onChange: (pick: StrategyPick) => void
  readonly side?: 'top' | 'bottom'
  readonly withAuto?: boolean
}

/** Selects a strategy, a preset or `auto`. */
export function PickSelect({ name, value, onChange, side = 'bottom', withAuto = true }: PickSelectProps) {
  const strategies = useSettings((state) => valueOr(state.strategies, none))
  const presets = usePresetList()
  return (
    <Select
      name={name}
      side={side}
      value={valueOfPick(value)}
      shown={pickShown(value, strategies, presets)}
      choices={pickChoices(value, strategies, presets, withAuto)}
      onChange={(next) => onChange(pickOfValue(next, value))}
    />
  )
}

interface OptionalPickSelectProps {
  readonly name: string
  readonly value: StrategyPick | null
  /** Describes what applies if nothing is chosen here. */
  readonly otherwise: string
  readonly onChange: (pick: StrategyPick | null) => void
}

/** A select with an additional option for no choice. */
export function OptionalPickSelect({ name, value, otherwise, onChange }: OptionalPickSelectProps) {
  const strategies = useSettings((state) => valueOr(state.strategies, none))
  const presets = usePresetList()
  const now: StrategyPick = value ?? { auto: true }
  return (
    <Select
      name={name}
      value={value === null ? unset : valueOfPick(value)}
      shown={value === null ? otherwise : pickShown(value, strategies, presets)}
      choices={[{ value: unset, label: otherwise }, ...pickChoices(now, strategies, presets)]}
      onChange={(next) => onChange(next === unset ? null : pickOfValue(next, now))}
    />
  )
}
