import { z } from 'zod'
import { type Prompts, prompt } from '../../../../src-shared/strategy/prompts.ts'
import { type LoopOptions, loopOptions, timesOption } from '../../loop/loop-options.ts'
import { loopPrompts } from '../../loop/loop-prompts.ts'
import type { Strategy } from '../../steps.ts'

/** Usual paths of tests. */
const usualTests = [
  'test/**',
  'tests/**',
  'spec/**',
  '**/__tests__/**',
  '**/*.test.*',
  '**/*.spec.*',
  '**/test_*.py',
  '**/*_test.*',
]

/** The check command of a strategy that requires one. */
export const checkOption = z.string().trim().min(1).default('npm test')

export const testFirstFields = {
  tests: z
    .array(z.string().min(1))
    .min(1)
    .default(usualTests)
    .describe('Which files are tests: patterns of paths in the project, one a line'),
  check: checkOption.describe('The command that runs the tests; it must exit with 0 when they pass'),
  testTries: timesOption(1, 20, 3, 'How often writing a test that fails is tried'),
  tries: timesOption(1, 100, 8, 'How often making the tests pass is tried, each time told what they said'),
  ...loopOptions('one try'),
}

export const testFirstPrompts = {
  testFirst: prompt(
    'Follows the system message, or the message if an inner strategy does the work',
    'You work test first, phase by phase. In each phase only some files may be written, and the tools refuse all ' +
      'others. You run no commands: after your answer the check `{check}` is run for you, and you are told what it said.',
    { optional: ['check'] },
  ),
  red: prompt(
    'Asks for tests that fail',
    'Tests first: only test files may be written now ({tests}). Write the tests that show what the task ' +
      'asks for, and that must fail as long as it is not done. Where a test that shows it is there and fails already, ' +
      'say so and leave it as it is. Do not begin with the work itself.',
    { optional: ['tests'] },
  ),
  redAgain: prompt(
    'Asks again if the tests pass',
    '{report}\n\nThe tests must fail while the task is not done. Write a test that fails, and that will pass when it is done.',
    { required: ['report'] },
  ),
  green: prompt(
    'Asks for the work that makes them pass',
    '{report}\n\nThat is as it must be. Now do the task: make the tests pass. Test files may only be read now ({tests}).',
    { required: ['report'], optional: ['tests'] },
  ),
  greenAgain: prompt(
    'Asks again if the tests fail',
    '{report}\n\nFind out why, and make the tests pass. Test files may only be read.',
    { required: ['report'] },
  ),
  ...loopPrompts,
}

export interface TestFirstOptions extends LoopOptions {
  readonly prompts: Prompts<typeof testFirstPrompts>
  readonly tests: readonly string[]
  readonly check: string
  readonly testTries: number
  readonly tries: number
  /** Does the work of every phase; null: the tool loop. */
  readonly inner: Strategy | null
}
