import { z } from 'zod'
import type { Failure } from '../../../../src-shared/base/failure.ts'
import type { CallEntry, Outcome } from '../../../../src-shared/strategy/strategy-info.ts'
import type { Task } from '../../../../src-shared/strategy/task.ts'
import { loopOptions, timesOption } from '../../loop/loop-options.ts'
import { outcomeOf } from '../../outcome.ts'
import { joinText, withLastWords } from '../../parts/last-words.ts'
import { readOnlyModeFailure } from '../../parts/read-only-mode.ts'
import { all, askUser, note, phase, type Routine, restore, snapshot } from '../../steps.ts'
import { defineStrategy } from '../../strategy.ts'
import { bestOfNPrompts, type Candidate, type CandidateOptions, candidate, candidateMeta } from './candidate.ts'
import { type Choice, chooseCandidate } from './candidate-choice.ts'
import type { VoteCount } from './pairwise-vote.ts'

/**
 * Several candidates for one task, each in a copy of the files. One of them is chosen.
 *
 * 1. Until one is chosen, the project's files are unchanged.
 * 2. A check that passes comes before any judge; candidates that left the same files are voted on as one.
 * 3. Every candidate's files are a snapshot whose id is in its note and in the outcome: each can be applied instead.
 */
function* bestOfNRun(task: Task, options: CandidateOptions): Routine<Outcome> {
  const refused = readOnlyModeFailure(task, 'best-of-n')
  if (refused !== null) return outcomeOf(task, { text: '', added: [], calls: [], meta: {} }, refused)
  const base = yield* snapshot('before the candidates')
  const numbers = Array.from({ length: options.candidates }, (_, at) => at)
  const made = yield* all(numbers.map((at) => candidate(task, base, at, options)))
  if (options.nonePasses === 'refuse' && nonePasses(made)) {
    yield* note('no candidate applied: none passes the check', { candidates: made.length })
    return applyNone(task, base, made, noneHasPassed(made, options.check))
  }
  const choice = yield* phase('choose', chooseCandidate(task, made, options))
  if (choice === null) return applyNone(task, base, made, noneFinished(made))
  const applied = yield* phase('apply', apply(base, choice.best))
  return ending(task, base, made, choice, applied)
}

const leave = 'Leave the files as they are'

/** Restores the chosen files into the project. A restore takes a snapshot first, so it can be undone. */
function* apply(base: string, { snapshot: id, number }: Candidate): Routine<boolean> {
  if (id === null || id === base) return true
  const now = yield* snapshot('before the chosen candidate')
  if (now !== base) {
    const question = `The project's files changed while the candidates were at work. Put candidate ${number}'s files in their place?`
    const answer = yield* askUser({ question, options: [leave, 'Put them in place'], freeText: false })
    if (answer === leave) return false
  }
  yield* restore(id)
  return true
}

function ending(task: Task, base: string, made: readonly Candidate[], choice: Choice, applied: boolean): Outcome {
  const { best, reason, vote } = choice
  const how = applied ? `Candidate ${best.number} of ${made.length} was applied: ${reason}` : notApplied(best)
  const meta = {
    ...metaOf(base, made),
    chosen: best.number,
    applied,
    reason,
    votes: vote === null ? [] : vote.votes.map((each) => ({ ...each })),
  }
  const added = withLastWords(best.added, how)
  return outcomeOf(task, {
    text: joinText(best.text, how),
    added,
    calls: callsOf(made, vote),
    meta,
    outOfBudget: meta.spent,
  })
}

const notApplied = ({ number, snapshot: id }: Candidate): string =>
  `Candidate ${number} was chosen and not applied, as the files had changed meanwhile; its files are snapshot ${id}.`

const metaOf = (base: string, made: readonly Candidate[]) => ({
  before: base,
  candidates: made.map(candidateMeta),
  spent: made.some(({ outOfBudget }) => outOfBudget),
})

const callsOf = (made: readonly Candidate[], vote: VoteCount | null): readonly CallEntry[] => [
  ...made.flatMap(({ calls }) => calls),
  ...(vote?.calls ?? []),
]

/** Of those that were checked; the others did not finish. */
const nonePasses = (made: readonly Candidate[]): boolean =>
  made.some((each) => each.check === 'failed') && !made.some((each) => each.check === 'passed')

const noneHasPassed = (made: readonly Candidate[], check: string): Failure => ({
  kind: 'strategy-gave-up',
  message: `None of ${made.length} candidates passes \`${check}\`; the project's files are as they were.`,
  advice:
    'Each candidate is kept as a snapshot and can be applied from the timeline. Say more about the task, or allow more.',
})

const noneFinished = (made: readonly Candidate[]): Failure => ({
  kind: 'strategy-gave-up',
  message: `None of ${made.length} candidates came to an end; the project's files are as they were.`,
  advice: 'Read why each failed, and send the message again or choose another model.',
  detail: made.map(({ number, failure: why }) => `candidate ${number}: ${why?.message ?? ''}`).join('\n'),
})

function applyNone(task: Task, base: string, made: readonly Candidate[], failure: Failure): Outcome {
  const meta = { ...metaOf(base, made), chosen: null, applied: false }
  return outcomeOf(task, { text: '', added: [], calls: callsOf(made, null), meta, outOfBudget: meta.spent }, failure)
}

const options = z.strictObject({
  candidates: timesOption(1, 8, 3, 'Number of candidates, each working in its own copy of the files'),
  check: z
    .string()
    .trim()
    .default('npm test')
    .describe('A command to run on each candidate; candidates that pass come first. Optional'),
  nonePasses: z
    .enum(['best', 'refuse'])
    .default('best')
    .describe('If no candidate passes the check: apply the best of them, or refuse them all'),
  dependencies: z
    .enum(['clone', 'none'])
    .default('clone')
    .describe('Whether to copy folders of installed packages, instantly if the disk supports cloning'),
  ...loopOptions('one candidate'),
})

export const bestOfN = defineStrategy({
  name: 'best-of-n',
  title: 'Best of n',
  summary:
    'Works on the task several times in separate copies, and applies the candidate that checks and votes prefer. Can ' +
    'wrap another strategy.',
  version: 1,
  wrapper: 'optional',
  options,
  prompts: bestOfNPrompts,
  roles: [
    { name: 'engineer', purpose: 'Does the work of every candidate', inner: true },
    { name: 'evaluator', purpose: 'Compares two candidates without knowing which they are' },
  ],
  phases: [
    { name: 'candidate', to: ['choose'], inner: true },
    { name: 'choose', to: ['apply'] },
    { name: 'apply', to: [] },
  ],
  build: (chosen, inner) => (task) => bestOfNRun(task, { ...chosen, inner }),
})
