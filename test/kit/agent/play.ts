import { type Score, scoreIn } from '../../../src-main/agent/limited-pattern.ts'
import type { InCopy, Leaf, Routine, Step } from '../../../src-main/strategy/steps.ts'

/** The steps that a routine requested when it was played. */
export interface Played<T> {
  /** Leaf steps in the order of their requests, except those that `play` answers itself. */
  readonly steps: readonly (Leaf | Extract<Step, { kind: 'delegate' }>)[]
  /** Titles of the phases, in order. */
  readonly phases: readonly string[]
  readonly notes: readonly Leaf<'note'>[]
  readonly result: T
}

type RequestedStep = Played<unknown>['steps'][number]
/** Results of the requested steps. An `Error` among them is thrown into the routine. */
export type Answers = readonly unknown[] | ((step: RequestedStep, index: number) => unknown)
/** Called when the routine enters a copy of the workspace, and when it leaves the copy. */
interface Copies {
  enter(copy: Omit<InCopy, 'body'>): void
  leave(): void
}

/**
 * Executes a routine with prepared results and without an agent. Phases and branches are entered, in order. Recorded
 * calls of the strategy's own tools get their recorded result, notes get null, and the inbox is read from `queued`.
 */
export function play<T>(
  routine: Routine<T>,
  answers: Answers,
  queued: readonly (readonly string[])[] = [],
  copies?: Copies,
): Played<T> {
  const steps: RequestedStep[] = []
  const phases: string[] = []
  const notes: Leaf<'note'>[] = []
  let looks = 0

  function drive<U>(body: Routine<U>): U {
    let turn = body.next()
    while (!turn.done) {
      const end = attempt(turn.value)
      turn = end.ok ? body.next(end.value) : body.throw(end.error)
    }
    return turn.value
  }

  function attempt(step: Step): { ok: true; value: unknown } | { ok: false; error: unknown } {
    try {
      return { ok: true, value: answerTo(step) }
    } catch (error) {
      return { ok: false, error }
    }
  }

  function answerTo(step: Step): unknown {
    // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- the test provides the results of all other steps
    switch (step.kind) {
      case 'all':
        return step.branches.map((branch) => drive(branch))
      case 'phase':
        phases.push(step.title)
        return drive(step.body)
      case 'in-copy':
        phases.push(step.title)
        return inCopy(step)
      case 'think':
        throw new Error('a thought is worked out while it is waited for: play it with the agent')
      case 'own-tool':
        return step.result
      case 'note':
        notes.push(step)
        return null
      case 'inbox':
        return queued[looks++] ?? []
      default:
        return ready(step)
    }
  }

  function inCopy(step: InCopy): unknown {
    copies?.enter(step)
    try {
      return drive(step.body)
    } finally {
      copies?.leave()
    }
  }

  function ready(step: RequestedStep): unknown {
    steps.push(step)
    const index = steps.length - 1
    if (typeof answers !== 'function' && index >= answers.length) {
      throw new Error(`step ${index} has no answer ready: ${JSON.stringify(step).slice(0, 400)}`)
    }
    const answer: unknown = typeof answers === 'function' ? answers(step, index) : answers[index]
    if (answer instanceof Error) throw answer
    return withScore(step, answer)
  }

  const result = drive(routine)
  return { steps: steps, phases, notes, result }
}

/** Like the agent, searches the output for the pattern of the check. */
function withScore(step: RequestedStep, answer: unknown): unknown {
  if (step.kind !== 'check' || step.pattern === undefined) return answer
  const isPrinted = typeof answer === 'object' && answer !== null && 'output' in answer
  return isPrinted ? { ...knownScore(String(answer.output), step.pattern), ...answer } : answer
}

/** Cached: thousands of runs print the same few lines, and each search starts a thread for its time limit. */
const scores = new Map<string, Score>()
function knownScore(output: string, pattern: string): Score {
  const key = `${pattern}\0${output}`
  const known = scores.get(key) ?? scoreIn(output, pattern)
  scores.set(key, known)
  return known
}

/** The model requests among the requested steps. */
export const requestsOf = (played: Played<unknown>) =>
  played.steps.flatMap((step) => (step.kind === 'call-model' ? [step.request] : []))
