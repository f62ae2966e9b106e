import { messageReason } from '../failure-reason.ts'
import { firstLine, firsts, partsOf, type Reader, sumAfter } from './found.ts'

/** `Tests: 6, Assertions: 2, Errors: 1, Failures: 1, Skipped: 1, Incomplete: 1, Risky: 1.` */
const full = /^(Tests: \d{1,9}, Assertions: .+)$/
/** `OK (5 tests, 6 assertions)` */
const short = /^OK \((\d{1,9}) tests?, \d+ assertions?\)$/

/** Parses the output of PHPUnit 8 to 12. Source: its default result printer. */
export const readPhpunit: Reader = (lines) => {
  const sums = firsts(lines, full)
  const good = firsts(lines, short)
  if (sums.length + good.length === 0) return null
  const failed = sumAfter(sums, 'Errors') + sumAfter(sums, 'Failures')
  const skipped = sumAfter(sums, 'Skipped') + sumAfter(sums, 'Incomplete')
  const all = sumAfter(sums, 'Tests') + good.reduce((sum, each) => sum + Number(each), 0)
  return { passed: Math.max(0, all - failed - skipped), failed, skipped, failing: failingOf(lines) }
}

/** Sections of failures, of skipped tests and of warnings look alike but for their headings. */
function failingOf(lines: readonly string[]) {
  return partsOf(lines, /^There (?:was|were) \d+ ([\w -]+):$/).flatMap(({ heading, at }, index, all) => {
    if (!/^(?:failures?|errors?)$/.test(heading[1] ?? '')) return []
    // The section before this one tells nothing of its end; the next heading does.
    const end = all[index + 1]?.at ?? lines.length
    return partsOf(lines.slice(at + 1, end), /^\d+\) (.+)$/).map(({ heading: test, about }) => ({
      name: (test[1] ?? '').replace('::', ' > '),
      reason: firstLine(about) ?? messageReason(''),
    }))
  })
}
