import type { Failure } from '../../../src-shared/base/failure.ts'
import type { ModelProfile } from '../../../src-shared/settings/settings.ts'
import type { Refused } from '../wire.ts'

/** The parameters that endpoints refuse, remembered while the app runs, so that each fails only once. Tools likewise. */
export class EndpointRefusals {
  private readonly parameters = new Map<string, Set<string>>()
  private readonly tools = new Map<string, Failure>()

  parametersOf(profile: ModelProfile, model: string): Refused {
    return this.parameters.get(keyOf(profile, model)) ?? new Set()
  }

  addParameter(profile: ModelProfile, model: string, parameter: string): void {
    const key = keyOf(profile, model)
    const known = this.parameters.get(key) ?? new Set()
    this.parameters.set(key, known.add(parameter))
  }

  /** How the endpoint refused a request with tools for this model; undefined if it has not. */
  toolsOf(profile: ModelProfile, model: string): Failure | undefined {
    return this.tools.get(keyOf(profile, model))
  }

  addTools(profile: ModelProfile, model: string, failure: Failure): void {
    this.tools.set(keyOf(profile, model), failure)
  }
}

const keyOf = (profile: ModelProfile, model: string) => JSON.stringify([profile.baseUrl, model])
