import { z } from 'zod'
import type { Outcome } from '../../../../src-shared/strategy/strategy-info.ts'
import type { Task } from '../../../../src-shared/strategy/task.ts'
import { timesOption } from '../../loop/turns-option.ts'
import { howItEnded } from '../../parts/check-report.ts'
import { joined, withLastWords } from '../../parts/last-words.ts'
import { onlyReading } from '../../parts/only-reading.ts'
import { note, type Routine, restore, StepFailed, snapshot } from '../../steps.ts'
import { defineStrategy } from '../../strategy.ts'
import { failedWith, redThenGreen, testFirstOutcome } from './tdd.ts'
import { type Progress, tried } from './test-first.ts'
import { type TestFirstOptions, testFirstFields } from './test-first-options.ts'

interface Options extends TestFirstOptions {
  readonly refactorings: number
}

/** As tdd, then refactorings with the tests held green. */
function* redGreenRefactorRun(task: Task, options: Options): Routine<Outcome> {
  const refused = onlyReading(task, 'red-green-refactor')
  if (refused !== null) return testFirstOutcome(task, failedWith(refused), options)
  let state = yield* redThenGreen(task, options)
  let [kept, rolledBack] = [0, 0]
  for (let at = 0; at < options.refactorings && state.failure === null && !state.over; at++) {
    const done = yield* refactored(task, state, at, options)
    state = done.state
    if (done.kept) kept++
    else rolledBack++
  }
  return testFirstOutcome(task, state, options, { refactorings: { kept, rolledBack } })
}

interface Refactored {
  readonly state: Progress
  readonly kept: boolean
}

/** Whatever ends a refactoring badly, the files are as they were when the tests passed. */
function* refactored(task: Task, green: Progress, at: number, options: Options): Routine<Refactored> {
  const safe = yield* snapshot(`tests pass, before refactoring ${at + 1}`)
  const goal = { name: 'refactor', title: 'refactor', limits: { writable: null, readOnly: options.tests } }
  try {
    const { state, result } = yield* tried(task, green, goal, refactorRequest(options), at, options)
    if (result?.exitCode === 0) {
      yield* note(`refactoring ${at + 1} kept: the tests pass`, { exitCode: 0 })
      return { state, kept: true }
    }
    yield* restore(safe)
    const exitCode = result?.exitCode ?? null
    const why = state.failure?.message ?? `the check ${howItEnded(exitCode)}`
    yield* note(`refactoring ${at + 1} rolled back`, { why, exitCode, snapshot: safe })
    return { state: undone(green, state, why), kept: false }
  } catch (error) {
    if (error instanceof StepFailed) yield* restore(safe)
    throw error
  }
}

const refactorRequest = ({ check, tests }: Options): string =>
  `The tests pass. Now look at what was written: where it can be made simpler or clearer without changing what it ` +
  `does, do that; where it is good, say so and change nothing. The check \`${check}\` must go on passing, or all of ` +
  `this is rolled back. Test files may only be read (${tests.join(', ')}).`

/** What was undone is not kept for the conversation: it would be taken for what is in the files. */
function undone(green: Progress, state: Progress, why: string): Progress {
  const said = `A refactoring was tried and rolled back (${why}). The files are as they were when the tests passed.`
  return {
    ...green,
    calls: state.calls,
    tries: state.tries,
    over: state.over,
    text: joined(green.text, said),
    talk: withLastWords(green.talk, said),
  }
}

export const redGreenRefactor = defineStrategy({
  name: 'red-green-refactor',
  title: 'Red, green, refactor',
  summary: 'Writes tests that fail, makes them pass, then refactors with the tests held green.',
  version: 1,
  wrapper: false,
  options: z.strictObject({
    ...testFirstFields,
    refactorings: timesOption(1, 10, 1, 'Refactorings after the tests pass; one that breaks them is rolled back'),
  }),
  roles: [{ name: 'engineer', purpose: 'Writes the tests, does the work and refactors it' }],
  phases: [
    { name: 'red', to: ['red', 'green'] },
    { name: 'green', to: ['green', 'refactor'] },
    { name: 'refactor', to: ['refactor'] },
  ],
  build: (chosen) => (task) => redGreenRefactorRun(task, chosen),
})
