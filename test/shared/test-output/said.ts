import type { TestReport } from '../../../src-shared/test-output/test-report.ts'

/** A report as one would say it: `1 passed, 1 failed, 0 skipped; totals > rounds once (11901, got 11899)`. */
export function said(report: TestReport | null): string {
  if (report === null) return 'no report'
  const names = report.failing.map(({ name, reason }) => {
    if (reason === null) return name
    return reason.kind === 'values' ? `${name} (${reason.expected}, got ${reason.got})` : `${name} (${reason.text})`
  })
  return [`${report.passed} passed, ${report.failed} failed, ${report.skipped} skipped`, ...names].join('; ')
}
