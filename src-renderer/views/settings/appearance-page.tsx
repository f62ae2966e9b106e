import {
  type Density,
  densities,
  type NotificationChoice,
  notificationChoices,
  type TextSize,
  type Theme,
  textSizes,
  themes,
} from '../../../src-shared/settings/settings.ts'
import { Page, Row } from '../../parts/settings/page.tsx'
import styles from '../../parts/settings/settings.module.css'
import { toastOnFailure } from '../../stores/report.ts'
import { changeSettings, useSettingsNow } from '../../stores/server-cache/settings-store.ts'
import { Select } from '../../widgets/controls/select.tsx'

const names: { readonly [theme in Theme]: string } = { light: 'Light', dark: 'Dark', system: 'As the system' }

const sizeNames: { readonly [size in TextSize]: string } = { small: 'Small', medium: 'Medium', large: 'Large' }
const densityNames: { readonly [density in Density]: string } = { comfortable: 'Comfortable', compact: 'Compact' }
const noticeNames: { readonly [choice in NotificationChoice]: string } = {
  off: 'Off',
  waiting: 'When a run waits for me',
  all: 'When a run waits, ends or fails',
}

/** A browser asks its user for permission once; the desktop app already has it. */
async function askForNotifications(): Promise<void> {
  if (typeof Notification !== 'undefined' && Notification.permission === 'default')
    await Notification.requestPermission()
}

export function AppearancePage() {
  const { theme, textSize, density, notifications } = useSettingsNow()
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
        <Row label="Text size" hint="Of all text and controls.">
          <Select
            name="Text size"
            value={textSize}
            choices={textSizes.map((each) => ({ value: each, label: sizeNames[each] }))}
            onChange={(next) => void toastOnFailure(changeSettings({ textSize: next }))}
          />
        </Row>
        <Row label="Density" hint="Of controls and the space around them.">
          <Select
            name="Density"
            value={density}
            choices={densities.map((each) => ({ value: each, label: densityNames[each] }))}
            onChange={(next) => void toastOnFailure(changeSettings({ density: next }))}
          />
        </Row>
        <Row
          label="Notifications"
          hint="From the system, while you look at another window. The app’s icon counts these runs."
        >
          <Select
            name="Notifications"
            value={notifications}
            choices={notificationChoices.map((each) => ({ value: each, label: noticeNames[each] }))}
            onChange={(next) => {
              if (next !== 'off') void askForNotifications()
              void toastOnFailure(changeSettings({ notifications: next }))
            }}
          />
        </Row>
      </div>
    </Page>
  )
}
