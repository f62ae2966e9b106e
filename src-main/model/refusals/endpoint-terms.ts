import type { Failure } from '../../../src-shared/base/failure.ts'
import type { ModelProfile } from '../../../src-shared/settings/settings.ts'
import type { Refused } from '../wire.ts'

/**
 * What is sent otherwise to an endpoint for a model, since it refused the usual; remembered while the app runs, so that
 * each refusal is seen only once. Tools likewise.
 */
export class EndpointTerms {
  private readonly terms = new Map<string, Set<string>>()
  private readonly tools = new Map<string, Failure>()

  of(profile: ModelProfile, model: string): Refused {
    return this.terms.get(keyOf(profile, model)) ?? new Set()
  }

  add(profile: ModelProfile, model: string, term: string): void {
    const key = keyOf(profile, model)
    const known = this.terms.get(key) ?? new Set()
    this.terms.set(key, known.add(term))
  }

  /** It did not help. */
  drop(profile: ModelProfile, model: string, term: string): void {
    this.terms.get(keyOf(profile, model))?.delete(term)
  }

  /** How the endpoint refused a request with tools for this model; undefined if it has not. */
  toolsOf(profile: ModelProfile, model: string): Failure | undefined {
    return this.tools.get(keyOf(profile, model))
  }

  addTools(profile: ModelProfile, model: string, failure: Failure): void {
    this.tools.set(keyOf(profile, model), failure)
  }
}

const keyOf = (profile: ModelProfile, model: string) => JSON.stringify([profile.api, profile.baseUrl, model])
