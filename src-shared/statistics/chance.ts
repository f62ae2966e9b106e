/** Numbers in [0, 1), the same for the same seed. Source: mulberry32 (Tommy Ettinger, 2017, public domain). */
export function seededChance(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A uniformly random order. Source: Durstenfeld, "Algorithm 235: Random permutation" (1964). */
export function shuffled<T>(values: readonly T[], chance: () => number): T[] {
  const order = [...values]
  for (let at = order.length - 1; at > 0; at--) {
    const [taken] = order.splice(Math.floor(chance() * (at + 1)), 1)
    if (taken !== undefined) order.push(taken)
  }
  return order
}
