import type { StrategyInfo } from '../../../src-shared/strategy/strategy-info.ts'
import { Page, Row } from '../../parts/settings/page.tsx'
import styles from '../../parts/settings/settings.module.css'
import { toastOnFailure } from '../../stores/report.ts'
import { valueOr } from '../../stores/server-cache/loadable.ts'
import { changeSettings, useSettings, useSettingsNow } from '../../stores/server-cache/settings-store.ts'
import { Select } from '../../widgets/controls/select.tsx'

const noProfiles = { profiles: [], presets: [] }
const asDefault = ''

/** What a role does in any strategy; the strategies describe it in more detail. */
const purposes: { readonly [role: string]: string } = {
  assistant: 'Answers without tools',
  critic: 'Judges answers and changes; read-only',
  engineer: 'Does the work: reads, edits and runs commands',
  evaluator: 'Scores plans and results',
  planner: 'Looks at the project and makes plans',
  summarizer: 'Summarizes older turns when the history exceeds the context window',
}

/** Maximum number of strategies listed by name for a role; others are counted. */
const maxNamed = 3

/** All roles of all strategies, each with the strategies that have it. */
export function rolesOfAll(
  strategies: readonly Pick<StrategyInfo, 'title' | 'roles'>[],
): readonly { readonly role: string; readonly hint: string }[] {
  const names = [...new Set(strategies.flatMap((each) => each.roles).map((role) => role.name))]
  return names.map((role) => {
    const users = strategies.filter((each) => each.roles.some(({ name }) => name === role))
    const purpose = purposes[role] ?? users[0]?.roles.find(({ name }) => name === role)?.purpose ?? ''
    const titles = users.slice(0, maxNamed).map((each) => each.title)
    const more = users.length > maxNamed ? ` and ${users.length - maxNamed} more` : ''
    return { role, hint: `${purpose}. Used by ${titles.join(', ')}${more}` }
  })
}

export function RolesPage() {
  const settings = useSettingsNow()
  const profiles = useSettings((state) => valueOr(state.profiles, noProfiles)).profiles
  const strategies = useSettings((state) => valueOr(state.strategies, []))
  const roles = rolesOfAll(strategies)
  const models = profiles.map((each) => ({ value: each.id, label: each.name, summary: each.model }))
  const setRole = (role: string, profile: string) => {
    const { [role]: _before, ...others } = settings.roles
    void toastOnFailure(changeSettings({ roles: profile === asDefault ? others : { ...others, [role]: profile } }))
  }
  return (
    <Page title="Roles" text="Models for new conversations. You can choose others for each message.">
      <div className={styles.rows}>
        <Row label="Model" hint="Used by every role without its own model">
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
        {roles.map(({ role, hint }) => (
          <Row key={role} label={role} hint={hint}>
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
