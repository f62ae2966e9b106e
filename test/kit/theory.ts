/** What a strategy should come to by theory, and one run of it with a seeded model. */
export interface Theory {
  readonly name: string
  /** Probability of success. */
  readonly predicted: number
  /** One run; true where it came to the right answer. */
  run(chance: () => number): boolean
}

/** Numbers in [0, 1), the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export interface Measured {
  readonly rate: number
  /** The 95 % interval around the rate (Wilson, 1927). */
  readonly from: number
  readonly to: number
}

/** Runs with the seeds `seed` to `seed + runs - 1`. */
export function measured({ run }: Theory, runs: number, seed: number): Measured {
  let good = 0
  for (let at = 0; at < runs; at++) if (run(seeded(seed + at))) good++
  return wilson(good, runs)
}

const z = 1.959964

function wilson(good: number, runs: number): Measured {
  const rate = good / runs
  const middle = (rate + z ** 2 / (2 * runs)) / (1 + z ** 2 / runs)
  const half = (z / (1 + z ** 2 / runs)) * Math.sqrt((rate * (1 - rate)) / runs + z ** 2 / (4 * runs ** 2))
  return { rate, from: middle - half, to: middle + half }
}

/** The sum of `share · again^i` over the first `rounds` rounds: accepted in one of them. */
export const acceptedWithin = (rounds: number, share: number, again: number): number =>
  Array.from({ length: rounds }, (_, at) => share * again ** at).reduce((sum, each) => sum + each, 0)
