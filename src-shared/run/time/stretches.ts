/** A stretch of time, ms. `to` is Infinity while it is under way. */
export interface Stretch {
  readonly from: number
  readonly to: number
}

/** In order, without overlaps; empty ones are left out. */
export function merged(stretches: readonly Stretch[]): Stretch[] {
  const all: Stretch[] = []
  for (const each of stretches.toSorted((a, b) => a.from - b.from)) {
    if (each.to <= each.from) continue
    const last = all.at(-1)
    if (last !== undefined && each.from <= last.to)
      all[all.length - 1] = { from: last.from, to: Math.max(last.to, each.to) }
    else all.push(each)
  }
  return all
}

/** What of the merged `whole` no part of the merged `cut` covers. */
export function without(whole: readonly Stretch[], cut: readonly Stretch[]): Stretch[] {
  const left: Stretch[] = []
  let next = 0
  for (const { from, to } of whole) {
    while ((cut[next]?.to ?? Number.POSITIVE_INFINITY) <= from) next += 1
    let at = from
    for (let index = next; at < to; index += 1) {
      const gap = cut[index]
      if (gap === undefined || gap.from >= to) break
      if (gap.from > at) left.push({ from: at, to: gap.from })
      at = Math.max(at, gap.to)
    }
    if (at < to) left.push({ from: at, to })
  }
  return left
}

/** The parts of merged stretches between two times. */
export function within(stretches: readonly Stretch[], from: number, to: number): Stretch[] {
  let [low, high] = [0, stretches.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((stretches[middle]?.to ?? 0) <= from) low = middle + 1
    else high = middle
  }
  const parts: Stretch[] = []
  for (let index = low; index < stretches.length; index++) {
    const each = stretches[index]
    if (each === undefined || each.from >= to) break
    const part = { from: Math.max(from, each.from), to: Math.min(to, each.to) }
    if (part.to > part.from) parts.push(part)
  }
  return parts
}

/** Of merged stretches, ms. */
export const lengthOf = (stretches: readonly Stretch[]): number =>
  stretches.reduce((sum, { from, to }) => sum + to - from, 0)
