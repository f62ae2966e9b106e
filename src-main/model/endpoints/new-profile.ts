import { z } from 'zod'
import table from '../../../resources/model-prices.json' with { type: 'json' }
import { type ModelProfile, type Price, price } from '../../../src-shared/settings/settings.ts'
import { presets } from './presets.ts'

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

const known = z
  .object({ models: z.record(z.string(), z.object({ price, contextWindow: z.number().int().positive() })) })
  .parse(table).models

/** The list price of a model at OpenAI; null if it is not known for certain. */
function listPrice(preset: string, model: string): Price | null {
  // Other providers have their own prices, even for models of the same name.
  return preset === 'openai' && Object.hasOwn(known, model) ? (known[model]?.price ?? null) : null
}

/** Tokens; null if it is not known for certain. */
function knownWindow(preset: string, model: string): number | null {
  return preset === 'openai' && Object.hasOwn(known, model) ? (known[model]?.contextWindow ?? null) : null
}
