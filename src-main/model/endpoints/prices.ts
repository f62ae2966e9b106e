import { z } from 'zod'
import table from '../../../resources/model-prices.json' with { type: 'json' }
import { type Price, price } from '../../../src-shared/settings/settings.ts'

const known = z
  .object({ models: z.record(z.string(), z.object({ price, contextWindow: z.number().int().positive() })) })
  .parse(table).models

/** The list price of a model at OpenAI; null where it is not known for sure. */
export function listPrice(preset: string, model: string): Price | null {
  // Other providers set prices of their own, also for models of the same name.
  return preset === 'openai' && Object.hasOwn(known, model) ? (known[model]?.price ?? null) : null
}

/** Tokens; null where it is not known for sure. */
export function knownWindow(preset: string, model: string): number | null {
  return preset === 'openai' && Object.hasOwn(known, model) ? (known[model]?.contextWindow ?? null) : null
}
