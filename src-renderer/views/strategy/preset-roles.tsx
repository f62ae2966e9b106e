import { profileNamed, rolesOf } from '../../../src-shared/strategy/resolve-choice.ts'
import type { StrategyInfo } from '../../../src-shared/strategy/strategy-info.ts'
import { VariationFields } from '../../parts/choices/variation-fields.tsx'
import { valueOr } from '../../stores/server-cache/loadable.ts'
import { useSettings } from '../../stores/server-cache/settings-store.ts'
import { type Edited, edit } from '../../stores/session/editor-store.ts'
import { Select } from '../../widgets/controls/select.tsx'
import { SectionHeader } from '../../widgets/section-header.tsx'
import styles from './strategy-editor.module.css'

const noProfiles = { profiles: [], presets: [] }
const usual = ''

/** The models of the composition's roles, with their temperature and reasoning effort; stored with the preset. */
export function PresetRoles({ edited, strategies }: { edited: Edited; strategies: readonly StrategyInfo[] }) {
  const profiles = useSettings((state) => valueOr(state.profiles, noProfiles)).profiles
  const roles = rolesOf(edited.strategy, strategies)
  const models = profiles.map((each) => ({ value: each.id, label: each.name, summary: each.model }))
  const set = (role: string, id: string) => {
    const { [role]: _before, ...others } = edited.roles
    edit({ roles: id === usual ? others : { ...others, [role]: id } })
  }
  if (roles.length === 0) return null
  return (
    <section className={styles.part} aria-label="Models by role">
      <SectionHeader title="Models by role" />
      <div className={styles.roles}>
        {roles.map((role) => {
          const wanted = edited.roles[role.name] ?? usual
          const id = profileNamed(wanted, profiles)?.id ?? wanted
          const gone = id !== usual && profiles.every((each) => each.id !== id)
          return (
            <div key={role.name} className={styles.role}>
              <span title={role.purpose}>{role.name}</span>
              <Select
                name={`Preset model for ${role.name}`}
                value={id}
                choices={[
                  { value: usual, label: 'Use default' },
                  ...(gone ? [{ value: id, label: id, summary: 'Not one of your models: the default is used' }] : []),
                  ...models,
                ]}
                onChange={(next) => set(role.name, next)}
                wide
              />
            </div>
          )
        })}
      </div>
      <p className={styles.quiet}>These two are used once the preset is saved:</p>
      <VariationFields key={edited.id ?? 'new'} value={edited} onChange={edit} />
    </section>
  )
}
