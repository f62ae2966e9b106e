import { Page, Row } from '../../parts/settings/page.tsx'
import styles from '../../parts/settings/settings.module.css'
import { toastOnFailure } from '../../stores/report.ts'
import { valueOr } from '../../stores/server-cache/loadable.ts'
import { changeSettings, useSettings, useSettingsNow } from '../../stores/server-cache/settings-store.ts'
import { Select } from '../../widgets/controls/select.tsx'

const noProfiles = { profiles: [], presets: [] }
const asDefault = ''

export function RolesPage() {
  const settings = useSettingsNow()
  const profiles = useSettings((state) => valueOr(state.profiles, noProfiles)).profiles
  const strategies = useSettings((state) => valueOr(state.strategies, []))
  const roles = new Map(strategies.flatMap((each) => each.roles).map((role) => [role.name, role.purpose]))
  const models = profiles.map((each) => ({ value: each.id, label: each.name, summary: each.model }))
  const setRole = (role: string, profile: string) => {
    const { [role]: _before, ...others } = settings.roles
    void toastOnFailure(changeSettings({ roles: profile === asDefault ? others : { ...others, [role]: profile } }))
  }
  return (
    <Page title="Roles" text="What a new conversation starts with. Each message can choose otherwise.">
      <div className={styles.rows}>
        <Row label="Model" hint="Answers for every role that has none of its own">
          <Select
            name="Default model"
            value={settings.defaultProfile}
            choices={models}
            onChange={(defaultProfile) => void toastOnFailure(changeSettings({ defaultProfile }))}
          />
        </Row>
      </div>
      <h4 className={styles.label}>A model for a role</h4>
      <div className={styles.rows}>
        {[...roles].map(([role, purpose]) => (
          <Row key={role} label={role} hint={purpose}>
            <Select
              name={`Model of the ${role}`}
              value={settings.roles[role] ?? asDefault}
              choices={[{ value: asDefault, label: 'The default model' }, ...models]}
              onChange={(profile) => setRole(role, profile)}
            />
          </Row>
        ))}
      </div>
    </Page>
  )
}
