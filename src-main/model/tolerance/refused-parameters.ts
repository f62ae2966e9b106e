import type { ModelProfile } from '../../../src-shared/settings/settings.ts'
import type { Refused } from '../wire.ts'

/** The parameters that endpoints refuse, remembered while the app runs, so that each fails only once. */
export class RefusedParameters {
  private readonly found = new Map<string, Set<string>>()

  of(profile: ModelProfile, model: string): Refused {
    return this.found.get(keyOf(profile, model)) ?? new Set()
  }

  add(profile: ModelProfile, model: string, parameter: string): void {
    const key = keyOf(profile, model)
    const known = this.found.get(key) ?? new Set()
    this.found.set(key, known.add(parameter))
  }
}

const keyOf = (profile: ModelProfile, model: string) => JSON.stringify([profile.baseUrl, model])
