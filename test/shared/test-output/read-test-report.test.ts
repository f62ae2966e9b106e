import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readTestReport } from '../../../src-shared/test-output/read-test-report.ts'
import { maxFailing, type TestReport } from '../../../src-shared/test-output/test-report.ts'

/** What runners printed for small projects with a test of every outcome; only folders and stack lines were changed. */
const folder = path.join(import.meta.dirname, 'printed')
const printed = (name: string): string => readFileSync(path.join(folder, `${name}.txt`), 'utf8')

/** As one would say it: `1+2-1 totals > rounds once (11901, got 11899)`. */
function said(report: TestReport | null): string {
  if (report === null) return 'no report'
  const names = report.failing.map(({ name, reason }) => {
    if (reason === null) return name
    return reason.kind === 'values' ? `${name} (${reason.expected}, got ${reason.got})` : `${name} (${reason.text})`
  })
  return [`${report.passed} passed, ${report.failed} failed, ${report.skipped} skipped`, ...names].join('; ')
}

const expected: Readonly<Record<string, string>> = {
  bats: '1 passed, 1 failed, 1 skipped; installs',
  cargo: '2 passed, 2 failed, 1 skipped; tests > sub (boom); tests > total (left: 1189, right: 1190)',
  'cargo-and-npm': '42 passed, 0 failed, 3 skipped',
  go: 'no report',
  'go-json': '2 passed, 2 failed, 1 skipped; TestTotal (1190, got 1189); TestSub > two (boom)',
  'go-v': '2 passed, 2 failed, 1 skipped; TestTotal (1190, got 1189); TestSub > two (boom)',
  jest: '1 passed, 1 failed, 2 skipped; totals > rounds once (11901, got 11899)',
  mocha:
    '1 passed, 2 failed, 1 skipped; cart > from exactly 100 (90, got 100); cart > deep > inner (Expected values to be loosely deep-equal:)',
  'node-junit':
    '1 passed, 2 failed, 2 skipped; discount > from exactly 100 (100 == 90); discount > deep (Expected values to be loosely deep-equal: { a: 1 } should loosely deep-equal { a: 2 })',
  'node-spec': '1 passed, 2 failed, 2 skipped; from exactly 100 (90, got 100); deep ({ a: 2 }, got { a: 1 })',
  'node-tap': '1 passed, 2 failed, 2 skipped; discount > from exactly 100 (90, got 100); discount > deep',
  pytest:
    "1 passed, 3 failed, 1 skipped; test_total (assert 1190 == 1189); TestX > test_in (assert 'a' == 'b'); test_err",
  'pytest-pass': '1 passed, 0 failed, 0 skipped',
  'pytest-q':
    "1 passed, 3 failed, 1 skipped; test_total (assert 1190 == 1189); TestX > test_in (assert 'a' == 'b'); test_err",
  tape: '1 passed, 1 failed, 0 skipped; from exactly 100 (90, got 100)',
  unittest: '1 passed, 1 failed, 1 skipped; test_a (1 != 2)',
  vitest:
    '1 passed, 2 failed, 2 skipped; totals > rounds once (11901, got 11899); totals > obj ({ a: 2 }, got { a: 1 })',
  'vitest-pass': '1 passed, 0 failed, 4 skipped',
  'vitest-tap':
    '1 passed, 2 failed, 2 skipped; v.test.ts > totals > rounds once (11901, got 11899); v.test.ts > totals > obj ({ a: 2 }, got { a: 1 })',
}

test.each(Object.entries(expected))('counts and failing tests are read from %s', (name, report) => {
  expect(said(readTestReport(printed(name)))).toBe(report)
})

test('a JUnit report of pytest counts tests whose set-up failed', () => {
  const report = readTestReport(printed('pytest-junit'))
  expect(report).toMatchObject({ passed: 1, failed: 3, skipped: 1 })
  expect(report?.failing[0]).toEqual({
    name: 'test_a > test_total',
    reason: { kind: 'message', text: 'assert 1190 == 1189' },
  })
})

test('every printed sample is looked at', () => {
  const names = readdirSync(folder).map((each) => path.basename(each, '.txt'))
  expect(names.toSorted()).toEqual([...Object.keys(expected), 'pytest-junit'].toSorted())
})

test.each(['', 'ok\n', 'Error: 3 failed attempts\n', 'built in 1.2s, 0 failed', '5 passing cars'])(
  'what no test runner printed has no report: %j',
  (output) => expect(readTestReport(output)).toBeNull(),
)

test('lines that end as on Windows, and colors, change nothing', () => {
  const output = '\u001b[32m      Tests  3 passed (3)\u001b[39m\r\n'
  expect(said(readTestReport(output))).toBe('3 passed, 0 failed, 0 skipped')
})

test('no more failing tests are kept than can be looked at, and all are counted', () => {
  const points = Array.from({ length: 400 }, (_, at) => `not ok ${at + 1} - case ${at + 1}`)
  const report = readTestReport(['TAP version 13', '1..400', ...points].join('\n'))
  expect(report).toMatchObject({ passed: 0, failed: 400 })
  expect(report?.failing).toHaveLength(maxFailing)
})

test('a very long output is read in time that grows with its length alone', () => {
  const noise = 'not ok '.repeat(20_000)
  const output = `${noise}\n${'<testcase '.repeat(20_000)}\n<testsuite >\n${'expected '.repeat(20_000)}\n1..1\nok 1 - ends\n`
  expect(readTestReport(output)).toMatchObject({ passed: 1 })
})
