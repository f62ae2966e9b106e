import { z } from 'zod'
import table from '../../../resources/model-prices.json' with { type: 'json' }
import { type Price, price } from '../../../src-shared/settings/settings.ts'

const known = z
  .object({ models: z.record(z.string(), z.object({ price, contextWindow: z.number().int().positive() })) })
  .parse(table).models

/** The list price of a model at OpenAI; null if it is not known for certain. */
export function listPrice(preset: string, model: string): Price | null {
  // Other providers have their own prices, even for models of the same name.
  return preset === 'openai' && Object.hasOwn(known, model) ? (known[model]?.price ?? null) : null
}

/** Tokens; null if it is not known for certain. */
export function knownWindow(preset: string, model: string): number | null {
  return preset === 'openai' && Object.hasOwn(known, model) ? (known[model]?.contextWindow ?? null) : null
}
