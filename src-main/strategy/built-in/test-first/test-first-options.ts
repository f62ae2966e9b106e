import { z } from 'zod'
import { type LoopOptions, loopOptions, timesOption } from '../../loop/loop-options.ts'

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

export interface TestFirstOptions extends LoopOptions {
  readonly tests: readonly string[]
  readonly check: string
  readonly testTries: number
  readonly tries: number
}
