import type { ModelRequest } from '../../../src-shared/model/message.ts'
import { call, reply } from '../agent/agent-replies.ts'
import { byRole } from './family-case.ts'
import { acceptedWithin, type Theory } from './theory.ts'

/** A model that is wrong with probability `wrong`, independently each time, and a judge of known accuracy. */
export interface Odds {
  readonly wrong: number
  /** Probability that the judge approves a right answer. */
  readonly approvesRight: number
  /** Probability that the judge rejects a wrong answer. */
  readonly refusesWrong: number
}

const right = 'The total is right.'
const wrong = 'The total is off.'
const guess = (chance: () => number, odds: Pick<Odds, 'wrong'>): string => (chance() < odds.wrong ? wrong : right)

/** Attempts are independent and the check never errs: all N + 1 must be wrong to fail, 1 − p^(N + 1). */
export function retryTheory(maxRetries: number, odds: Pick<Odds, 'wrong'>): Theory {
  const inner = { name: 'tool-loop', options: {} }
  return {
    name: `retry, ${maxRetries} more attempts, wrong ${odds.wrong}`,
    predicted: 1 - odds.wrong ** (maxRetries + 1),
    made: (chance) => ({
      choice: { name: 'retry', options: { maxRetries, check: 'npm test' }, inner },
      check: (text) => ({ exitCode: text === right ? 0 : 1, output: text }),
      answers: (request) =>
        request.messages.at(-1)?.role === 'tool'
          ? reply('Done.')
          : reply('', [call('w', 'write_file', { content: guess(chance, odds) })]),
    }),
    isRight: ({ status }, file) => status === 'completed' && file === right,
  }
}

const approves = (good: boolean, odds: Odds, chance: () => number): boolean =>
  chance() < (good ? odds.approvesRight : 1 - odds.refusesWrong)

/** `share`: probability of right and approved. `again`: probability of another round. */
function round(odds: Odds): { readonly share: number; readonly again: number } {
  const share = (1 - odds.wrong) * odds.approvesRight
  return { share, again: 1 - share - odds.wrong * (1 - odds.refusesWrong) }
}

/**
 * q = 1 − p: right; a: approved if right; R: rejected. Each of N iterations ends right with probability q·a; after the
 * Nth rejection, one more revision is returned without being judged. Σ R^i·q·a + R^N·q.
 */
export function reflectionTheory(maxIterations: number, odds: Odds): Theory {
  const { share, again } = round(odds)
  return {
    name: `reflection, ${maxIterations} iterations, ${inWords(odds)}`,
    predicted: acceptedWithin(maxIterations, share, again) + again ** maxIterations * (1 - odds.wrong),
    made: (chance) => ({
      choice: { name: 'reflection', options: { maxIterations } },
      answers: byRole({
        engineer: () => reply(guess(chance, odds)),
        critic: (request) => {
          const approved = approves(lastText(request).includes(right), odds, chance)
          return reply('', [call('v', 'submit_verdict', { approved, issues: approved ? [] : ['Not yet.'] })])
        },
      }),
    }),
    isRight: ({ text }) => text === right,
  }
}

/**
 * As for reflection, but the last of the M + 1 plans is judged too; if all are rejected, the last of the plans with
 * the best score is executed. Σ R^i·q·a over M + 1 plans, + R^M·q·(1 − a).
 */
export function planTheory(maxRevisions: number, odds: Odds): Theory {
  const { share, again } = round(odds)
  return {
    name: `plan-revise-execute, ${maxRevisions} revisions, ${inWords(odds)}`,
    predicted: acceptedWithin(maxRevisions + 1, share, again) + again ** maxRevisions * (1 - odds.wrong - share),
    made: (chance) => ({
      choice: { name: 'plan-revise-execute', options: { maxRevisions, belowThreshold: 'best' } },
      answers: byRole({
        planner: () => reply('', [call('p', 'submit_plan', { steps: [{ goal: guess(chance, odds), done: 'seen' }] })]),
        evaluator: (request) => {
          const score = approves(lastText(request).includes(right), odds, chance) ? 0.9 : 0.2
          return reply('', [call('e', 'submit_evaluation', { score, reasoning: 'by the odds' })])
        },
        // The engineer follows the plan, right or wrong.
        engineer: (request) => reply(lastText(request).includes(right) ? right : wrong),
      }),
    }),
    isRight: ({ text }) => text === right,
  }
}

const lastText = (request: ModelRequest): string => request.messages.at(-1)?.text ?? ''

const inWords = (odds: Odds): string =>
  `wrong ${odds.wrong}, judge approves right ${odds.approvesRight}, refuses wrong ${odds.refusesWrong}`
