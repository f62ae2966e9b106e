import type { Usage } from '../../../src-shared/model/message.ts'
import type { Price } from '../../../src-shared/settings/settings.ts'

const million = 1_000_000

/** US dollars for one call; null if no price is known. Cached input is part of the input. */
export function costOf(usage: Usage, price: Price | null): number | null {
  if (price === null) return null
  const cached = Math.min(usage.cachedInput, usage.input)
  const total = (usage.input - cached) * price.input + cached * price.cachedInput + usage.output * price.output
  return total / million
}
