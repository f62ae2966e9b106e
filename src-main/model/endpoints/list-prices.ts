import type { Usage } from '../../../src-shared/model/message.ts'
import type { Price } from '../../../src-shared/settings/settings.ts'
import { makerOf } from './model-maker.ts'

/** Public data about a model at its provider. */
export interface KnownModel {
  /** List price without the tiers for long prompts; null if unknown. */
  readonly price: Price | null
  /** Tokens; null if unknown. */
  readonly contextWindow: number | null
}

const nothing: KnownModel = { price: null, contextWindow: null }

/**
 * The list price and context window of a model, by the endpoint's address: the price depends on the provider. A proxy
 * or gateway that the table does not know is taken to sell its maker's models at the maker's price, without the date or
 * prefix in their names.
 * Source: the table in the package `@pydantic/genai-prices`; no network access.
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

/** US dollars for one call by the provider's list, tiers for long prompts included; null if the price is unknown. */
export async function listCost(usage: Usage, baseUrl: string, model: string): Promise<number | null> {
  const found = await priced(baseUrl, model, tokensOf(usage))
  return found?.total_price ?? null
}

function tokensOf(usage: Usage) {
  const cached = Math.min(usage.cachedInput, usage.input)
  return {
    input_tokens: usage.input,
    cache_read_tokens: cached,
    cache_write_tokens: Math.min(usage.cacheWrite ?? 0, usage.input - cached),
    output_tokens: usage.output,
  }
}

/** The same for a provider by its name, such as `anthropic`, at the prices of a day. @param at ms since 1970 */
export async function listCostAt(usage: Usage, provider: string, model: string, at: number): Promise<number | null> {
  const { calcPrice } = await import('@pydantic/genai-prices')
  try {
    const options = { providerId: provider.toLowerCase(), timestamp: new Date(at) }
    return calcPrice(tokensOf(usage), model, options)?.total_price ?? null
  } catch {
    return null
  }
}

/** Loads the table only if needed: it is large and has no local models. */
async function priced(baseUrl: string, model: string, usage: { readonly [unit: string]: number }) {
  const address = URL.parse(baseUrl)
  const made = makerOf(model)
  if (address === null || model === '' || (address.protocol !== 'https:' && made === null)) return null
  const { calcPrice } = await import('@pydantic/genai-prices')
  try {
    const there = address.protocol === 'https:' ? calcPrice(usage, model, { providerApiUrl: baseUrl }) : null
    if (there !== null || made === null || isMakers(address)) return there
    return calcPrice(usage, made.model, { providerId: made.provider })
  } catch {
    // The package throws if a usage is inconsistent, and a server's counts may be.
    return null
  }
}

/** The makers' own addresses: what their lists don't have is no model of theirs. */
const isMakers = ({ hostname }: URL): boolean =>
  ['api.openai.com', 'api.anthropic.com', 'api.x.ai', 'generativelanguage.googleapis.com'].includes(hostname)

function baseOf(price: unknown): number | null {
  if (typeof price === 'number') return price
  const base = typeof price === 'object' && price !== null ? Reflect.get(price, 'base') : null
  return typeof base === 'number' ? base : null
}
