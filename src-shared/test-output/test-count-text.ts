import { type TestReport, testsRun } from './test-report.ts'

/** `14 of 14 tests pass`, `2 of 14 tests fail`; null for a report of no test. */
export function testCountText(report: Pick<TestReport, 'passed' | 'failed'>): string | null {
  const all = testsRun(report)
  if (all === 0) return null
  const tests = all === 1 ? 'test' : 'tests'
  if (report.failed === 0) return `${all} of ${all} ${tests} ${all === 1 ? 'passes' : 'pass'}`
  return `${report.failed} of ${all} ${tests} ${report.failed === 1 ? 'fails' : 'fail'}`
}
