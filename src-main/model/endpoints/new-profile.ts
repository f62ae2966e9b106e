import type { ModelProfile } from '../../../src-shared/settings/settings.ts'
import { isNearby, nearbyIdleLimitMs, presets } from './presets.ts'

/** A new profile with the preset's values. Unknown presets are treated as `custom`. */
export function newProfile(id: string, presetName: string, model: string, baseUrl?: string): ModelProfile {
  const preset = presets.find((each) => each.preset === presetName)
  const isNear = baseUrl !== undefined && isNearby(baseUrl)
  return {
    id,
    name: preset === undefined || preset.preset === 'custom' ? model : `${preset.name} ${model}`,
    preset: preset?.preset ?? 'custom',
    api: preset?.api ?? 'chat-completions',
    baseUrl: baseUrl ?? preset?.baseUrl ?? '',
    model,
    temperature: null,
    maxOutputTokens: null,
    reasoningEffort: null,
    contextWindow: preset?.contextWindow ?? 32_768,
    price: null,
    idleLimitMs: isNear ? nearbyIdleLimitMs : (preset?.idleLimitMs ?? 120_000),
  }
}
