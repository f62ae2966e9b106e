import { FailureError } from '../../../src-shared/base/failure.ts'
import type { BoundRole } from '../../../src-shared/run/event.ts'
import type { ModelProfile, Settings } from '../../../src-shared/settings/settings.ts'
import { profileFor } from '../../../src-shared/strategy/resolve-choice.ts'

export interface Bound {
  readonly roles: { readonly [role: string]: BoundRole }
  /** Context windows by role, in tokens. */
  readonly windows: { readonly [role: string]: number }
}

/**
 * Which model is used for which role, in the order of `profileFor`.
 * @param asked profile ids by role, as chosen with the message
 * @throws FailureError if a chosen profile does not exist
 */
export function bindRoles(
  names: readonly string[],
  asked: { readonly [role: string]: string },
  settings: Settings,
  profileOf: (id: string) => ModelProfile | undefined,
): Bound {
  const roles: Record<string, BoundRole> = {}
  const windows: Record<string, number> = {}
  const isThere = (id: string) => profileOf(id) !== undefined
  for (const role of new Set([...names, ...Object.keys(asked)])) {
    const profile = profileOf(profileFor(role, asked, settings, isThere))
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
