import { z } from 'zod'
import { type Prompts, prompt } from '../../../../src-shared/strategy/prompts.ts'
import type { Outcome } from '../../../../src-shared/strategy/strategy-info.ts'
import type { Task } from '../../../../src-shared/strategy/task.ts'
import { timesOption } from '../../loop/loop-options.ts'
import { userText } from '../../messages.ts'
import { exitText } from '../../parts/check-report.ts'
import { joinText, withLastWords } from '../../parts/last-words.ts'
import { canContinue } from '../../parts/progress.ts'
import { readOnlyModeFailure } from '../../parts/read-only-mode.ts'
import { note, type Routine, restore, StepFailed, snapshot } from '../../steps.ts'
import { defineStrategy } from '../../strategy.ts'
import { failedWith, redThenGreen, testFirstOutcome } from './tdd.ts'
import { type TestedWork, tryOnce } from './test-first.ts'
import { type TestFirstOptions, testFirstFields, testFirstPrompts } from './test-first-options.ts'

const refactorPrompts = {
  ...testFirstPrompts,
  refactor: prompt(
    'Asks for a refactoring',
    'The tests pass. Now look at what was written: where it can be made simpler or clearer without changing what it ' +
      'does, do that; where it is good, say so and change nothing. The check `{check}` must go on passing, or all of ' +
      'this is rolled back. Test files may only be read ({tests}).',
    { optional: ['check', 'tests'] },
  ),
  rolledBack: prompt(
    'Tells the conversation of a refactoring that was undone',
    'A refactoring was tried and rolled back ({why}). The files are as they were when the tests passed.',
    { optional: ['why'] },
  ),
}

interface Options extends TestFirstOptions {
  readonly prompts: Prompts<typeof refactorPrompts>
  readonly refactorings: number
}

/** As tdd, then refactorings during which the tests must keep passing. */
function* redGreenRefactorRun(task: Task, options: Options): Routine<Outcome> {
  const refused = readOnlyModeFailure(task, 'red-green-refactor')
  if (refused !== null) return testFirstOutcome(task, failedWith(refused), options)
  let work = yield* redThenGreen(task, options)
  let [keptCount, rolledBack] = [0, 0]
  for (let at = 0; at < options.refactorings && canContinue(work.progress); at++) {
    const { isKept, ...after } = yield* refactored(task, work, at, options)
    work = after
    if (isKept) keptCount++
    else rolledBack++
  }
  return testFirstOutcome(task, work, options, { refactorings: { kept: keptCount, rolledBack } })
}

/** If a refactoring fails for any reason, the files are restored to the state in which the tests passed. */
function* refactored(
  task: Task,
  green: TestedWork,
  at: number,
  options: Options,
): Routine<TestedWork & { readonly isKept: boolean }> {
  const safe = yield* snapshot(`tests pass, before refactoring ${at + 1}`)
  const request = options.prompts.refactor({ check: options.check, tests: options.tests.join(', ') })
  const goal = { name: 'refactor', title: 'refactor', limits: { writable: null, readOnly: options.tests } }
  try {
    const work = yield* tryOnce(task, green, goal, request, at, options)
    const exitCode = work.tries.at(-1)?.result?.exitCode ?? null
    if (exitCode === 0) {
      yield* note(`refactoring ${at + 1} kept: the tests pass`, { exitCode: 0 })
      return { ...work, isKept: true }
    }
    yield* restore(safe)
    const why = work.progress.failure?.message ?? `the check ${exitText(exitCode)}`
    yield* note(`refactoring ${at + 1} rolled back`, { why, exitCode, snapshot: safe })
    return { ...undone(green, work, options, why), isKept: false }
  } catch (error) {
    if (error instanceof StepFailed) yield* restore(safe)
    throw error
  }
}

/**
 * Undone work is not added to the conversation: a model would believe that it is in the files. An inner strategy is told
 * by the user, since an agent whose session goes on knows what it did.
 */
function undone(green: TestedWork, { progress }: TestedWork, { inner, prompts }: Options, why: string): TestedWork {
  const { calls, outOfBudget } = progress
  const report = prompts.rolledBack({ why })
  const before = green.progress.added
  const added = inner === null ? withLastWords(before, report) : [...before, userText(report)]
  const text = joinText(green.progress.text, report)
  return {
    progress: { ...green.progress, text, added, calls, outOfBudget },
    tries: [...green.tries, { phase: 'refactor', result: null }],
  }
}

export const redGreenRefactor = defineStrategy({
  name: 'red-green-refactor',
  title: 'Red, green, refactor',
  summary:
    'Writes failing tests, makes them pass, then refactors while keeping them passing. Can wrap another strategy.',
  version: 1,
  wrapper: 'optional',
  options: z.strictObject({
    ...testFirstFields,
    refactorings: timesOption(1, 10, 1, 'Refactorings after the tests pass; one that breaks them is rolled back'),
  }),
  prompts: refactorPrompts,
  roles: [{ name: 'engineer', purpose: 'Writes the tests, does the work and refactors it', inner: true }],
  phases: [
    { name: 'red', to: ['red', 'green'], when: { red: 'tests pass', green: 'tests fail' }, inner: true },
    { name: 'green', to: ['green', 'refactor'], when: { green: 'tests fail', refactor: 'tests pass' }, inner: true },
    { name: 'refactor', to: ['refactor'], when: { refactor: 'once more' }, inner: true },
  ],
  build: (chosen, inner) => (task) => redGreenRefactorRun(task, { ...chosen, inner }),
})
