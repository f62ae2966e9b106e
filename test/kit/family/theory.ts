import type { Outcome } from '../../../src-shared/strategy/strategy-info.ts'
import type { ScriptedServer } from '../model-server/scripted-model-server.ts'
import type { FamilyCase } from './family-case.ts'
import { liveOverHttp } from './family-lives.ts'
import { familyWorld } from './family-world.ts'

/** The theoretical success rate of a strategy, and a case of the strategy with a seeded model. */
export interface Theory {
  readonly name: string
  /** Probability of success. */
  readonly predicted: number
  /**
   * One run: `chance` decides which answers of the model are right. @param file the current text of the project's file
   */
  made(chance: () => number, file: () => string): TheoryCase
  /** Whether a run ended with the right answer. */
  isRight(end: Pick<Outcome, 'status' | 'text' | 'meta'>, file: string): boolean
}
export type TheoryCase = Omit<FamilyCase, 'name' | 'ends'>

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

/** Executed by `play`, without an agent: runs with the seeds `seed` to `seed + runs - 1`. */
export function measured(theory: Theory, runs: number, seed: number): Measured {
  let good = 0
  for (let at = 0; at < runs; at++) {
    const { outcome, file } = playedOnce(theory, seeded(seed + at))
    if (theory.isRight(outcome, file)) good++
  }
  return wilson(good, runs)
}

/** One run without an agent: its outcome, and the final text of the file. */
export function playedOnce(theory: Theory, chance: () => number) {
  const world = worldOf(theory, chance)
  const { outcome } = world.played()
  return { outcome, file: world.file() }
}

/** Executed by the agent with the real client and a model server: runs with the seeds `seed` to `seed + runs - 1`. */
export async function measuredOverHttp(
  theory: Theory,
  runs: number,
  seed: number,
  server: ScriptedServer,
): Promise<Measured> {
  let good = 0
  for (let at = 0; at < runs; at++) {
    const world = worldOf(theory, seeded(seed + at))
    const { end } = await liveOverHttp(world.made, world, server.talk(world.made.answers), {}, undefined, seed + at)
    if (end.status === 'aborted' || end.status === 'interrupted') throw new Error(`${theory.name} was ${end.status}`)
    if (theory.isRight({ ...end, status: end.status }, world.file())) good++
  }
  return wilson(good, runs)
}

function worldOf(theory: Theory, chance: () => number) {
  let file = () => ''
  const made: FamilyCase = {
    ...theory.made(chance, () => file()),
    name: theory.name,
    ends: { status: 'completed', phases: [], requests: 0 },
  }
  const world = familyWorld(made, chance)
  file = world.file
  return { ...world, made }
}

const z = 1.959964

function wilson(good: number, runs: number): Measured {
  const rate = good / runs
  const middle = (rate + z ** 2 / (2 * runs)) / (1 + z ** 2 / runs)
  const half = (z / (1 + z ** 2 / runs)) * Math.sqrt((rate * (1 - rate)) / runs + z ** 2 / (4 * runs ** 2))
  return { rate, from: middle - half, to: middle + half }
}

/** The sum of `share · again^i` over the first `rounds` rounds: the probability of being accepted in one of them. */
export const acceptedWithin = (rounds: number, share: number, again: number): number =>
  Array.from({ length: rounds }, (_, at) => share * again ** at).reduce((sum, each) => sum + each, 0)
