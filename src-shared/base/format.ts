/** Numbers as people read them, the same everywhere: `420 ms`, `3.1 s`, `12.4 k tokens`, `$0.032`, `+12 −3`. */

/** @param ms a duration in milliseconds */
export function formatDuration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`
  const minutes = Math.floor(ms / 60_000)
  const seconds = Math.floor((ms % 60_000) / 1000)
  if (minutes < 60) return `${minutes} min ${seconds} s`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

export function formatTokens(count: number): string {
  return `${formatCount(count)} tokens`
}

export function formatCount(count: number): string {
  if (count < 1000) return String(Math.round(count))
  if (count < 1_000_000) return `${(count / 1000).toFixed(1)} k`
  return `${(count / 1_000_000).toFixed(1)} M`
}

/** @param dollars US dollars; null if no price is known */
export function formatCost(dollars: number | null): string {
  if (dollars === null) return 'no price set'
  if (dollars === 0) return '$0'
  return dollars < 1 ? `$${dollars.toFixed(3)}` : `$${dollars.toFixed(2)}`
}

/** @param what the thing counted, whose plural ends in s */
export const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`

export const formatFiles = (count: number): string => counted(count, 'file')

export function formatChange(added: number, removed: number): string {
  return `+${added} −${removed}`
}

/** @param bytes a size in bytes; units are powers of 1000 */
export function formatSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(1)} kB`
  if (bytes < 1_000_000_000) return `${(bytes / 1_000_000).toFixed(1)} MB`
  return `${(bytes / 1_000_000_000).toFixed(1)} GB`
}

/** Shortens in the middle, since names differ least there: `src/very…/total.js`. */
export function shortenMiddle(text: string, most: number): string {
  if (text.length <= most) return text
  const head = Math.ceil((most - 1) / 2)
  return `${text.slice(0, head)}…${text.slice(text.length - (most - 1 - head))}`
}
