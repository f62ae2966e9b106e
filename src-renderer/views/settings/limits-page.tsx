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
      text={`Of one run; an empty field is no limit. At ${Math.round(budget.soft * 100)} % of any of them the agent is told to give its last answer.`}
    >
      <LimitFields
        key={String(ready)}
        budget={budget}
        onChange={(next) => void toastOnFailure(changeSettings({ budget: next }))}
      />
    </Page>
  )
}
