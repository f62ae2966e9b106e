import type { Outcome } from '../../../../src-shared/strategy/strategy-info.ts'
import type { Task } from '../../../../src-shared/strategy/task.ts'
import { outcomeOf } from '../../outcome.ts'
import { joinText, withLastWords } from '../../parts/last-words.ts'
import { noProgress, type Progress, plus } from '../../parts/progress.ts'
import { readOnlyModeFailure } from '../../parts/read-only-mode.ts'
import { note, phase, type Routine, restore, StepFailed, snapshot } from '../../steps.ts'
import { defineStrategy } from '../../strategy.ts'
import { type AnnealingOptions, annealingOptions, annealingPrompts } from './annealing-options.ts'
import { propose } from './annealing-proposal.ts'
import { scoreFiles } from './annealing-score.ts'
import { costOf, type FileState, type Proposal } from './annealing-state.ts'
import { problemOf, reportOf, scoreSentence } from './annealing-text.ts'

/**
 * Simulated annealing over states of the files. Source: Kirkpatrick, Gelatt, Vecchi, "Optimization by Simulated
 * Annealing" (1983), with a geometric schedule.
 *
 * 1. Every proposal begins from the current state and is snapshotted before it is scored, so that each can be
 *    restored by the id on the timeline.
 * 2. It is kept if it is no worse, else with probability exp(-worse / temperature); otherwise it is rolled back.
 * 3. However the strategy ends, the files are the best state that was kept; of equals, the newest.
 */
function* annealingRun(task: Task, options: AnnealingOptions): Routine<Outcome> {
  const refused = readOnlyModeFailure(task, 'annealing')
  if (refused !== null) return outcomeOf(task, { text: '', added: [], calls: [], meta: {} }, refused)
  const start = yield* snapshot('before the first proposal')
  const first = yield* phase('score', scoreFiles(task, start, start, options), 'score the start')
  yield* note(`the start: ${scoreSentence(first.score)}`, {
    score: first.score,
    snapshot: start,
    temperature: options.temperature,
    ...problemOf(first.problem),
  })
  let current: FileState = { snapshot: start, score: first.score, report: first.report, added: [], text: '' }
  let best = current
  let done = plus(noProgress, first)
  let { problem } = first
  let perfect = false
  const proposals: Proposal[] = []
  for (let at = 0; at < options.proposals && !perfect && !done.outOfBudget; at++) {
    const search = { start, current, proposals }
    const made = yield* orElseRestore(best.snapshot, propose(task, search, at, options))
    done = plus(done, made)
    proposals.push(made.proposal)
    problem = made.problem ?? problem
    if (made.kept === null) continue
    current = made.kept
    perfect = made.perfect
    // The newest of equals.
    if (costOf(current.score, options) <= costOf(best.score, options)) best = current
  }
  if (current.snapshot !== best.snapshot) yield* restore(best.snapshot)
  const report = [reportOf(best.score, proposals, best.snapshot === start), ...(problem === null ? [] : [problem])]
  return ending(task, { best, proposals, done, report: report.join(' ') })
}

/** Restores the best files if any step fails. */
function* orElseRestore<T>(best: string, body: Routine<T>): Routine<T> {
  try {
    return yield* body
  } catch (error) {
    if (error instanceof StepFailed) yield* restore(best)
    throw error
  }
}

interface Ended {
  readonly best: FileState
  readonly proposals: readonly Proposal[]
  readonly done: Progress
  readonly report: string
}

function ending(task: Task, { best, proposals, done, report }: Ended): Outcome {
  const { calls, outOfBudget } = done
  const meta = {
    score: best.score,
    snapshot: best.snapshot,
    proposals: proposals.map(({ score, decision }) => ({ score, decision })),
    spent: outOfBudget,
  }
  const [text, added] = [joinText(best.text, report), withLastWords(best.added, report)]
  return outcomeOf(task, { text, added, calls, meta, outOfBudget })
}

export const annealing = defineStrategy({
  name: 'annealing',
  title: 'Simulated annealing',
  summary:
    'Proposes changes, keeps those that score better, and early on sometimes worse ones. The best version wins. Can ' +
    'wrap another strategy.',
  version: 4,
  wrapper: 'optional',
  options: annealingOptions,
  prompts: annealingPrompts,
  roles: [
    { name: 'engineer', purpose: 'Proposes changes by making them', inner: true },
    { name: 'evaluator', purpose: 'Scores them, where no check command does' },
  ],
  phases: [
    { name: 'score', to: ['propose'] },
    { name: 'propose', to: ['score', 'propose'], when: { propose: 'no change' }, inner: true },
  ],
  build: (chosen, inner) => (task) => annealingRun(task, { ...chosen, inner }),
})
