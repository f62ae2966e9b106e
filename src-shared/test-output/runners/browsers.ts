import { messageReason } from '../failure-reason.ts'
import type { TestReport } from '../test-report.ts'
import { eachOnce, firsts, matches, partsOf, type Reader, sumBefore } from './found.ts'

/** Parses the output of Jasmine: `4 specs, 1 failure, 2 pending specs`. */
export const readJasmine: Reader = (lines) => {
  const sums = firsts(lines, /^(\d{1,9} specs?, \d{1,9} failures?.*)$/)
  if (sums.length === 0) return null
  const from = lines.findIndex((line) => /^Failures:$/.test(line))
  const failing = (from < 0 ? [] : partsOf(lines.slice(from), /^(?:\d+\) (.+)|(Pending:))$/))
    .filter(({ heading, about }) => heading[1] !== undefined && /^ {2}Message:$/.test(about[0] ?? ''))
    .map(({ heading, about }) => ({ name: heading[1] ?? '', reason: messageReason((about[1] ?? '').trim()) }))
  const [failed, skipped] = [sumBefore(sums, 'failures?'), sumBefore(sums, 'pending')]
  const passed = Math.max(0, sumBefore(sums, 'specs?') - failed - skipped)
  return { passed, failed, skipped, failing: eachOnce(failing) }
}

/**
 * `Chrome 120.0.0 (Linux x86_64): Executed 3 of 4 (1 FAILED) (skipped 1) (0.02 secs / 0.01 secs)`: again and again for
 * each browser, to a terminal in one line. Executed are those that passed or failed.
 */
const karmaCount =
  /^(\d{1,9}) of \d{1,9}((?: \((?:\d+ FAILED|skipped \d+)\))*)( (?:SUCCESS|ERROR|DISCONNECTED|\w[\w ]*))?/
const karmaBrowser = /([A-Z][\w ]* [\d.]+ \([^)]*\)(?: \([^)]*\))?|HeadlessChrome[^:]*|jsdom[^:]*)$/
/** Characters before and after `: Executed` that say whose count it is, and what. */
const nearCount = 200

/** Parses the output of Karma, of each browser its last count. A browser that broke off counts as a failure. */
export const readKarma: Reader = (lines) => {
  const last = new Map<string, { all: number; failed: number; skipped: number; why: string }>()
  for (const line of lines) {
    const parts = line.split(': Executed ')
    for (const [at, part] of parts.entries()) {
      const browser = at === 0 ? undefined : karmaBrowser.exec((parts[at - 1] ?? '').slice(-nearCount))?.[1]
      const [, all, counts = '', end = ''] = karmaCount.exec(part.slice(0, nearCount)) ?? []
      if (browser === undefined || all === undefined) continue
      const of = (pattern: RegExp) => Number(pattern.exec(counts)?.[1] ?? 0)
      const why = /^ (?:ERROR|DISCONNECTED)$/.test(end) ? end.trim() : ''
      last.set(browser, { all: Number(all), failed: of(/(\d+) FAILED/), skipped: of(/skipped (\d+)/), why })
    }
  }
  if (last.size === 0) return readKarmaMocha(lines)
  const names = partsOf(lines, /^(?:[A-Z][\w ]* [\d.]+ \([^)]*\)(?: \([^)]*\))?) (.+) FAILED$/).map(
    ({ heading, about }) => ({
      name: heading[1] ?? '',
      reason: messageReason((about[0] ?? '').trim()),
    }),
  )
  const broken = [...last].flatMap(([browser, { why }]) =>
    why === '' ? [] : [{ name: browser, reason: messageReason(why) }],
  )
  const sum = (of: (each: { all: number; failed: number; skipped: number }) => number) =>
    [...last.values()].reduce((total, each) => total + of(each), 0)
  return {
    passed: sum(({ all, failed }) => Math.max(0, all - failed)),
    failed: sum(({ failed }) => failed) + broken.length,
    skipped: sum(({ skipped }) => skipped),
    failing: eachOnce([...names, ...broken]),
  }
}

/** Karma’s reporter `mocha`: `✔ 1 test completed`, `ℹ 1 test skipped`, `✖ 1 test failed`. */
function readKarmaMocha(lines: readonly string[]): TestReport | null {
  const from = lines.findIndex((line) => /^SUMMARY:?$/.test(line))
  const own = from < 0 ? [] : lines.slice(from + 1)
  const rows = matches(own, /^\S (\d{1,9}) tests? (completed|skipped|failed)$/)
  if (!rows.some((row) => row[2] === 'completed')) return null
  const sum = (word: string) => rows.reduce((all, row) => all + (row[2] === word ? Number(row[1]) : 0), 0)
  const failing = firsts(own, /^ +✖ (.+)$/).map((name) => ({ name, reason: null }))
  return { passed: sum('completed'), failed: sum('failed'), skipped: sum('skipped'), failing: eachOnce(failing) }
}

/** A row of Newman's table: `│ assertions │ 2 │ 1 │`, of those that were executed, how many failed. */
const newmanRow =
  /^[│|] +(assertions|requests|test-scripts|prerequest-scripts) +[│|] +(\d{1,9}) +[│|] +(\d{1,9}) +[│|]$/

/** Parses the output of Newman: assertions, and what failed of requests and scripts. */
export const readNewman: Reader = (lines) => {
  const rows = matches(lines, newmanRow)
  const assertions = rows.filter((row) => row[1] === 'assertions')
  if (assertions.length === 0) return null
  const sum = (of: readonly RegExpExecArray[], at: number) => of.reduce((all, row) => all + Number(row[at]), 0)
  const failing = partsOf(lines, /^ *\d+\. +\w+ {2,}(\S.*)$/).map(({ heading, about }) => ({
    name: (heading[1] ?? '').trimEnd(),
    reason: messageReason((about[0] ?? '').trim()),
  }))
  return {
    passed: sum(assertions, 2) - sum(assertions, 3),
    failed: sum(rows, 3),
    skipped: 0,
    failing: eachOnce(failing),
  }
}

/** Parses the end of TestCafe’s output: ` 1/3 failed (5s)`. */
export const readTestcafe: Reader = (lines) => {
  const end = matches(lines, /^ ?(\d{1,9})\/(\d{1,9}) failed \((?:\d+[hms] ?)+\)$/).at(-1)
  if (end === undefined) return null
  const failing = firsts(lines, /^ ?✖ (.+)$/).map((name) => ({ name: name.replace(/ \([^()]*\)$/, ''), reason: null }))
  const skipped = sumBefore(firsts(lines, /^ ?(\d+ skipped)$/), 'skipped')
  const failed = Number(end[1])
  return { passed: Math.max(0, Number(end[2]) - failed), failed, skipped, failing: eachOnce(failing) }
}
