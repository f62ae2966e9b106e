import { messageReason } from '../failure-reason.ts'
import { brokenOff, eachOnce, firsts, matches, partsOf, type Reader, sumBefore } from './found.ts'

/** `40% tests passed, 3 tests failed out of 5`: without those that are disabled. */
const ctestEnd = /^\d+% tests passed, (\d{1,9}) tests? failed out of (\d{1,9})$/

/** Parses the output of CTest. */
export const readCtest: Reader = (lines) => {
  const ends = matches(lines, ctestEnd)
  if (ends.length === 0) return null
  const listed = matches(lines, /^\t *\d+ - (.+?) \(([\w -]+)\)(?: +[\w ,-]+)?$/)
  const left = listed.filter((match) => /^(?:Skipped|Disabled)$/.test(match[2] ?? ''))
  const skipped = left.filter((match) => match[2] === 'Skipped').length
  const failed = ends.reduce((sum, match) => sum + Number(match[1]), 0)
  const all = ends.reduce((sum, match) => sum + Number(match[2]), 0)
  const failing = listed
    .filter((match) => !left.includes(match))
    .map(([, name = '', how = '']) => ({
      name,
      reason: how === 'Failed' ? null : messageReason(how),
    }))
  return { passed: Math.max(0, all - failed - skipped), failed, skipped: left.length, failing }
}

/** Parses the output of GoogleTest. A program that ends in a test counts as a failure. */
export const readGoogleTest: Reader = (lines) => {
  const begun = lines.filter((line) => /^\[={10}\] Running \d+ tests? from /.test(line)).length
  if (begun === 0) return null
  const ended = lines.filter((line) => /^\[={10}\] \d+ tests? from .* ran\./.test(line)).length
  const sum = (tag: string) =>
    firsts(lines, new RegExp(`^\\[ +${tag} +\\] (\\d{1,9}) tests?[.,]`)).reduce((all, each) => all + Number(each), 0)
  const disabled = sumBefore(firsts(lines, /^ +YOU HAVE (\d+ DISABLED TESTS?)$/), 'DISABLED TESTS?')
  const failing = partsOf(lines, /^\[ +FAILED +\] (\w[\w/]*\.\S+?)(?:,| \(|$)/).map(({ heading }) => ({
    name: (heading[1] ?? '').replace('.', ' > '),
    reason: null,
  }))
  const report = {
    passed: sum('PASSED'),
    failed: sum('FAILED'),
    skipped: sum('SKIPPED') + disabled,
    failing: eachOnce(failing),
  }
  if (begun <= ended) return report
  const last = firsts(lines, /^\[ RUN {6}\] (\S+)/).at(-1) ?? 'a test'
  return brokenOff(report, last.replace('.', ' > '), 'It began and did not end.')
}
