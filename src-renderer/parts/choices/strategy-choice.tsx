import { type ReactNode, useState } from 'react'
import type { StrategyInfo } from '../../../src-shared/strategy/strategy-info.ts'
import { pickLabel, type StrategyPick } from '../../../src-shared/strategy/strategy-pick.ts'
import { valueOr } from '../../stores/server-cache/loadable.ts'
import { usePresetList } from '../../stores/server-cache/preset-store.ts'
import { useSettings, useSettingsNow } from '../../stores/server-cache/settings-store.ts'
import { useKnownStrategies } from '../../stores/server-cache/strategy-titles.ts'
import { openStrategyEditor } from '../../stores/session/editor-store.ts'
import { Button } from '../../widgets/controls/button.tsx'
import { schemaFields } from '../../widgets/controls/schema-fields.ts'
import { SchemaForm } from '../../widgets/controls/schema-form.tsx'
import { Popover } from '../../widgets/overlays/popover.tsx'
import { PhaseMap } from '../strategy/phase-map.tsx'
import type { Choices } from './choices.ts'
import { DefaultMenu } from './default-menu.tsx'
import { PickSelect } from './pick-select.tsx'
import styles from './strategy-choice.module.css'

const none: readonly StrategyInfo[] = []

export interface StrategySelectProps {
  choices: Choices
  onChange: (pick: StrategyPick | null) => void
  /** Further choices, shown in the options popover if there is no room next to it. */
  more?: ReactNode
}

/** Chooses a strategy, a preset or `auto`, and shows what it consists of. */
export function StrategySelect({ choices, onChange, more }: StrategySelectProps) {
  const [open, setOpen] = useState(false)
  const { pick, strategy } = choices
  const changed = strategy !== null && Object.keys(strategy.options).length > 0
  return (
    <>
      <PickSelect name="Strategy" side="top" value={pick} onChange={onChange} />
      <Popover
        side="top"
        title="Strategy"
        open={open}
        onOpenChange={setOpen}
        trigger={
          <Button look="quiet" aria-label="Strategy options" aria-pressed={changed}>
            Options
          </Button>
        }
      >
        {more}
        <Options choices={choices} onChange={onChange} onCompose={() => setOpen(false)} />
      </Popover>
    </>
  )
}

interface OptionsProps extends StrategySelectProps {
  onCompose: () => void
}

function Options({ choices, onChange, onCompose }: OptionsProps) {
  const strategies = useSettings((state) => valueOr(state.strategies, none))
  const presets = usePresetList()
  const { pick, strategy, by } = choices
  const info = strategies.find((each) => each.name === strategy?.name)
  const preset = 'preset' in pick ? presets.find((each) => each.id === pick.preset) : undefined
  const compose = () => {
    onCompose()
    const chosen = preset?.preset ?? null
    const from = chosen === null ? {} : { id: preset?.id ?? null, source: preset?.source ?? 'user', ...chosen }
    openStrategyEditor({ ...from, ...(strategy === null ? {} : { strategy }) })
  }
  const single = strategy !== null && strategy.inner === undefined && preset === undefined
  return (
    <div className={styles.options}>
      {strategy === null ? (
        <AutoRules />
      ) : (
        <>
          <p className={styles.summary}>{preset?.preset?.about || info?.summary}</p>
          <PhaseMap choice={strategy} strategies={strategies} visits={null} />
        </>
      )}
      {single && info !== undefined && schemaFields(info.optionsSchema).length > 0 && (
        <SchemaForm
          key={info.name}
          schema={info.optionsSchema}
          value={strategy.options}
          onChange={(options) => onChange({ ...strategy, options })}
        />
      )}
      <div className={styles.row}>
        <Button small onClick={compose}>
          Compose and save…
        </Button>
        <DefaultMenu pick={pick} by={by} onCleared={() => onChange(null)} />
      </div>
    </div>
  )
}

/** The rules that `auto` uses. */
function AutoRules() {
  const { rules, otherwise } = useSettingsNow().routing
  const presets = usePresetList()
  const known = useKnownStrategies()
  return (
    <>
      <p className={styles.summary}>The first matching rule picks the strategy. Edit rules in Settings → Strategies.</p>
      <ol className={styles.rules}>
        {rules.map((rule, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a rule's index is its identity
          <li key={index}>
            <span>{rule.name}</span> <strong>{pickLabel(rule.pick, presets, known)}</strong>
          </li>
        ))}
        <li>
          <span>Anything else</span> <strong>{pickLabel(otherwise, presets, known)}</strong>
        </li>
      </ol>
    </>
  )
}
