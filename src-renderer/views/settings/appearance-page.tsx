import { type Theme, themes } from '../../../src-shared/settings/settings.ts'
import { Page, Row } from '../../parts/settings/page.tsx'
import styles from '../../parts/settings/settings.module.css'
import { toastOnFailure } from '../../stores/report.ts'
import { changeSettings, useSettingsNow } from '../../stores/server-cache/settings-store.ts'
import { Select } from '../../widgets/controls/select.tsx'

const names: { readonly [theme in Theme]: string } = { light: 'Light', dark: 'Dark', system: 'As the system' }

export function AppearancePage() {
  const { theme } = useSettingsNow()
  return (
    <Page title="Appearance">
      <div className={styles.rows}>
        <Row label="Theme">
          <Select
            name="Theme"
            value={theme}
            choices={themes.map((each) => ({ value: each, label: names[each] }))}
            onChange={(next) => void toastOnFailure(changeSettings({ theme: next }))}
          />
        </Row>
      </div>
    </Page>
  )
}
