import { buildStrategy } from '../../src-main/strategy/registry.ts'
import type { JsonObject } from '../../src-shared/json.ts'
import { reply, task } from './agent-replies.ts'
import { type Played, play } from './play.ts'
import type { Theory } from './theory.ts'

/** Strategies that search among states of the files, against what probability says of such a search. */

function strategyOf(name: string, options: JsonObject) {
  const built = buildStrategy({ name, options })
  if (!built.ok) throw new Error(built.failure.message)
  return built.strategy
}

export interface Landscape {
  /** The cost of each state of a ring, no two alike; a proposal goes to either neighbour, each as likely. */
  readonly costs: readonly number[]
  readonly proposals: number
  readonly temperature: number
  readonly cooling: number
}

/** The walk begins in the first state; how likely is it that `best` is the best one it ever stood in? */
export function annealingTheory(land: Landscape, best: number): Theory {
  const runOnce = annealingRun(land)
  return {
    name: `annealing from ${land.temperature} by ${land.cooling}, ${land.proposals} proposals, ends in ${best}`,
    predicted: bestStates(land)[best] ?? 0,
    run: (chance) => runOnce(chance) === best,
  }
}

/** One run of the strategy; the state that remains. */
export function annealingRun({ costs, ...chosen }: Landscape): (chance: () => number) => number {
  const strategy = strategyOf('annealing', { ...chosen, pattern: 'cost (-?\\d+)', better: 'lower' })
  return (chance) => costs.indexOf(Number(walk(strategy(task()), costs, chance).result.meta['score']))
}

function walk(routine: ReturnType<ReturnType<typeof strategyOf>>, costs: readonly number[], chance: () => number) {
  let state = 0
  return play(routine, (step) => {
    switch (step.kind) {
      case 'call-model':
        state = (state + (chance() < 0.5 ? 1 : costs.length - 1)) % costs.length
        return reply('One step.')
      case 'snapshot':
        return `${state}`
      case 'restore':
        state = Number(step.snapshot)
        return null
      case 'check':
        return { exitCode: 1, output: `cost ${costs[state]}`, durationMs: 1 }
      case 'random':
        return chance()
      default:
        throw new Error(`no ${step.kind} is expected here`)
    }
  })
}

/**
 * The distribution of the best state, exactly: the walk is a Markov chain over (state, best so far), whose
 * transitions are Metropolis' with the temperature of each step.
 */
export function bestStates({ costs, proposals, temperature, cooling }: Landscape): number[] {
  const size = costs.length
  const cost = (state: number) => costs[state] ?? 0
  let mass = new Map([[0, 1]])
  for (let at = 0; at < proposals; at++) {
    const next = new Map<number, number>()
    const add = (state: number, best: number, weight: number) =>
      next.set(state * size + best, (next.get(state * size + best) ?? 0) + weight)
    for (const [key, weight] of mass) {
      const [state, best] = [Math.floor(key / size), key % size]
      for (const to of [(state + 1) % size, (state + size - 1) % size]) {
        const worse = cost(to) - cost(state)
        const kept = worse <= 0 ? 1 : Math.exp(-worse / (temperature * cooling ** at))
        add(to, cost(to) < cost(best) ? to : best, (weight / 2) * kept)
        add(state, best, (weight / 2) * (1 - kept))
      }
    }
    mass = next
  }
  const found = new Array<number>(size).fill(0)
  for (const [key, weight] of mass) found[key % size] = (found[key % size] ?? 0) + weight
  return found
}

/** Candidates are independent and the check never errs: all n must be wrong to fail, 1 − p^n. */
export function bestOfNTheory(candidates: number, wrong: number): Theory {
  const strategy = strategyOf('best-of-n', { candidates })
  return {
    name: `best-of-n, ${candidates} candidates, wrong ${wrong}`,
    predicted: 1 - wrong ** candidates,
    run: (chance) => applied(chooseAmong(strategy(task()), wrong, chance)) === 'right',
  }
}

/** A judge that only knows who stands first: it must never cost a right answer. */
function chooseAmong(routine: ReturnType<ReturnType<typeof strategyOf>>, wrong: number, chance: () => number) {
  let files = 'start'
  return play(routine, (step) => {
    switch (step.kind) {
      case 'call-model':
        files = chance() < wrong ? 'wrong' : 'right'
        return reply(`It is ${files}.`)
      case 'snapshot':
        return /^candidate/.test(step.label) ? files : 'start'
      case 'check':
        return { exitCode: files === 'right' ? 0 : 1, output: files, durationMs: 1 }
      case 'changes':
        return { files: [], patch: '' }
      default:
        return null
    }
  })
}

const applied = (played: Played<unknown>): string =>
  played.asked.flatMap((step) => (step.kind === 'restore' ? [step.snapshot] : [])).at(-1) ?? 'start'
