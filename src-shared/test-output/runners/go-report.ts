import { messageReason } from '../failure-reason.ts'
import type { FailingTest, FailureReason, TestReport } from '../test-report.ts'

/** The end of a test, or that a package failed as a whole. */
export type Ended =
  | {
      readonly kind: 'test'
      readonly package: string
      readonly test: string
      /** `PASS`, `FAIL` or `SKIP`. */
      readonly end: string
      readonly reason: FailureReason | null
    }
  | { readonly kind: 'package'; readonly package: string; readonly why: string }

/**
 * A test with subtests is not counted itself, unless it failed and none of them did; nor is a package, unless it failed
 * and none of its tests did: it does not build, or ended by itself. Tests of one name in two packages are two.
 */
export function reportOfGo(ended: readonly Ended[]): TestReport | null {
  const tests = ended.flatMap((each) => (each.kind === 'test' ? [each] : []))
  const key = (of: string, test: string) => `${of}\n${test}`
  const [parents, failedParents, failedPackages] = [new Set<string>(), new Set<string>(), new Set<string>()]
  for (const { package: of, test, end } of tests) {
    if (end === 'FAIL') failedPackages.add(of)
    for (let at = test.indexOf('/'); at >= 0 && at < 1000; at = test.indexOf('/', at + 1)) {
      parents.add(key(of, test.slice(0, at)))
      if (end === 'FAIL') failedParents.add(key(of, test.slice(0, at)))
    }
  }
  const counted = new Set(
    tests.filter(({ package: of, test, end }) => {
      const own = key(of, test)
      return !parents.has(own) || (end === 'FAIL' && !failedParents.has(own))
    }),
  )
  const failing = ended.flatMap((each): FailingTest[] => {
    if (each.kind === 'package')
      return failedPackages.has(each.package) ? [] : [{ name: each.package, reason: messageReason(each.why) }]
    return each.end === 'FAIL' && counted.has(each)
      ? [{ name: each.test.replaceAll('/', ' > '), reason: each.reason }]
      : []
  })
  if (tests.length === 0 && failing.length === 0) return null
  const count = (end: string) => [...counted].filter((each) => each.end === end).length
  return { passed: count('PASS'), failed: failing.length, skipped: count('SKIP'), failing }
}
