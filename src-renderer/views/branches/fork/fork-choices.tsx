import { useMemo } from 'react'
import type { Run } from '../../../../src-shared/run/conversation.ts'
import type { StrategyInfo } from '../../../../src-shared/strategy/strategy-info.ts'
import { isChoice } from '../../../../src-shared/strategy/strategy-pick.ts'
import { approvalLabels, useApprovalChoices } from '../../../parts/choices/approval-choice.ts'
import { choicesFor } from '../../../parts/choices/choices.ts'
import { ModelOrAgent } from '../../../parts/choices/model-or-agent.tsx'
import { OptionalPickSelect } from '../../../parts/choices/pick-select.tsx'
import { usePickContext } from '../../../parts/choices/use-composer.ts'
import { valueOr } from '../../../stores/server-cache/loadable.ts'
import { useSettings, useSettingsNow } from '../../../stores/server-cache/settings-store.ts'
import { useStrategyTitle } from '../../../stores/server-cache/strategy-titles.ts'
import { emptyDraft } from '../../../stores/session/draft-store.ts'
import { schemaFields } from '../../../widgets/controls/schema-fields.ts'
import { SchemaForm } from '../../../widgets/controls/schema-form.tsx'
import { Select } from '../../../widgets/controls/select.tsx'
import { TextArea } from '../../../widgets/controls/text-area.tsx'
import styles from './fork.module.css'
import type { ForkDraft } from './fork-draft.ts'

interface Props {
  readonly run: Run
  readonly draft: ForkDraft
  readonly onChange: (part: Partial<ForkDraft>) => void
}

const noProfiles = { profiles: [], presets: [] }
const noStrategies: readonly StrategyInfo[] = []
const asItWas = ''

/** The settings of the new run: strategy, models, approval and, if needed, a message. */
export function ForkChoices({ run, draft, onChange }: Props) {
  const approvalChoices = useApprovalChoices()
  const title = useStrategyTitle()
  return (
    <>
      <div className={styles.choices}>
        <Labelled label="Strategy">
          <OptionalPickSelect
            name="Strategy of the branch"
            value={draft.strategy}
            otherwise={`Same as before: ${title(run.strategy)}`}
            onChange={(strategy) => onChange({ strategy })}
          />
        </Labelled>
        <Labelled label="Model">
          <Models run={run} draft={draft} onChange={onChange} />
        </Labelled>
        <Labelled label="Approval">
          <Select
            name="Approval of the branch"
            value={draft.approval ?? asItWas}
            choices={[
              { value: asItWas, label: `Same as before: ${approvalText(run)}` },
              ...approvalChoices.map((each) => ({ ...each })),
            ]}
            onChange={(next) =>
              onChange({ approval: approvalChoices.find((each) => each.value === next)?.value ?? null })
            }
          />
        </Labelled>
      </div>
      <Options draft={draft} onChange={onChange} />
      <TextArea
        label="Message (optional)"
        rows={2}
        value={draft.message}
        placeholder="What the agent should do differently"
        onChange={(event) => onChange({ message: event.target.value })}
      />
    </>
  )
}

function Labelled({ label, children }: { readonly label: string; readonly children: React.ReactNode }) {
  return (
    <div className={styles.labelled}>
      <span aria-hidden="true">{label}</span>
      <div>{children}</div>
    </div>
  )
}

const approvalText = (run: Run) => approvalLabels[run.approval].toLowerCase()

function Models({ run, draft, onChange }: Props) {
  const settings = useSettingsNow()
  const profiles = useSettings((state) => valueOr(state.profiles, noProfiles)).profiles
  const around = usePickContext(run)
  const choices = useMemo(() => {
    const bound = Object.fromEntries(Object.entries(run.roles).map(([role, { profileId }]) => [role, profileId]))
    const before = { ...emptyDraft, strategy: draft.strategy ?? run.strategy, roles: draft.roles ?? bound }
    return choicesFor(before, run, settings, profiles, around)
  }, [draft.strategy, draft.roles, run, settings, profiles, around])
  return (
    <ModelOrAgent
      choices={choices}
      onChange={(roles) => onChange({ roles })}
      onStrategy={(strategy) => onChange({ strategy })}
    />
  )
}

/** The options of another strategy, if it is not composed; composed ones are edited in the strategy editor. */
function Options({ draft, onChange }: Omit<Props, 'run'>) {
  const strategies = useSettings((state) => valueOr(state.strategies, noStrategies))
  const { strategy } = draft
  if (strategy === null || !isChoice(strategy) || strategy.inner !== undefined) return null
  const info = strategies.find((each) => each.name === strategy.name)
  if (info === undefined || schemaFields(info.optionsSchema).length === 0) return null
  return (
    <details className={styles.options}>
      <summary>Options of {info.title}</summary>
      <SchemaForm
        key={info.name}
        schema={info.optionsSchema}
        value={strategy.options}
        onChange={(options) => onChange({ strategy: { ...strategy, options } })}
      />
    </details>
  )
}
