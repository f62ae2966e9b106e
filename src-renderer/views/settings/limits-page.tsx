import { type AtLimit, atLimits } from '../../../src-shared/strategy/task.ts'
import { LimitFields } from '../../parts/settings/limit-fields.tsx'
import { Page, Row } from '../../parts/settings/page.tsx'
import styles from '../../parts/settings/settings.module.css'
import { toastOnFailure } from '../../stores/report.ts'
import { changeSettings, useSettings, useSettingsNow } from '../../stores/server-cache/settings-store.ts'
import { Select } from '../../widgets/controls/select.tsx'

const endings: { readonly [choice in AtLimit]: string } = {
  ask: 'Ask me: more, wrap up, or stop',
  stop: 'Have the agent finish',
}

export function LimitsPage() {
  const ready = useSettings((state) => state.settings.state === 'ready')
  const { budget } = useSettingsNow()
  return (
    <Page
      title="Limits"
      text={`Limits per run. Leave empty for none. They take effect at ${Math.round(budget.soft * 100)} %, so that an answer is still possible.`}
    >
      <div className={styles.rows}>
        <Row label="At a limit" hint="In comparisons and trials, runs end without a question.">
          <Select
            name="At a limit"
            value={budget.atLimit ?? 'stop'}
            choices={atLimits.map((each) => ({ value: each, label: endings[each] }))}
            onChange={(atLimit) => void toastOnFailure(changeSettings({ budget: { ...budget, atLimit } }))}
          />
        </Row>
      </div>
      <LimitFields
        key={String(ready)}
        budget={budget}
        onChange={(next) => void toastOnFailure(changeSettings({ budget: next }))}
      />
    </Page>
  )
}
