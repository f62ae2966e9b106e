import { reasoningEfforts } from '../model/reasoning-efforts.ts'
import type { ModelProfile } from './settings.ts'

/**
 * A profile with another temperature or reasoning effort, for a message, for one lane of a comparison or for a preset. The change is
 * part of its id, `prof_1~t0.3~elow`: a run that is resumed by another process finds the same model again, and nothing
 * is saved.
 */
export interface ProfileVariation {
  /** Null: as the profile says. */
  readonly temperature: number | null
  readonly reasoningEffort: ModelProfile['reasoningEffort']
}

/** @param id of a profile or of a variation, whose changes stay if `variation` says nothing else */
export function variantId(id: string, variation: ProfileVariation): string {
  const before = variationOf(id)
  const temperature = variation.temperature ?? before.temperature
  const effort = variation.reasoningEffort ?? before.reasoningEffort
  return `${baseProfileId(id)}${temperature === null ? '' : `~t${temperature}`}${effort === null ? '' : `~e${effort}`}`
}

/** The same profile with another reasoning effort; null: the profile's own. */
export const withEffort = (id: string, reasoningEffort: ProfileVariation['reasoningEffort']): string =>
  variantId(baseProfileId(id), { temperature: variationOf(id).temperature, reasoningEffort })

/** What an id changes of its base profile. */
export function variationOf(id: string): ProfileVariation {
  const [, ...changes] = id.split('~')
  const heat = Number(changes.find((each) => each.startsWith('t'))?.slice(1) ?? Number.NaN)
  return {
    temperature: Number.isFinite(heat) ? heat : null,
    reasoningEffort: reasoningEfforts.find((each) => changes.includes(`e${each}`)) ?? null,
  }
}

/** The id of a variation's base profile, which has its key and address. */
export const baseProfileId = (id: string): string => id.split('~')[0] ?? id

/** The profile that an id names, with the id's changes. */
export function profileOf(id: string, get: (id: string) => ModelProfile | undefined): ModelProfile | undefined {
  const known = get(id)
  if (known !== undefined) return known
  const profile = get(baseProfileId(id))
  if (profile === undefined) return undefined
  const { temperature, reasoningEffort } = variationOf(id)
  return {
    ...profile,
    id,
    temperature: temperature ?? profile.temperature,
    reasoningEffort: reasoningEffort ?? profile.reasoningEffort,
  }
}
