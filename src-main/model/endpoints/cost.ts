import type { Usage } from '../../../src-shared/model/message.ts'
import type { Price } from '../../../src-shared/settings/settings.ts'

const million = 1_000_000

/** US dollars for one call. Input that was read from or written to the cache is part of the input. */
export function costOf(usage: Usage, price: Price): number {
  const cached = Math.min(usage.cachedInput, usage.input)
  const written = Math.min(usage.cacheWrite ?? 0, usage.input - cached)
  const total =
    (usage.input - cached - written) * price.input +
    cached * price.cachedInput +
    written * (price.cacheWrite ?? price.input) +
    usage.output * price.output
  return total / million
}
