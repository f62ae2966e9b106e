import type { Usage } from '../../../src-shared/model/message.ts'
import type { Price } from '../../../src-shared/settings/settings.ts'

/** What is known of a model at its provider. */
export interface KnownModel {
  /** List price without its steps for long prompts; null if it is not known. */
  readonly price: Price | null
  /** Tokens; null if it is not known. */
  readonly contextWindow: number | null
}

const nothing: KnownModel = { price: null, contextWindow: null }

/**
 * The list price and context window of a model, by the address that serves it: the same name costs something else elsewhere.
 * Source: the table in the package `@pydantic/genai-prices`; nothing is asked of the network.
 */
export async function knownModel(baseUrl: string, model: string): Promise<KnownModel> {
  const found = await priced(baseUrl, model, { input_tokens: 1, output_tokens: 1 })
  if (found === null) return nothing
  const { input_mtok, cache_read_mtok, cache_write_mtok, output_mtok } = found.model_price
  const [input, output] = [baseOf(input_mtok), baseOf(output_mtok)]
  const written = baseOf(cache_write_mtok)
  return {
    price:
      input === null || output === null
        ? null
        : {
            input,
            cachedInput: baseOf(cache_read_mtok) ?? input,
            output,
            ...(written !== null && { cacheWrite: written }),
          },
    contextWindow: found.model.context_window ?? null,
  }
}

/** US dollars for one call by the provider's list, steps for long prompts included; null if no price is known. */
export async function listCost(usage: Usage, baseUrl: string, model: string): Promise<number | null> {
  const cached = Math.min(usage.cachedInput, usage.input)
  const found = await priced(baseUrl, model, {
    input_tokens: usage.input,
    cache_read_tokens: cached,
    cache_write_tokens: Math.min(usage.cacheWrite ?? 0, usage.input - cached),
    output_tokens: usage.output,
  })
  return found?.total_price ?? null
}

/** The table is large, and no local endpoint is in it. */
async function priced(baseUrl: string, model: string, usage: { readonly [unit: string]: number }) {
  if (URL.parse(baseUrl)?.protocol !== 'https:' || model === '') return null
  const { calcPrice } = await import('@pydantic/genai-prices')
  try {
    return calcPrice(usage, model, { providerApiUrl: baseUrl })
  } catch {
    // The package throws if a usage does not add up; what a server counts need not.
    return null
  }
}

function baseOf(price: unknown): number | null {
  if (typeof price === 'number') return price
  const base = typeof price === 'object' && price !== null ? Reflect.get(price, 'base') : null
  return typeof base === 'number' ? base : null
}
