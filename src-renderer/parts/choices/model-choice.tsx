import { shortenMiddle } from '../../../src-shared/base/format.ts'
import { baseProfileId, variationOf, withEffort } from '../../../src-shared/settings/profile-variant.ts'
import { profileFor, rolesOf } from '../../../src-shared/strategy/resolve-choice.ts'
import type { StrategyInfo } from '../../../src-shared/strategy/strategy-info.ts'
import { valueOr } from '../../stores/server-cache/loadable.ts'
import { useSettings, useSettingsNow } from '../../stores/server-cache/settings-store.ts'
import { Button } from '../../widgets/controls/button.tsx'
import { Select } from '../../widgets/controls/select.tsx'
import { Popover } from '../../widgets/overlays/popover.tsx'
import type { Choices } from './choices.ts'
import styles from './composer.module.css'
import { EffortChoice } from './effort-choice.tsx'

const noProfiles = { profiles: [], presets: [] }
const noStrategies: readonly StrategyInfo[] = []
const asUsual = ''
/** Maximum length of a model's name in the composer, characters. */
const maxName = 36

export interface ModelChoiceProps {
  choices: Choices
  onChange: (roles: Choices['roles']) => void
  side?: 'top' | 'bottom'
  /** The effort of all roles is chosen elsewhere. */
  effortElsewhere?: boolean
}

/** Chooses the model and its reasoning effort; for strategies with several roles, one for each role. */
export function ModelChoice({ choices, onChange, side = 'top', effortElsewhere = false }: ModelChoiceProps) {
  const profiles = useSettings((state) => valueOr(state.profiles, noProfiles)).profiles
  const strategies = useSettings((state) => valueOr(state.strategies, noStrategies))
  const settings = useSettingsNow()
  const roles = rolesOf(choices.strategy, strategies)
  const usual = choices.roles['default'] ?? settings.defaultProfile
  const name = profiles.find((each) => each.id === baseProfileId(usual))?.name ?? 'Choose a model'
  const isThere = (id: string) => profiles.some((each) => each.id === baseProfileId(id))
  const used = new Set(roles.map((role) => profileFor(role.name, choices.roles, settings, isThere)))
  const several = roles.length > 1
  const differ = used.size > 1 || (used.size === 1 && !used.has(usual))
  const short = shortenMiddle(name, maxName)
  return (
    <>
      <Select
        name="Model"
        side={side}
        look="quiet"
        value={baseProfileId(usual)}
        shown={short}
        choices={profiles.map((each) => ({ value: each.id, label: each.name, summary: modelText(each) }))}
        onChange={(id) => onChange({ ...choices.roles, default: sameEffort(id, usual) })}
      />
      {!effortElsewhere && (
        <EffortChoice
          name="Reasoning effort"
          side={side}
          profileId={usual}
          profiles={profiles}
          onChange={(id) => onChange({ ...choices.roles, default: id })}
        />
      )}
      {several && <RoleModels choices={choices} onChange={onChange} side={side} usual={name} differ={differ} />}
    </>
  )
}

interface RoleModelsProps extends ModelChoiceProps {
  /** Name of the model used by roles without one of their own. */
  usual: string
  differ: boolean
}

function RoleModels({ choices, onChange, side = 'top', usual, differ }: RoleModelsProps) {
  const profiles = useSettings((state) => valueOr(state.profiles, noProfiles)).profiles
  const strategies = useSettings((state) => valueOr(state.strategies, noStrategies))
  const settings = useSettingsNow()
  const models = profiles.map((each) => ({ value: each.id, label: each.name, summary: modelText(each) }))
  const roles = rolesOf(choices.strategy, strategies)
  const isThere = (id: string) => profiles.some((each) => each.id === baseProfileId(id))
  return (
    <Popover
      side={side}
      title="Model and reasoning effort for each role"
      trigger={
        <Button look="quiet" aria-label={`Models by role: ${roles.length} roles`} aria-pressed={differ}>
          {roles.length} roles
        </Button>
      }
    >
      {roles.map((role) => (
        <div key={role.name} className={styles.role}>
          <span className={styles.roleName}>
            {role.name}
            <small>{role.purpose}</small>
          </span>
          <Select
            name={`Model for ${role.name}`}
            value={baseProfileId(choices.roles[role.name] ?? asUsual)}
            choices={[{ value: asUsual, label: usualLabel(role.name, settings.roles, profiles, usual) }, ...models]}
            onChange={(id) => onChange(withRole(choices.roles, role.name, id))}
            wide
          />
          <EffortChoice
            name={`Reasoning effort for ${role.name}`}
            side={side}
            profileId={profileFor(role.name, choices.roles, settings, isThere)}
            profiles={profiles}
            onChange={(id) => onChange({ ...choices.roles, [role.name]: id })}
          />
        </div>
      ))}
    </Popover>
  )
}

/** Another model keeps the effort that was chosen. */
const sameEffort = (id: string, before: string): string => withEffort(id, variationOf(before).reasoningEffort)

function modelText({ preset, model }: { preset: string; model: string }): string {
  return preset === 'demo' ? 'Rules on this machine, not a language model' : model
}

function usualLabel(
  role: string,
  stored: { readonly [role: string]: string },
  profiles: readonly { id: string; name: string }[],
  usual: string,
): string {
  const set = profiles.find((each) => each.id === stored[role])
  return set === undefined ? `Same model: ${usual}` : `Use the setting: ${set.name}`
}

function withRole(roles: Choices['roles'], role: string, id: string): Choices['roles'] {
  const { [role]: _before, ...others } = roles
  return id === asUsual ? others : { ...others, [role]: id }
}
