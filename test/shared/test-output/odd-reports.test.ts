import { expect, test } from 'vitest'
import { readTestReport } from '../../../src-shared/test-output/read-test-report.ts'
import { said } from './said.ts'

/** Output in the form that each runner's own sources and documentation show, of what can't be run everywhere. */
const documented: Readonly<Record<string, readonly [output: string, report: string]>> = {
  nextest: [
    `    Starting 4 tests across 2 binaries (1 test skipped)
        PASS [   0.005s] (1/4) demo tests::a
        FAIL [   0.006s] (2/4) demo tests::b
  stderr ───
    thread 'tests::b' panicked at src/lib.rs:9:9:
    boom
     Summary [   0.010s] 4 tests run: 3 passed (1 flaky), 1 failed, 1 skipped
        FAIL [   0.006s] (2/4) demo tests::b
error: test run failed`,
    '3 passed, 1 failed, 1 skipped; tests > b (boom)',
  ],
  'dotnet, one line for each program': [
    `  Failed Ns.T.B [5 ms]
  Error Message:
   Assert.Equal() Failure: Values differ
Expected: 2
Actual:   1
Failed!  - Failed:     1, Passed:     2, Skipped:     1, Total:     4, Duration: 10 ms - T.dll (net9.0)
Passed!  - Failed:     0, Passed:     3, Skipped:     0, Total:     3, Duration: 10 ms - U.dll (net9.0)`,
    '5 passed, 1 failed, 1 skipped; Ns.T.B (2, got 1)',
  ],
  'dotnet, terminal logger': [
    'Test summary: total: 4, failed: 1, succeeded: 2, skipped: 1, duration: 1.2s',
    '2 passed, 1 failed, 1 skipped',
  ],
  'dotnet, a total in each line': [
    `failed Ns.T.B (5ms)
  Assert.True() Failure
Test run summary: Failed!
  total: 4
  failed: 1
  succeeded: 2
  skipped: 1
  duration: 1s 20ms`,
    '2 passed, 1 failed, 1 skipped; Ns.T.B (Assert.True() Failure)',
  ],
  'dotnet, aborted': [
    `The active test run was aborted. Reason: Test host process crashed
Total tests: Unknown
     Passed: 2
Test Run Aborted.`,
    '2 passed, 1 failed, 0 skipped; The run broke off (Test Run Aborted.)',
  ],
  gradle: [
    `> Task :test FAILED

ATest > b() FAILED
    org.opentest4j.AssertionFailedError at ATest.java:9

3 tests completed, 1 failed, 1 skipped`,
    '1 passed, 1 failed, 1 skipped; ATest > b() (org.opentest4j.AssertionFailedError)',
  ],
  'XCTest, with a crash': [
    `Test Suite 'All tests' started at 2026-01-01 00:00:00.000
Test Case 'ATests.testA' started at 2026-01-01 00:00:00.000
Test Case 'ATests.testA' passed (0.0 seconds)
Test Case 'ATests.testB' started at 2026-01-01 00:00:00.000
/p/Tests/A.swift:5: error: ATests.testB : XCTAssertEqual failed: ("1") is not equal to ("2") -
Test Case 'ATests.testB' failed (0.0 seconds)
Test Case '-[M.BTests testC]' started.
Fatal error: Index out of range`,
    '1 passed, 2 failed, 0 skipped; ATests > testB (2, got 1); M.BTests > testC (It began and did not end.)',
  ],
  'Swift Testing': [
    `◇ Test run started.
✘ Test "adds up" recorded an issue at A.swift:5:5: Expectation failed: (1 → 1) == 2
✘ Test "adds up" failed after 0.001 seconds with 1 issue.
➜ Test later() skipped: "not now"
✔ Test one() passed after 0.001 seconds.
✘ Test run with 3 tests in 1 suite failed after 0.001 seconds with 1 issue.`,
    '1 passed, 1 failed, 1 skipped; adds up (Expectation failed: (1 → 1) == 2)',
  ],
  gotestsum: [
    `=== FAIL: ex/b TestRun/x (0.00s)
DONE 5 tests, 1 skipped, 1 failure in 0.312s`,
    '3 passed, 1 failed, 1 skipped; TestRun > x',
  ],
  GoogleTest: [
    `[==========] Running 3 tests from 1 test suite.
[ RUN      ] F.A
[       OK ] F.A (0 ms)
[  FAILED  ] F.B (0 ms)
[==========] 3 tests from 1 test suite ran. (0 ms total)
[  PASSED  ] 1 test.
[  SKIPPED ] 1 test, listed below:
[  SKIPPED ] F.C
[  FAILED  ] 1 test, listed below:
[  FAILED  ] F.B

  YOU HAVE 1 DISABLED TEST`,
    '1 passed, 1 failed, 2 skipped; F > B',
  ],
  sbt: [
    `[info] - adds *** FAILED ***
[info] Tests: succeeded 2, failed 1, canceled 0, ignored 1, pending 0
[error] Failed: Total 3, Failed 1, Errors 0, Passed 2, Ignored 1`,
    '2 passed, 1 failed, 1 skipped; adds',
  ],
  dart: [
    `00:00 +0: test/a_test.dart: adds
00:01 +1 -1: test/a_test.dart: subs [E]
00:01 +1 ~1 -1: Some tests failed.`,
    '1 passed, 1 failed, 1 skipped; subs',
  ],
  zig: ['Build Summary: 1/3 steps succeeded; 1 failed; 2/3 tests passed; 1 failed', '2 passed, 1 failed, 0 skipped'],
  'go, a test that never ends': [
    `=== RUN   TestA
--- PASS: TestA (0.00s)
=== RUN   TestB
panic: test timed out after 1s
FAIL\tex/a\t1.012s
FAIL`,
    '1 passed, 1 failed, 0 skipped; TestB (panic: test timed out after 1s)',
  ],
}

