import { z } from 'zod'

/** Why a test failed, as far as its runner says it. `values`: what it wanted and what it got; `message`: one line. */
export const failureReason = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('values'), expected: z.string(), got: z.string() }),
  z.object({ kind: z.literal('message'), text: z.string() }),
])
export type FailureReason = z.infer<typeof failureReason>

export const failingTest = z.object({
  /** With the suites around it: `totals > rounds once`. */
  name: z.string(),
  reason: failureReason.nullable(),
})
export type FailingTest = z.infer<typeof failingTest>

/** The result of a test run, read from the output of its runner. */
export const testReport = z.object({
  passed: z.number().int().nonnegative(),
  failed: z.number().int().nonnegative(),
  /** Not run on purpose: skipped, pending, ignored or still to be written. */
  skipped: z.number().int().nonnegative(),
  /** The first of those that failed, no more than `maxFailing`. */
  failing: z.array(failingTest),
})
export type TestReport = z.infer<typeof testReport>

/** How many failing tests are kept by name. */
export const maxFailing = 50

export const nothingRun: TestReport = { passed: 0, failed: 0, skipped: 0, failing: [] }

/** How many tests were run: those that were skipped were not. */
export const testsRun = ({ passed, failed }: Pick<TestReport, 'passed' | 'failed'>): number => passed + failed
