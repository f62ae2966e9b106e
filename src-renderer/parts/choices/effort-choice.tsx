import { Gauge } from 'lucide-react'
import {
  effortNames,
  type ReasoningEffort,
  reasoningEfforts,
  whyNoEffort,
} from '../../../src-shared/model/reasoning-efforts.ts'
import { baseProfileId, variationOf, withEffort } from '../../../src-shared/settings/profile-variant.ts'
import type { ModelProfile } from '../../../src-shared/settings/settings.ts'
import { Select } from '../../widgets/controls/select.tsx'
import styles from './composer.module.css'

const asSet = ''

interface Props {
  /** Accessible name. */
  readonly name: string
  /** Of the profile, with what is chosen of it. */
  readonly profileId: string
  readonly profiles: readonly Pick<ModelProfile, 'id' | 'preset' | 'reasoningEffort'>[]
  readonly side: 'top' | 'bottom'
  readonly onChange: (profileId: string) => void
}

/** How much a model shall think about the message. A model that can't be told so has one choice, which says why. */
export function EffortChoice({ name, profileId, profiles, side, onChange }: Props) {
  const profile = profiles.find(({ id }) => id === baseProfileId(profileId))
  const why = profile === undefined ? 'Choose a model first' : whyNoEffort(profile)
  const chosen = why === null ? variationOf(profileId).reasoningEffort : null
  const usual = {
    value: asSet,
    label: 'Use the model’s setting',
    summary: why ?? usualText(profile?.reasoningEffort ?? null),
  } as const
  return (
    <div className={styles.effort}>
      <Select
        name={name}
        side={side}
        look="quiet"
        icon={<Gauge aria-hidden="true" />}
        shown={chosen ?? ''}
        value={chosen ?? asSet}
        choices={why === null ? [usual, ...efforts] : [usual]}
        onChange={(effort) => onChange(withEffort(profileId, effort === asSet ? null : effort))}
      />
    </div>
  )
}

const efforts = reasoningEfforts.map((value) => ({ value, label: effortNames[value] }))

const usualText = (effort: ReasoningEffort | null): string =>
  effort === null ? 'None is sent; the provider decides' : `Reasoning effort ${effort}`
