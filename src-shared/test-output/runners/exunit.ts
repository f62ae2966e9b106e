import { messageReason } from '../failure-reason.ts'
import { firsts, partsOf, type Reader, sumBefore } from './found.ts'

/** `1 doctest, 5 tests, 2 failures, 1 invalid, 1 skipped (2 excluded)`; Bats prints the same of its tests. */
const summary =
  /^((?:\d{1,9} (?:doctests?|properties|property|features?), )*\d{1,9} tests?, \d{1,9} failures?(?:, \d{1,9} (?:excluded|skipped|invalid|not run))*(?: \(\d+ excluded\))?)$/

/** Parses the output of ExUnit (`mix test`). Tests whose set-up failed count as failed. */
export const readExunit: Reader = (lines) => {
  const sums = firsts(lines, summary)
  if (sums.length === 0) return null
  const sum = (words: readonly string[]) => words.reduce((all, word) => all + sumBefore(sums, word), 0)
  const failed = sum(['failures?', 'invalid', 'not run'])
  const skipped = sum(['skipped', 'excluded'])
  const all = sum(['tests?', 'doctests?', 'properties', 'property', 'features?'])
  const failing = partsOf(
    lines,
    /^ {2,5}\d+\) (?:(?:test|property|feature) )?(.+?)(?: \((\S+)\)|: failure on setup_all .*)$/,
  ).map(({ heading, about }) => {
    const side = (name: string) => firsts(about, new RegExp(`^ +${name}: +(.+)$`))[0]
    const [left, right] = [side('left'), side('right')]
    const error = firsts(about, /^ {5,}\*\* (.+)$/)[0] ?? firsts(about, /^ {5}(\S.+)$/)[1] ?? ''
    const said = left === undefined || right === undefined ? error : `left: ${left}, right: ${right}`
    return { name: heading[1] ?? '', reason: messageReason(said) }
  })
  return { passed: Math.max(0, all - failed - skipped), failed, skipped, failing: [...failing, ...batsFailing(lines)] }
}

/** ` ✗ subs` of Bats; to a terminal it writes over `   subs 2/3`. */
const batsFailing = (lines: readonly string[]) =>
  firsts(lines, /^(?: {3}.* *\d+\/\d+)? ✗ (.+?)(?: \[\d+(?: ms)?\])?$/).map((name) => ({ name, reason: null }))
