import { LimitFields } from '../../parts/settings/limit-fields.tsx'
import { Page } from '../../parts/settings/page.tsx'
import { toastOnFailure } from '../../stores/report.ts'
import { changeSettings, useSettings, useSettingsNow } from '../../stores/server-cache/settings-store.ts'

export function LimitsPage() {
  const ready = useSettings((state) => state.settings.state === 'ready')
  const { budget } = useSettingsNow()
  return (
    <Page
      title="Limits"
      text={`Limits per run. Leave empty for none. At ${Math.round(budget.soft * 100)} % of a limit, the agent is asked to finish.`}
    >
      <LimitFields
        key={String(ready)}
        budget={budget}
        onChange={(next) => void toastOnFailure(changeSettings({ budget: next }))}
      />
    </Page>
  )
}
