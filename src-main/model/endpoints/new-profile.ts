import type { ModelProfile } from '../../../src-shared/settings/settings.ts'
import { presets } from './presets.ts'
import { knownWindow, listPrice } from './prices.ts'

/** A profile as a preset suggests it, with the list price copied in. Unknown presets are treated as `custom`. */
export function newProfile(id: string, presetName: string, model: string, baseUrl?: string): ModelProfile {
  const preset = presets.find((each) => each.preset === presetName)
  return {
    id,
    name: preset === undefined || preset.preset === 'custom' ? model : `${preset.name} ${model}`,
    preset: preset?.preset ?? 'custom',
    api: 'chat-completions',
    baseUrl: baseUrl ?? preset?.baseUrl ?? '',
    model,
    temperature: null,
    maxOutputTokens: null,
    reasoningEffort: null,
    contextWindow: knownWindow(presetName, model) ?? preset?.contextWindow ?? 32_768,
    price: listPrice(presetName, model),
    idleLimitMs: preset?.idleLimitMs ?? 120_000,
  }
}
