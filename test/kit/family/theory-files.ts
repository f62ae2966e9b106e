import type { ModelRequest } from '../../../src-shared/model/message.ts'
import { call, reply } from '../agent/agent-replies.ts'
import type { ModelScript } from '../model-server/scripted-model-server.ts'
import { playedOnce, type Theory } from './theory.ts'

/** Strategies that search among states of the files, and the theoretical success rates of such searches. */

export interface Landscape {
  /** The cost of each state of a ring, all different; a proposal goes to one of the two neighbours, equally likely. */
  readonly costs: readonly number[]
  readonly proposals: number
  readonly temperature: number
  readonly cooling: number
}

const isAfterTool = ({ messages }: ModelRequest): boolean => messages.at(-1)?.role === 'tool'
const write = (content: string) => reply('', [call('w', 'write_file', { content })])

/** The walk begins in the first state. The prediction: how likely `best` is the best state it visits. */
export function annealingTheory(land: Landscape, best: number): Theory {
  const { costs, ...chosen } = land
  return {
    name: `annealing from ${land.temperature} by ${land.cooling}, ${land.proposals} proposals, ends in ${best}`,
    predicted: bestStates(land)[best] ?? 0,
    made: (chance, file) => ({
      choice: { name: 'annealing', options: { ...chosen, pattern: 'cost (-?\\d+)', better: 'lower' } },
      start: '0',
      check: (text) => ({ exitCode: 1, output: `cost ${costs[Number(text)]}` }),
      answers: walk(costs.length, chance, file),
    }),
    isRight: ({ meta }, file) => meta['score'] === costs[best] && file === `${best}`,
  }
}

/** Proposes one of the two neighbours of the current state. */
const walk =
  (size: number, chance: () => number, file: () => string): ModelScript =>
  (request) =>
    isAfterTool(request) ? reply('One step.') : write(`${(Number(file()) + (chance() < 0.5 ? 1 : size - 1)) % size}`)

/** One run of the strategy. @returns the final state */
export const annealingRun = (land: Landscape, chance: () => number): number =>
  Number(playedOnce(annealingTheory(land, 0), chance).file)

/**
 * The exact distribution of the best state: the walk is a Markov chain over (state, best so far) with the Metropolis
 * transition probabilities for the temperature of each step.
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
        const chance = worse <= 0 ? 1 : Math.exp(-worse / (temperature * cooling ** at))
        add(to, cost(to) < cost(best) ? to : best, (weight / 2) * chance)
        add(state, best, (weight / 2) * (1 - chance))
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
  return {
    name: `best-of-n, ${candidates} candidates, wrong ${wrong}`,
    predicted: 1 - wrong ** candidates,
    made: (chance) => ({
      choice: { name: 'best-of-n', options: { candidates } },
      parallel: true,
      check: (text) => ({ exitCode: text === 'right' ? 0 : 1, output: text }),
      answers: (request) => {
        // A judge that always prefers the first: this must never cost a right answer.
        if (request.role === 'evaluator')
          return reply('', [call('v', 'submit_preference', { better: 'A', reasoning: 'it stands first' })])
        return isAfterTool(request) ? reply('Done.') : write(chance() < wrong ? 'wrong' : 'right')
      },
    }),
    isRight: (_, file) => file === 'right',
  }
}
