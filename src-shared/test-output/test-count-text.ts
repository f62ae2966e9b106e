import { counted, formatNumber, plural } from '../base/format.ts'
import { type TestReport, testsRun } from './test-report.ts'

/** `14 of 14 tests pass`, `2 of 14 tests fail`; null for a report of no test. */
export function testCountText(report: Pick<TestReport, 'passed' | 'failed'>): string | null {
  const all = testsRun(report)
  if (all === 0) return null
  const tests = counted(all, 'test')
  if (report.failed === 0) return `${formatNumber(all)} of ${tests} ${plural(all, 'passes', 'pass')}`
  return `${formatNumber(report.failed)} of ${tests} ${plural(report.failed, 'fails', 'fail')}`
}
