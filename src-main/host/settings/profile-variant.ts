import { type ModelProfile, reasoningEfforts } from '../../../src-shared/settings/settings.ts'

/**
 * A profile with another temperature or reasoning effort for one lane of a comparison. The change is part of its id,
 * `prof_1~t0.3~elow`: a run that is resumed by another process finds the same model again, and nothing is saved.
 */
export interface ProfileVariation {
  /** Null: as the profile says. */
  readonly temperature: number | null
  readonly reasoningEffort: ModelProfile['reasoningEffort']
}

export function variantId(id: string, { temperature, reasoningEffort }: ProfileVariation): string {
  const heat = temperature === null ? '' : `~t${temperature}`
  return `${id}${heat}${reasoningEffort === null ? '' : `~e${reasoningEffort}`}`
}

/** The id of a variation's base profile, which has its key and address. */
export const baseProfileId = (id: string): string => id.split('~')[0] ?? id

/** The profile that an id names, with the id's changes. */
export function profileOf(id: string, get: (id: string) => ModelProfile | undefined): ModelProfile | undefined {
  const known = get(id)
  if (known !== undefined) return known
  const [plain = '', ...changes] = id.split('~')
  const profile = get(plain)
  if (profile === undefined) return undefined
  const heat = Number(changes.find((each) => each.startsWith('t'))?.slice(1) ?? Number.NaN)
  const effort = reasoningEfforts.find((each) => changes.includes(`e${each}`))
  return {
    ...profile,
    id,
    temperature: Number.isFinite(heat) ? heat : profile.temperature,
    reasoningEffort: effort ?? profile.reasoningEffort,
  }
}