test.each(Object.entries(documented))('reads %s', (_, [output, report]) => {
  expect(said(readTestReport(output))).toBe(report)
})

const xml = (inside: string) =>
  `<?xml version="1.0"?>\n<testsuites><testsuite name="S">${inside}</testsuite></testsuites>`

const reports: readonly (readonly [what: string, output: string, report: string])[] = [
  ['comments', xml('<!-- <testcase name="old"/> --><testcase name="a"/>'), '1 passed, 0 failed, 0 skipped'],
  [
    'character data that looks like tags',
    xml('<testcase name="a"><failure><![CDATA[</testcase><skipped/>]]></failure></testcase>'),
    '0 passed, 1 failed, 0 skipped; a (</testcase><skipped/>)',
  ],
  [
    'single quotes and references',
    "<testsuite><testcase name='a &lt; &#98;'><failure message='&quot;no&quot;'/></testcase></testsuite>",
    '0 passed, 1 failed, 0 skipped; a < b ("no")',
  ],
  [
    'tests that are disabled by their status',
    xml('<testcase name="a" status="notrun" result="suppressed"/><testcase name="b" status="run" result="completed"/>'),
    '1 passed, 0 failed, 1 skipped',
  ],
  [
    'retries of a test that passes, and of one that does not',
    xml(
      '<testcase name="a"><flakyFailure message="x"/></testcase><testcase name="b"><failure message="y"/><rerunFailure message="z"/></testcase>',
    ),
    '1 passed, 1 failed, 0 skipped; b (y)',
  ],
  [
    'a suite that fails without a test',
    '<testsuites><testsuite name="load.js" tests="0" errors="1"/><testsuite name="T"><testcase name="a"/></testsuite></testsuites>',
    '1 passed, 1 failed, 0 skipped; load.js',
  ],
  [
    'several reports, with text between them',
    `${xml('<testcase name="a"/>')}\nif a < b and <c> {\n${xml('<testcase name="b"/>')}`,
    '2 passed, 0 failed, 0 skipped',
  ],
  [
    'a report that breaks off',
    '<testsuites><testsuite name="S"><testcase name="a"/><testcase name="b"',
    '1 passed, 1 failed, 0 skipped; The report breaks off (Its end is missing.)',
  ],
]

test.each(reports)('reads JUnit reports with %s', (_, output, report) => {
  expect(said(readTestReport(output))).toBe(report)
})

test('an XML report of a stranger expands nothing and takes time that grows with its length alone', () => {
  const bomb = '<!DOCTYPE x [<!ENTITY a "&b;&b;"><!ENTITY b "&a;&a;">]><testsuite><testcase name="&a;"/></testsuite>'
  expect(said(readTestReport(bomb))).toBe('1 passed, 0 failed, 0 skipped')
  expect(readTestReport(`<testsuite>${'<a>'.repeat(300_000)}`)).toBeNull()
  expect(readTestReport(`<testsuite><testcase name="${'&amp;'.repeat(190_000)}"/></testsuite>`)).toMatchObject({
    passed: 1,
  })
})

const tap: readonly (readonly [what: string, output: string, report: string])[] = [
  ['a bail-out', '1..2\nok 1\nok 2\nBail out! No database', '2 passed, 1 failed, 0 skipped; Bail out! (No database)'],
  [
    'fewer tests than planned',
    'TAP version 14\n1..5\nok 1\nok 2',
    '2 passed, 3 failed, 0 skipped; 3 planned tests not run (The run broke off.)',
  ],
  [
    'no plan',
    'TAP version 13\nok 1 - a',
    '1 passed, 1 failed, 0 skipped; The run broke off (There is no plan at its end.)',
  ],
  ['a plan of none', 'TAP version 13\n1..0 # SKIP no database', 'no report'],
  [
    'a parent that fails by itself',
    '# Subtest: p\n    ok 1 - a\n    1..1\nnot ok 1 - p\n1..1',
    '1 passed, 1 failed, 0 skipped; p',
  ],
  ['a directive behind an escape', '1..1\nok 1 - keeps \\# skip', '1 passed, 0 failed, 0 skipped'],
  ['tests to do that fail', '1..2\nok 1 - a\nnot ok 2 - b # TODO', '1 passed, 0 failed, 1 skipped'],
  [
    'suites in braces',
    '1..2\nnot ok 1 - s {\n    1..1\n    not ok 1 - a\n}\nok 2 - b',
    '1 passed, 1 failed, 0 skipped; s > a',
  ],
]

