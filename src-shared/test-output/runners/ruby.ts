import { messageReason, valuesReason } from '../failure-reason.ts'
import { firstLine, firsts, matches, partsOf, type Reader, sumBefore } from './found.ts'

/** `3 examples, 1 failure, 1 pending, 1 error occurred outside of examples`, also of Hspec and Crystal. */
const rspecEnd = /^(\d{1,9} examples?, \d{1,9} failures?.*)$/

/** Parses the default output of RSpec. A file that can't be loaded counts as a failure. */
export const readRspec: Reader = (lines) => {
  const ends = firsts(lines, rspecEnd)
  if (ends.length === 0) return null
  const sums = withoutParts(ends)
  const [outside, failures] = [
    sumBefore(sums, 'errors? occurred'),
    sumBefore(sums, 'failures?') + sumBefore(sums, 'errors(?=,)'),
  ]
  const [skipped, all] = [sumBefore(sums, 'pending'), sumBefore(sums, 'examples?')]
  const from = lines.findIndex((line) => /^Failures:$/.test(line))
  const failing = (from < 0 ? [] : partsOf(lines.slice(from), /^ {2}\d+\) (.+)$/)).map(({ heading, about }) => {
    const values = valuesReason(firsts(about, /^ +expected: (.+)$/)[0], firsts(about, /^ +got: (.+)$/)[0])
    const error = firsts(about, /^ +Failure\/Error: (.+)$/)[0] ?? ''
    const second = about.slice(1).find((line) => line.trim() !== '') ?? ''
    return { name: heading[1] ?? '', reason: values ?? messageReason(second.trim() || error) }
  })
  const unloaded = partsOf(lines, /^An error occurred while loading (\S+?)\.?(?: - .*)?$/).map(
    ({ heading, about }) => ({
      name: heading[1] ?? '',
      reason: messageReason(firsts(about, /^ {2}(\S.+)$/)[0] ?? ''),
    }),
  )
  return {
    passed: Math.max(0, all - failures - skipped),
    failed: failures + outside,
    skipped,
    failing: [...unloaded, ...failing],
  }
}

/** Programs that run several at once print the sum of all at the end. */
function withoutParts(ends: readonly string[]): readonly string[] {
  const parts = ends.slice(0, -1)
  const last = ends.slice(-1)
  const isSum = ['examples?', 'failures?'].every((word) => sumBefore(parts, word) === sumBefore(last, word))
  return parts.length > 1 && isSum ? last : ends
}

/** `4 runs, 2 assertions, 1 failures, 1 errors, 1 skips`; test-unit has `tests`, `pendings` and `omissions`. */
const rubyEnd = /^(\d{1,9} (?:runs|tests), \d{1,9} assertions, \d{1,9} failures, \d{1,9} errors.*)$/

/** Parses the output of minitest, also as Rails prints it, and of test-unit. */
export const readRubyUnit: Reader = (lines) => {
  const sums = firsts(lines, rubyEnd)
  if (sums.length === 0) return null
  const sum = (words: readonly string[]) => words.reduce((all, word) => all + sumBefore(sums, word), 0)
  const [failed, skipped] = [sum(['failures', 'errors']), sum(['skips', 'pendings', 'omissions'])]
  return {
    passed: Math.max(0, sum(['runs', 'tests']) - failed - skipped),
    failed,
    skipped,
    failing: [...minitestFailing(lines), ...testUnitFailing(lines)],
  }
}

/** A numbered heading, then `TestX#test_b [a.rb:4]:`; Rails leaves the number out. */
const minitestFailing = (lines: readonly string[]) =>
  partsOf(lines, /^(?: *\d+\) )?(?:Failure|Error):$/).flatMap(({ about }) => {
    const name = /^(\S+#.+?)(?: \[.*\])?:?$/.exec(about[0] ?? '')?.[1]
    if (name === undefined) return []
    const values = valuesReason(firsts(about, /^Expected: (.+)$/)[0], firsts(about, /^ +Actual: (.+)$/)[0])
    return [{ name: name.replace('#', ' > '), reason: values ?? firstLine(about.slice(1)) }]
  })

/** `Failure: test_b(TestX)` and `Error: test_d(TestX): RuntimeError: boom`. */
const testUnitFailing = (lines: readonly string[]) =>
  matches(lines, /^(?:Failure|Error): ([^\s(]+)\(([^)]+)\)(?:: (.*))?$/).map(([, test = '', of = '', why = '']) => ({
    name: `${of} > ${test}`,
    reason: messageReason(why),
  }))
