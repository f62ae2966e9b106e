import { FailureError } from '../../../src-shared/base/failure.ts'
import type { BoundRole } from '../../../src-shared/run/event.ts'
import type { ModelProfile, Settings } from '../../../src-shared/settings/settings.ts'

export interface Bound {
  readonly roles: { readonly [role: string]: BoundRole }
  /** Context windows by role, in tokens. */
  readonly windows: { readonly [role: string]: number }
}

/**
 * Which model answers for which role: the message's own choice, then the settings' role, then the message's
 * default, then the settings' default.
 * @param asked profile ids by role, as the message chose them
 * @throws FailureError where a profile that the message chose is not there
 */
export function bindRoles(
  names: readonly string[],
  asked: { readonly [role: string]: string },
  settings: Settings,
  profileOf: (id: string) => ModelProfile | undefined,
): Bound {
  const roles: Record<string, BoundRole> = {}
  const windows: Record<string, number> = {}
  const usual = asked['default'] ?? settings.defaultProfile
  for (const role of new Set([...names, ...Object.keys(asked)])) {
    const kept = role === 'default' ? undefined : settings.roles[role]
    const known = kept !== undefined && profileOf(kept) !== undefined ? kept : undefined
    const profile = profileOf(asked[role] ?? known ?? usual)
    if (profile === undefined) throw noProfile(role)
    roles[role] = { profileId: profile.id, profileName: profile.name, model: profile.model }
    windows[role] = profile.contextWindow
  }
  return { roles, windows }
}

const noProfile = (role: string) =>
  new FailureError({
    kind: 'not-found',
    message: `The model profile for the role ${role} is not there any more.`,
    advice: 'Choose another model beside the message, or set one in the settings.',
  })
