import { z } from 'zod'

/** Why a test failed, if its runner reports it. `values`: expected and actual value; `message`: one line. */
export const failureReason = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('values'), expected: z.string(), got: z.string() }),
  z.object({ kind: z.literal('message'), text: z.string() }),
])
export type FailureReason = z.infer<typeof failureReason>

export const failingTest = z.object({
  /**
   * Includes the suites around it: `totals > rounds once`. Of what failed outside of a test (a file that can't be
   * loaded, a package that does not build, a run that broke off), what the runner calls it.
   */
  name: z.string(),
  reason: failureReason.nullable(),
})
export type FailingTest = z.infer<typeof failingTest>

/** The result of a test run, read from the output of its runner. */
export const testReport = z.object({
  passed: z.number().int().nonnegative(),
  /** Includes files that could not be loaded, packages that do not build, and what a run broke off at. */
  failed: z.number().int().nonnegative(),
  /** Number of tests not run on purpose: skipped, pending, ignored or to do. */
  skipped: z.number().int().nonnegative(),
  /** The first failed tests, at most `maxFailing`. */
  failing: z.array(failingTest),
})
export type TestReport = z.infer<typeof testReport>

/** Maximum number of failing tests that are listed by name. */
export const maxFailing = 50

/** Number of tests that were run, without the skipped ones. */
export const testsRun = ({ passed, failed }: Pick<TestReport, 'passed' | 'failed'>): number => passed + failed

export const sumOfReports = (reports: readonly TestReport[]): TestReport => ({
  passed: reports.reduce((sum, { passed }) => sum + passed, 0),
  failed: reports.reduce((sum, { failed }) => sum + failed, 0),
  skipped: reports.reduce((sum, { skipped }) => sum + skipped, 0),
  failing: reports.flatMap(({ failing }) => failing),
})

/**
 * A report of a command that ended so, unless the two contradict each other: then something else failed, or the report
 * is of something else, and only the exit code counts.
 */
export const agreeing = (report: TestReport | null, hasPassed: boolean): TestReport | null =>
  report === null || (report.failed === 0) !== hasPassed ? null : report