test.each(tap)('reads TAP with %s', (_, output, report) => {
  expect(said(readTestReport(output))).toBe(report)
})

test('packages whose lines are mixed are told apart', () => {
  const pnpm = `packages/a test$ vitest run
packages/b test$ node --test
packages/a test:       Tests  2 passed (2)
packages/b test: ℹ pass 1
packages/b test: ℹ fail 0
packages/a test: Done`
  expect(said(readTestReport(pnpm))).toBe('3 passed, 0 failed, 0 skipped')
  const turbo = `web:test: cache miss, executing 0123456789abcdef
api:test: cache miss, executing 0123456789abcdef
web:test: === RUN   TestRun
api:test: === RUN   TestRun
web:test: --- PASS: TestRun (0.00s)
api:test: --- FAIL: TestRun (0.00s)
web:test: ok  \tex/web\t0.010s
api:test: FAIL\tex/api\t0.010s`
  expect(said(readTestReport(turbo))).toBe('1 passed, 1 failed, 0 skipped; TestRun')
  expect(said(readTestReport('[0]   2 passing (3ms)\n[1] 1 failed, 1 passed in 0.01s'))).toBe(
    '3 passed, 1 failed, 0 skipped',
  )
})

test('links and colors of a terminal are no text', () => {
  const output =
    '\u001b]8;;file:///a\u0007\u001b[38:5:196m FAIL \u001b[39m a.test.ts > adds\u001b]8;;\u001b\\\nAssertionError: no\n      Tests  1 failed (1)'
  expect(said(readTestReport(output))).toBe('0 passed, 1 failed, 0 skipped; adds (no)')
})

test('of a report whose beginning is missing, only totals count', () => {
  const noise = `${'x'.repeat(60)}\n`.repeat(20)
  expect(readTestReport(`=== RUN   TestA\n${noise}--- PASS: TestA (0.00s)\nok  \tex/a\t0.010s`, 200)).toBeNull()
  expect(readTestReport(`1..9\n${noise}ok 9 - i`, 200)).toBeNull()
  expect(readTestReport(`${noise}Tests:       1 failed, 2 passed, 3 total`, 200)).toMatchObject({
    passed: 2,
    failed: 1,
  })
})

// A reader that looks at all lines for each of them would take minutes for one of these.
const many = [
  ...['--- PASS: T (0.00s)', '=== RUN   T', '    ok 1 - a {', '  1) x › y', 'Failure:', '# Subtest: a', '---', '▶ a'],
  ...[
    'FAILED a.py::b - c',
    'FAIL: a (b)',
    '---- a stdout ----',
    '(fail) a',
    'There were 2 failures:',
    '1) a',
    '  ● a › b',
  ],
  ...['✘ Test run with 1 test failed after 1 second', '✘ Test a failed after 1 second', 'a: cache miss', '✖ a', '- a'],
  ...[
    "Test Case 'a.b' started",
    '{"Action":"run","Package":"p","Test":"t"}',
    '1 a, '.repeat(9),
    '    a:1:1 › b',
    '<a>',
  ],
]
test('every reader takes time that grows with the length of hostile output alone', () => {
  const ends =
    '\nℹ pass 1\n  1 passing (1s)\n1 failed in 1s\n  1 passed (1s)\n1 example, 1 failure\n1 test, 1 failure\n'
  for (const line of many) readTestReport(`${line}\n`.repeat(12_000) + ends)
  readTestReport(many.flatMap((line) => Array.from({ length: 500 }, () => line)).join('\n'))
  for (const line of [
    ...[
      '1) Scenario: a   # b',
      'a  | FAIL |',
      ' 1. Error  a  ',
      ' ✖ a (',
      ' 1/2 a  FAIL ',
      'check a == b has failed [',
    ],
    ...['A 1 (a): Executed 1 of 2', 'AAAA', 'X a 1 ', '[FAIL] ', 'Test Summary: | Pass '],
  ]) {
    readTestReport(line.repeat(20_000))
    readTestReport(`${`${line}${' '.repeat(15_000)}.\n`.repeat(40)}`)
  }
  for (const line of ['1 a, ', ' FAIL  ', 'FAILED [', '--- FAIL: T/a/', '<testcase ', '\u001b]8;;'])
    readTestReport(line.repeat(50_000))
})
