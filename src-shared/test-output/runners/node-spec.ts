import { messageReason, valuesReason } from '../failure-reason.ts'
import type { FailingTest } from '../test-report.ts'
import { firsts, type Reader } from './found.ts'

/**
 * Parses the default output of Node's test runner (reporter `spec`). Its totals count tests that have subtests; what is
 * listed as failing, and the groups that are printed, tell how many.
 */
export const readNodeSpec: Reader = (lines, isCut) => {
  const sum = (what: string) =>
    firsts(lines, new RegExp(`^ℹ ${what} (\\d{1,9})$`)).reduce((all, each) => all + Number(each), 0)
  if (!lines.some((line) => /^ℹ pass \d+$/.test(line))) return null
  const failing = failingOf(lines)
  const fail = sum('fail') + sum('cancelled')
  const failed = failing.length > 0 ? Math.min(fail, failing.length) : fail
  const groups = firsts(lines, /^ *▶ (.+)$/).filter((name) => !/ \([\d.]+m?s\)$/.test(name))
  const parents = isCut ? 0 : Math.max(0, groups.length - sum('suites'))
  const named = new Set(groups)
  const own = failing.filter(({ name }) => named.has(name)).length
  const passed = Math.max(0, sum('pass') - Math.max(0, parents - (fail - failed) - own))
  return { passed, failed, skipped: sum('skipped') + sum('todo'), failing }
}

function failingOf(lines: readonly string[]): FailingTest[] {
  const from = lines.indexOf('✖ failing tests:')
  if (from < 0) return []
  const own = lines.slice(from + 1)
  const starts = own.flatMap((line, at) => (/^✖ /.test(line) ? [at] : []))
  return starts.map((start, index) => {
    const about = own.slice(start + 1, starts[index + 1])
    const name = (own[start] ?? '').replace(/^✖ /, '').replace(/ \([\d.]+m?s\)$/, '')
    return { name, reason: reasonOf(about) }
  })
}

function reasonOf(about: readonly string[]) {
  const field = (name: string) => about.flatMap((line) => new RegExp(`^ +${name}: (.+?),?$`).exec(line)?.[1] ?? [])[0]
  const first = about.find((line) => line.trim() !== '') ?? ''
  return valuesReason(field('expected'), field('actual')) ?? messageReason(first.trim())
}
