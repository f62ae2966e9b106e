/**
 * Numbers, plurals and lists as people read them, the same everywhere: `420 ms`, `3.1 s`, `12.4 k tokens`, `$0.032`,
 * `+12 −3`,
 * `1,204 files`, `A, B, and C`. Source: `Intl` for US English. `npm run check` finds those that are made elsewhere by
 * hand.
 */

const locale = 'en-US'

/** Made when first needed: the first formatter of a process takes some 10 ms. */
const numbers = new Map<string, Intl.NumberFormat>()
function numberFormat(least: number, most: number): Intl.NumberFormat {
  const key = `${least} ${most}`
  const made =
    numbers.get(key) ?? new Intl.NumberFormat(locale, { minimumFractionDigits: least, maximumFractionDigits: most })
  numbers.set(key, made)
  return made
}

/** `1,204` and `0.25`: three decimals at most. */
export const formatNumber = (value: number): string =>
  isSmallCount(value) ? String(value) : numberFormat(0, 3).format(value)

/**
 * Most counts are: they look the same without the formatter, whose first use costs a short run more than all its
 * counts.
 */
const isSmallCount = (value: number): boolean => Number.isInteger(value) && value > 0 && value < 1000

/** With exactly so many decimals. */
export const formatFixed = (value: number, decimals: number): string => numberFormat(decimals, decimals).format(value)

let plurals: Intl.PluralRules | null = null

/** The form that goes with a count. */
export function plural(count: number, one: string, many = `${one}s`): string {
  if (isSmallCount(count)) return count === 1 ? one : many
  plurals ??= new Intl.PluralRules(locale)
  return plurals.select(count) === 'one' ? one : many
}

/** `1 file`, `1,204 files`. */
export const counted = (count: number, one: string, many?: string): string =>
  `${formatNumber(count)} ${plural(count, one, many)}`

export const formatFiles = (count: number): string => counted(count, 'file')

const lists = new Map<string, Intl.ListFormat>()

/** `A`, `A and B`, `A, B, or C`. */
export function listed(items: readonly string[], word: 'and' | 'or' = 'and'): string {
  const type = word === 'and' ? 'conjunction' : 'disjunction'
  const made = lists.get(type) ?? new Intl.ListFormat(locale, { type })
  lists.set(type, made)
  return made.format(items)
}

/** `46 %`, with a space that doesn’t break. @param share 0 to 1 */
export const formatPercent = (share: number, decimals = 0): string => `${formatFixed(share * 100, decimals)}\u00a0%`

/** @param ms a duration in milliseconds */
export function formatDuration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`
  if (ms < 60_000) return `${formatFixed(ms / 1000, 1)} s`
  const minutes = Math.floor(ms / 60_000)
  const seconds = Math.floor((ms % 60_000) / 1000)
  if (minutes < 60) return `${minutes} min ${seconds} s`
  return `${formatNumber(Math.floor(minutes / 60))} h ${minutes % 60} min`
}

export function formatTokens(count: number): string {
  return `${formatCount(count)} tokens`
}

export function formatCount(count: number): string {
  if (count < 1000) return String(Math.round(count))
  if (count < 1_000_000) return `${formatFixed(count / 1000, 1)} k`
  return `${formatFixed(count / 1_000_000, 1)} M`
}

/** @param dollars US dollars; null if no price is known */
export function formatCost(dollars: number | null): string {
  if (dollars === null) return 'no price set'
  if (dollars === 0) return '$0'
  return `$${formatFixed(dollars, dollars < 1 ? 3 : 2)}`
}

/** An amount in another currency than dollars stands before its name. */
export const formatMoney = (amount: number, currency: string): string =>
  currency === 'USD' ? formatCost(amount) : `${formatCost(amount).replace('$', '')} ${currency}`

export function formatChange(added: number, removed: number): string {
  return `+${added} −${removed}`
}

/** @param bytes a size in bytes; units are powers of 1000 */
export function formatSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  if (bytes < 1_000_000) return `${formatFixed(bytes / 1000, 1)} kB`
  if (bytes < 1_000_000_000) return `${formatFixed(bytes / 1_000_000, 1)} MB`
  return `${formatFixed(bytes / 1_000_000_000, 1)} GB`
}

/** Shortens in the middle, since names differ least there: `src/very…/total.js`. */
export function shortenMiddle(text: string, most: number): string {
  if (text.length <= most) return text
  const head = Math.ceil((most - 1) / 2)
  return `${text.slice(0, head)}…${text.slice(text.length - (most - 1 - head))}`
}
