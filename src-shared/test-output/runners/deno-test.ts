import { messageReason } from '../failure-reason.ts'
import { eachOnce, matches, partsOf, type Reader, sumBefore } from './found.ts'

/** `FAILED | 1 passed (1 step) | 3 failed (1 step) | 1 ignored (242ms)`; steps are no tests. */
const end = /^(?:ok|FAILED) \| (\d{1,9} passed.*)$/

/** Parses the output of `deno test`. A file that can't be loaded counts as a failure. */
export const readDenoTest: Reader = (lines) => {
  const sums = matches(lines, end).map((match) => (match[1] ?? '').replaceAll(/\([^)]*\)/g, ''))
  if (sums.length === 0) return null
  const reasons = partsOf(lines, /^(\S.*?)(?: => \S+:\d+:\d+| \(uncaught error\))$/)
  const failing = reasons.map(({ heading, about }) => ({
    name: (heading[1] ?? '').replace(' ... ', ' > '),
    reason: messageReason(/^error: (.+)$/.exec(about[0] ?? '')?.[1] ?? ''),
  }))
  return {
    passed: sumBefore(sums, 'passed'),
    failed: sumBefore(sums, 'failed'),
    skipped: sumBefore(sums, 'ignored'),
    failing: eachOnce(failing),
  }
}
