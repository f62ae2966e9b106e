import { z } from 'zod'

/** Why a test failed, if its runner reports it. `values`: expected and actual value; `message`: one line. */
export const failureReason = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('values'), expected: z.string(), got: z.string() }),
  z.object({ kind: z.literal('message'), text: z.string() }),
])
export type FailureReason = z.infer<typeof failureReason>

export const failingTest = z.object({
  /** Includes the suites around it: `totals > rounds once`. */
  name: z.string(),
  reason: failureReason.nullable(),
})
export type FailingTest = z.infer<typeof failingTest>

/** The result of a test run, read from the output of its runner. */
export const testReport = z.object({
  passed: z.number().int().nonnegative(),
  failed: z.number().int().nonnegative(),
  /** Number of tests not run on purpose: skipped, pending, ignored or to do. */
  skipped: z.number().int().nonnegative(),
  /** The first failed tests, at most `maxFailing`. */
  failing: z.array(failingTest),
})
export type TestReport = z.infer<typeof testReport>

/** Maximum number of failing tests that are listed by name. */
export const maxFailing = 50

export const nothingRun: TestReport = { passed: 0, failed: 0, skipped: 0, failing: [] }

/** Number of tests that were run, without the skipped ones. */
export const testsRun = ({ passed, failed }: Pick<TestReport, 'passed' | 'failed'>): number => passed + failed
