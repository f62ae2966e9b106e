import type { Outcome } from '../../src-shared/strategy/strategy-info.ts'
import { failureOf, type LoopEnd, textOf } from '../strategy/loop/loop.ts'
import type { Submission } from '../strategy/loop/submission.ts'

/** The end of a tool loop in the form that users' strategies get (`LoopEnd` in stratagem.d.ts). */
export function loopResult(end: LoopEnd) {
  const { added, calls, rounds, ending, outOfBudget, cutOff } = end
  return {
    text: textOf(end),
    added,
    calls,
    rounds: rounds.length,
    cycles: rounds.filter(({ kind }) => kind === 'calls').length,
    refused: 0,
    ending,
    submitted: end.ending === 'submitted' ? end.submitted : null,
    outOfBudget,
    // The name in version 1 of the vocabulary.
    spent: outOfBudget,
    cutOff,
    failure: failureOf(end),
  }
}

/** A submission in the form that users' strategies get (`Submission` in stratagem.d.ts). */
export function submissionResult<T>({ added, calls, outOfBudget, ...result }: Submission<T>) {
  return { added, calls, outOfBudget, spent: outOfBudget, ...result }
}

/** An outcome in the form that users' strategies get: the reason not to try more is in its `meta`. */
export function outcomeResult({ status, text, messages, calls, meta, failure }: Outcome) {
  return { status, text, messages, calls, meta, failure }
}
