import { counted } from '../base/format.ts'
import { messageReason, valuesReason } from './failure-reason.ts'
import { brokenOff } from './runners/found.ts'
import { type Point, pointsOf } from './tap-points.ts'
import type { TestReport } from './test-report.ts'

/**
 * Parses TAP output. Tests with subtests are not counted themselves, unless they fail although these pass. A plan that
 * was not met, a missing one and a bail-out are failures.
 *
 * Totals of the producer (`# pass 3`) decide only where points are missing: some count tests with subtests, others leave
 * skipped ones out.
 * Source: TAP 13 and 14, testanything.org/tap-version-14-specification.html; subtests as node and vitest write them.
 * @param isCut the beginning is missing
 */
export function readTap(lines: readonly string[], isCut: boolean): TestReport | null {
  const versions = lines.filter((line) => /^TAP version \d+/.test(line)).length
  const plans = lines.flatMap((line) => /^1\.\.(\d{1,9})\b/.exec(line)?.[1] ?? [])
  if (versions + plans.length === 0) return null
  const points = pointsOf(lines)
  const outOf = lines.flatMap((line) => /^ *Bail out!(.*)$/.exec(line)?.slice(1) ?? [])
  const report = withTotals(reportOf(points), lines, isCut)
  // A range in a text is no plan, and a plan of no test has no result.
  if (points.length === 0 && report === null && (versions === 0 || plans.every((plan) => Number(plan) === 0)))
    if (outOf.length === 0 && !isBroken(versions, plans)) return null
  const known = report ?? { passed: 0, failed: 0, skipped: 0, failing: [] }
  if (outOf[0] !== undefined) return brokenOff(known, 'Bail out!', outOf[0].trim())
  const planned = plans.reduce((sum, plan) => sum + Number(plan), 0)
  const missing = planned - points.filter(({ depth }) => depth === 0).length
  if (isCut) return hasTotals(lines) ? known : null
  if (plans.length > 0 && missing > 0) return notRun(known, missing)
  return isBroken(versions, plans) ? brokenOff(known, 'The run broke off', 'There is no plan at its end.') : known
}

/** A producer that ends itself prints a plan, before its tests or after them. */
const isBroken = (versions: number, plans: readonly string[]): boolean => versions > plans.length

const notRun = (report: TestReport, missing: number): TestReport => ({
  ...report,
  failed: report.failed + missing,
  failing: [
    ...report.failing,
    { name: `${counted(missing, 'planned test')} not run`, reason: messageReason('The run broke off.') },
  ],
})

function reportOf(points: readonly Point[]): TestReport | null {
  const leaves = points.filter(({ isCounted }) => isCounted)
  if (leaves.length === 0) return null
  const failing = leaves.filter(({ ok, directive }) => !ok && directive === null)
  return {
    passed: leaves.filter(({ ok, directive }) => ok && directive === null).length,
    failed: failing.length,
    skipped: leaves.filter(({ directive }) => directive !== null).length,
    failing: failing.map(({ name, details }) => ({ name, reason: reasonOf(details) })),
  }
}

const hasTotals = (lines: readonly string[]): boolean => totalOf(lines, 'pass') !== null

function withTotals(report: TestReport | null, lines: readonly string[], isCut: boolean): TestReport | null {
  const [passed, failed] = [totalOf(lines, 'pass'), totalOf(lines, 'fail')]
  if (passed === null && failed === null) return report
  const allFailed = (failed ?? 0) + (totalOf(lines, 'cancelled') ?? 0)
  if (report !== null && !isCut) {
    return report.failed === 0 && allFailed > 0 ? { ...report, failed: allFailed } : report
  }
  return {
    passed: passed ?? 0,
    failed: allFailed,
    skipped: (totalOf(lines, 'skipped') ?? totalOf(lines, 'skip') ?? 0) + (totalOf(lines, 'todo') ?? 0),
    failing: report?.failing ?? [],
  }
}

/** The sum of the producers' totals: several may have printed one after another. Null if there is none. */
function totalOf(lines: readonly string[], what: string): number | null {
  const pattern = new RegExp(`^# ${what}\\s+(\\d{1,9})`)
  const found = lines.flatMap((line) => pattern.exec(line)?.[1] ?? [])
  return found.length === 0 ? null : found.reduce((sum, each) => sum + Number(each), 0)
}

function reasonOf(details: readonly string[]) {
  const field = (name: string) => {
    const line = details.find((each) => each.startsWith(`${name}:`))
    const value = unquoted(line?.slice(name.length + 1).trim() ?? '')
    return value === '|-' || value === '|' || value === '>-' ? '' : value
  }
  const values = valuesReason(field('expected'), field('actual'))
  return values ?? messageReason(field('error') || field('message'))
}

/** A value without quotes; empty if it is the beginning of a multi-line value. */
function unquoted(text: string): string {
  const inside = /^(['"])(.*)\1$/.exec(text)?.[2]
  return inside ?? (/^['"]/.test(text) ? '' : text)
}
