import { type Theme, themes } from '../../../src-shared/settings.ts'
import { carryOut } from '../../stores/report.ts'
import { changeSettings, useSettingsNow } from '../../stores/settings-store.ts'
import { Select } from '../../widgets/select.tsx'
import { Page, Row } from './page.tsx'
import styles from './settings.module.css'

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
            onChange={(next) => void carryOut(changeSettings({ theme: next }))}
          />
        </Row>
      </div>
    </Page>
  )
}
