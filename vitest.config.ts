import { randomInt } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/kit/project/longest-first.ts'

const tests = ['test/**/*.test.ts', 'test/**/*.test.tsx']
const others = ['test/browser/**', 'test/desktop/**', 'test/bench/**']

/** Tests that start processes or a whole host, use git, or take seconds. `npm run test:fast` leaves them out. */
const slow = [
  'test/agent/acp/agent-process.test.ts',
  'test/host/**/*.test.ts',
  'test/shell-*/**/*.test.ts',
  'test/sandbox/**/*.test.ts',
  'test/workspace/**/*.test.ts',
  'test/tools/**/*.test.ts',
  'test/isolate/**/*.test.ts',
  'test/checks/**/*.test.ts',
  'test/real/**/*.test.ts',
  'test/make/**/*.test.ts',
  'test/store/{damage,pack-log,processes,search}.test.ts',
  'test/shared/statistics/{coverage,false-measures}.test.ts',
  'test/agent/{family-*,theory-*,resume*,run-limits,malformed-calls,fork}.test.ts',
  'test/model/{client-*,encode-request}.test.ts',
  'test/docs/contributing.test.ts',
  'test/strategy/{theory-*,context/small-window}.test.ts',
]

/** Nothing in these outlives a test, so that many files share a process and the modules loaded in it. */
const pure = ['test/{agent,golden,model,shared,strategy}/**/*.test.ts']

/**
 * What property tests and samples of cases (`test/kit/project/sample.ts`) are drawn by: the same in every run, so that
 * results are reproducible. `TEST_SEED=random npm run test:unit` draws others, and `TEST_SEED=<number>` repeats them.
 */
const { TEST_SEED: asked = '1' } = process.env
const seed = asked === 'random' ? `${randomInt(2 ** 31)}` : asked
process.stdout.write(`TEST_SEED=${seed}\n`)

export default defineConfig({
  test: {
    projects: [
      { extends: true, test: { name: 'fast', include: tests, exclude: [...others, ...slow, ...pure] } },
      { extends: true, test: { name: 'pure', include: pure, exclude: [...others, ...slow], isolate: false } },
      { extends: true, test: { name: 'slow', include: slow, exclude: others } },
    ],
    setupFiles: ['test/kit/project/own-variables.ts', 'test/kit/project/property-seed.ts'],
    // The command lines that tests start compile the same modules once, not each for itself.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/compiled'), TEST_SEED: seed },
    sequence: { sequencer: LongestFirst },
    testTimeout: 60_000,
    // A process that starts on a busy machine takes seconds.
    expect: { poll: { timeout: 20_000 } },
    // Many tests wait for processes that they start.
    maxWorkers: Math.ceil(availableParallelism() * 2),
  },
})
