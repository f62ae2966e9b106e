import { SlidersHorizontal } from 'lucide-react'
import type { JsonObject } from '../../../src-shared/json.ts'
import type { StrategyChoice, StrategyInfo } from '../../../src-shared/strategy-info.ts'
import { valueOr } from '../../stores/loadable.ts'
import { useSettings } from '../../stores/settings-store.ts'
import { IconButton } from '../../widgets/icon-button.tsx'
import { Popover } from '../../widgets/popover.tsx'
import { schemaFields } from '../../widgets/schema-fields.ts'
import { SchemaForm } from '../../widgets/schema-form.tsx'
import { Select } from '../../widgets/select.tsx'

const none: readonly StrategyInfo[] = []

export interface StrategySelectProps {
  choice: StrategyChoice
  onChange: (choice: StrategyChoice) => void
}

/** Which strategy answers, and its options. Wrappers are not offered alone: they need a strategy inside. */
export function StrategySelect({ choice, onChange }: StrategySelectProps) {
  const strategies = useSettings((state) => valueOr(state.strategies, none))
  const offered = strategies.filter((each) => !each.wrapper || each.name === choice.name)
  const info = strategies.find((each) => each.name === choice.name)
  return (
    <>
      <Select
        name="Strategy"
        side="top"
        value={choice.name}
        shown={info?.title ?? choice.name}
        choices={offered.map(({ name, title, summary }) => ({ value: name, label: title, summary }))}
        onChange={(name) => onChange({ name, options: {} })}
      />
      {info !== undefined && <Options info={info} choice={choice} onChange={onChange} />}
    </>
  )
}

function Options({ info, choice, onChange }: StrategySelectProps & { info: StrategyInfo }) {
  if (schemaFields(info.optionsSchema).length === 0) return null
  const changed = Object.keys(choice.options).length > 0
  const set = (options: JsonObject) => onChange({ ...choice, options })
  return (
    <Popover
      side="top"
      title={`Options of ${info.title}`}
      trigger={
        <IconButton label="Strategy options" side="top" aria-pressed={changed}>
          <SlidersHorizontal aria-hidden="true" />
        </IconButton>
      }
    >
      <SchemaForm schema={info.optionsSchema} value={choice.options} onChange={set} />
    </Popover>
  )
}
