import { AtLimitRow } from '../../parts/settings/at-limit-row.tsx'
import { LimitFields } from '../../parts/settings/limit-fields.tsx'
import { Page } from '../../parts/settings/page.tsx'
import styles from '../../parts/settings/settings.module.css'
import { toastOnFailure } from '../../stores/report.ts'
import { changeSettings, useSettings, useSettingsNow } from '../../stores/server-cache/settings-store.ts'

export function LimitsPage() {
  const ready = useSettings((state) => state.settings.state === 'ready')
  const { budget } = useSettingsNow()
  return (
    <Page
      title="Limits"
      text={`Limits per run. Leave empty for none. They take effect at ${Math.round(budget.soft * 100)} %, so that an answer is still possible.`}
    >
      <div className={styles.rows}>
        <AtLimitRow
          hint="Lanes and trials end without a question, unless their own limits say otherwise."
          value={budget.atLimit ?? 'stop'}
          onChange={(atLimit) => void toastOnFailure(changeSettings({ budget: { ...budget, atLimit } }))}
        />
      </div>
      <LimitFields
        key={String(ready)}
        budget={budget}
        onChange={(next) => void toastOnFailure(changeSettings({ budget: next }))}
      />
    </Page>
  )
}
