import { reasoningEfforts } from '../../../src-shared/model/reasoning-efforts.ts'
import type { ProfileVariation } from '../../../src-shared/settings/profile-variant.ts'
import { Select } from '../../widgets/controls/select.tsx'
import { TextField } from '../../widgets/controls/text-field.tsx'
import styles from './composer.module.css'

const asSet = ''
const asSetText = 'Use the model’s setting'
const efforts = [
  { value: asSet, label: asSetText },
  ...reasoningEfforts.map((each) => ({ value: each, label: each })),
] as const

interface Props {
  readonly value: ProfileVariation
  readonly onChange: (part: Partial<ProfileVariation>) => void
}

/** Temperature and reasoning effort, if they differ from what the model's profile says. */
export function VariationFields({ value, onChange }: Props) {
  return (
    <>
      <TextField
        label="Temperature"
        type="number"
        min={0}
        max={2}
        step={0.1}
        placeholder={asSetText}
        defaultValue={value.temperature ?? ''}
        onChange={(event) => {
          const typed = event.target.valueAsNumber
          onChange({ temperature: Number.isFinite(typed) ? Math.min(2, Math.max(0, typed)) : null })
        }}
      />
      <div>
        <span className={styles.variationLabel}>Reasoning effort</span>
        <Select
          name="Reasoning effort"
          wide
          value={value.reasoningEffort ?? asSet}
          choices={efforts}
          onChange={(effort) => onChange({ reasoningEffort: effort === asSet ? null : effort })}
        />
      </div>
    </>
  )
}
