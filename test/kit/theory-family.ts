import { buildStrategy } from '../../src-main/strategy/registry.ts'
import type { Strategy } from '../../src-main/strategy/steps.ts'
import type { ModelRequest } from '../../src-shared/message.ts'
import type { StrategyChoice } from '../../src-shared/strategy-info.ts'
import { call, reply, task } from './agent-replies.ts'
import { play } from './play.ts'
import { acceptedWithin, type Theory } from './theory.ts'

/** A model that is wrong with the probability `wrong`, each time anew, and a judge of known accuracy. */
export interface Odds {
  readonly wrong: number
  /** The judge approves a right answer with this probability, */
  readonly approvesRight: number
  /** and refuses a wrong one with this. */
  readonly refusesWrong: number
}

const right = 'The total is right.'
const wrong = 'The total is off.'

function strategyOf(choice: StrategyChoice): Strategy {
  const built = buildStrategy(choice)
  if (!built.ok) throw new Error(built.failure.message)
  return built.strategy
}

/** Attempts are independent and the check never errs: all N + 1 must be wrong to fail, 1 − p^(N + 1). */
export function retryTheory(maxRetries: number, odds: Pick<Odds, 'wrong'>): Theory {
  const inner = { name: 'tool-loop', options: {} }
  const strategy = strategyOf({ name: 'retry', options: { maxRetries, check: 'npm test' }, inner })
  return {
    name: `retry, ${maxRetries} more attempts, wrong ${odds.wrong}`,
    predicted: 1 - odds.wrong ** (maxRetries + 1),
    run: (chance) => {
      let text = ''
      const played = play(strategy(task()), (step) => {
        if (step.kind === 'check') return { exitCode: text === right ? 0 : 1, output: text, durationMs: 1 }
        text = chance() < odds.wrong ? wrong : right
        return reply(text)
      })
      return played.result.status === 'completed' && played.result.text === right
    },
  }
}

const approves = (good: boolean, odds: Odds, chance: () => number): boolean =>
  chance() < (good ? odds.approvesRight : 1 - odds.refusesWrong)

/** Right and approved; and the probability of going round once more. */
function round(odds: Odds): { readonly share: number; readonly again: number } {
  const share = (1 - odds.wrong) * odds.approvesRight
  return { share, again: 1 - share - odds.wrong * (1 - odds.refusesWrong) }
}

/**
 * With q = 1 − p right, a approved where right, R refused: in each of N iterations q·a end right; after the Nth
 * refusal one more revision stands unjudged. Σ R^i·q·a + R^N·q.
 */
export function reflectionTheory(maxIterations: number, odds: Odds): Theory {
  const strategy = strategyOf({ name: 'reflection', options: { maxIterations } })
  const { share, again } = round(odds)
  return {
    name: `reflection, ${maxIterations} iterations, ${JSON.stringify(odds)}`,
    predicted: acceptedWithin(maxIterations, share, again) + again ** maxIterations * (1 - odds.wrong),
    run: (chance) => {
      const played = play(strategy(task()), (step) => {
        if (step.kind !== 'call-model') throw new Error(`no ${step.kind} is expected here`)
        if (step.request.role !== 'critic') return reply(chance() < odds.wrong ? wrong : right)
        const approved = approves(lastText(step.request).includes(right), odds, chance)
        return reply('', [call('v', 'submit_verdict', { approved, issues: approved ? [] : ['Not yet.'] })])
      })
      return played.result.text === right
    },
  }
}

/**
 * As reflection, but of the M + 1 plans the last one is judged too; where all are refused the last of the
 * equally scored best is carried out. Σ R^i·q·a over M + 1 plans, + R^M·q·(1 − a).
 */
export function planTheory(maxRevisions: number, odds: Odds): Theory {
  const options = { maxRevisions, belowThreshold: 'best' }
  const strategy = strategyOf({ name: 'plan-revise-execute', options })
  const { share, again } = round(odds)
  return {
    name: `plan-revise-execute, ${maxRevisions} revisions, ${JSON.stringify(odds)}`,
    predicted: acceptedWithin(maxRevisions + 1, share, again) + again ** maxRevisions * (1 - odds.wrong - share),
    run: (chance) => {
      const played = play(strategy(task()), (step) => {
        if (step.kind !== 'call-model') throw new Error(`no ${step.kind} is expected here`)
        return planAnswer(step.request, odds, chance)
      })
      return played.result.text === right
    },
  }
}

function planAnswer(request: ModelRequest, odds: Odds, chance: () => number) {
  const asked = lastText(request)
  if (request.role === 'planner') {
    const goal = chance() < odds.wrong ? wrong : right
    return reply('', [call('p', 'submit_plan', { steps: [{ goal, done: 'seen' }] })])
  }
  // The engineer does what the plan says, right or wrong.
  if (request.role === 'engineer') return reply(asked.includes(right) ? right : wrong)
  const score = approves(asked.includes(right), odds, chance) ? 0.9 : 0.2
  return reply('', [call('e', 'submit_evaluation', { score, reasoning: 'by the odds' })])
}

const lastText = (request: ModelRequest): string => request.messages.at(-1)?.text ?? ''
