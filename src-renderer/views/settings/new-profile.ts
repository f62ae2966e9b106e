import type { Profiles } from '../../../src-shared/api/settings-requests.ts'
import type { ModelProfile } from '../../../src-shared/settings/settings.ts'

/** A profile made from a preset, not kept yet. */
export const newProfile = (preset: Profiles['presets'][number]): ModelProfile => ({
  ...preset.profile,
  id: `profile-${freshId()}`,
})

function freshId(): string {
  return [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
