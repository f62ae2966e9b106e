import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readTestReport } from '../../../src-shared/test-output/read-test-report.ts'
import { maxFailing } from '../../../src-shared/test-output/test-report.ts'
import { said } from './said.ts'

/** What runners printed for small projects with a test of every outcome; only folders and stack lines were changed. */
const folder = path.join(import.meta.dirname, 'printed')
const printed = (name: string): string => readFileSync(path.join(folder, `${name}.txt`), 'utf8')

const expected: Readonly<Record<string, string>> = {
  'javascript/ava-tap':
    "2 passed, 3 failed, 2 skipped; Error [ERR_MODULE_NOT_FOUND]: Cannot find module '/project/missing.js' imported from /project/b.test.js; b.test.js exited with a non-zero exit code: 1; a › subs",
  'javascript/ava':
    "2 passed, 2 failed, 2 skipped; a > subs (2, got 1); Uncaught exception in b.test.js (Cannot find module '/project/missing.js' imported from /project/b.test.js)",
  'javascript/bun-junit':
    "2 passed, 3 failed, 2 skipped; s > two (2, got 1); s > obj (error: expect(received).toEqual(expected)); b.test.ts (Cannot find module './missing' from '/project/b.test.ts')",
  'javascript/bun':
    "2 passed, 3 failed, 2 skipped; s > two (2, got 1); s > obj (error: expect(received).toEqual(expected)); b.test.ts (Cannot find module './missing' from '/project/b.test.ts')",
  'javascript/deno-tap': '2 passed, 2 failed, 1 skipped; two; steps > b',
  'javascript/deno':
    '1 passed, 3 failed, 1 skipped; two (boom); steps > b (in step); ./b_test.ts ((in promise) Error: load)',
  'javascript/jasmine': '1 passed, 1 failed, 2 skipped; s two (Expected 1 to be 2.)',
  'javascript/jest-load':
    "1 passed, 3 failed, 2 skipped; s > two (2, got 1); Test suite failed to run (Cannot find module './missing2' from 'c.test.cjs'); Test suite failed to run (Cannot find module './missing' from 'b.test.cjs')",
  'javascript/jest': '1 passed, 1 failed, 2 skipped; totals > rounds once (11901, got 11899)',
  'javascript/mocha-tap': '1 passed, 2 failed, 2 skipped; s two; s h "before all" hook for "never"',
  'javascript/mocha':
    '1 passed, 2 failed, 1 skipped; cart > from exactly 100 (90, got 100); cart > deep > inner (Expected values to be loosely deep-equal:)',
  'javascript/node-parents-spec':
    "3 passed, 4 failed, 2 skipped; bad (2, got 1); two (boom); alone parent (own); b.test.mjs ('test failed')",
  'javascript/node-junit':
    '1 passed, 2 failed, 2 skipped; discount > from exactly 100 (100 == 90); discount > deep (Expected values to be loosely deep-equal: { a: 1 } should loosely deep-equal { a: 2 })',
  'javascript/node-spec':
    '1 passed, 2 failed, 2 skipped; from exactly 100 (90, got 100); deep ({ a: 2 }, got { a: 1 })',
  'javascript/node-tap': '1 passed, 2 failed, 2 skipped; discount > from exactly 100 (90, got 100); discount > deep',
  'javascript/playwright-junit':
    '3 passed, 2 failed, 2 skipped; a.spec.ts > s › two (expect(received).toBe(expected) // Object.is equality); a.spec.ts > q › first (x)',
  'javascript/playwright': '3 passed, 2 failed, 2 skipped; s > two (2, got 1); q > first (x)',
  'javascript/tap-nested': '1 passed, 1 failed, 2 skipped; a.test.js > p > two > should be equal',
  'javascript/tape': '1 passed, 1 failed, 0 skipped; from exactly 100 (90, got 100)',
  'javascript/uvu': '1 passed, 1 failed, 1 skipped; s > two',
  'javascript/vitest-junit':
    "2 passed, 3 failed, 3 skipped; a.test.ts > s > two (2, got 1); a.test.ts > hook (no db); b.test.ts (Cannot find module './missing' imported from /project/b.test.ts)",
  'javascript/vitest-load':
    "2 passed, 3 failed, 3 skipped; hook (no db); b.test.ts (Cannot find module './missing' imported from /project/b.test.ts); s > two (2, got 1)",
  'javascript/vitest-pass': '1 passed, 0 failed, 4 skipped',
  'javascript/vitest-tap':
    '1 passed, 2 failed, 2 skipped; v.test.ts > totals > rounds once (11901, got 11899); v.test.ts > totals > obj ({ a: 2 }, got { a: 1 })',
  'javascript/vitest':
    '1 passed, 2 failed, 2 skipped; totals > rounds once (11901, got 11899); totals > obj ({ a: 2 }, got { a: 1 })',
  'json/jest': '1 passed, 1 failed, 2 skipped; s > two (expect(received).toBe(expected) // Object.is equality)',
  'json/mocha': '1 passed, 2 failed, 2 skipped; s two (1 == 2); s h "before all" hook for "never" (no db)',
  'json/playwright':
    '3 passed, 2 failed, 2 skipped; s > two (expect(received).toBe(expected) // Object.is equality); q > first (x)',
  'json/rspec': '1 passed, 1 failed, 2 skipped; Total rounds once (expected: 2)',
  'json/vitest':
    "2 passed, 2 failed, 3 skipped; s > two (2, got 1); b.test.ts (Cannot find module './missing' imported from /project/b.test.ts)",
  'others/bats-pretty': '1 passed, 1 failed, 1 skipped; subs',
  'others/bats': '1 passed, 1 failed, 1 skipped; installs',
  'others/cargo-abort':
    '2 passed, 3 failed, 1 skipped; tests > two (left: 1, right: 2); src/lib.rs - add (line 1) (left: 1, right: 2); --test it broke off (signal: 6, SIGABRT: process abort signal)',
  'others/cargo-and-npm': '42 passed, 0 failed, 3 skipped',
  'others/cargo-quiet':
    '2 passed, 3 failed, 1 skipped; tests > two (left: 1, right: 2); src/lib.rs - add (line 1) (left: 1, right: 2); --test it broke off (signal: 6, SIGABRT: process abort signal)',
  'others/cargo': '2 passed, 2 failed, 1 skipped; tests > sub (boom); tests > total (left: 1189, right: 1190)',
  'others/ctest-junit': '1 passed, 2 failed, 3 skipped; b; f',
  'others/ctest': '1 passed, 3 failed, 2 skipped; b; e (Not Run); f (Timeout)',
  'others/exunit':
    '1 passed, 3 failed, 1 skipped; SetupTest ((RuntimeError) no db); raises ((RuntimeError) boom); subs (left: 1, right: 2)',
  'others/go-json-packages':
    '3 passed, 4 failed, 1 skipped; TestRun (2, got 1); ex/c (build failed: c/c_test.go:3:27: undefined: undefined); TestE2 > deep; ex/d',
  'others/go-json': '2 passed, 2 failed, 1 skipped; TestTotal (1190, got 1189); TestSub > two (boom)',
  'others/go-packages':
    '3 passed, 4 failed, 1 skipped; TestRun (2, got 1); ex/c (build failed: c/c_test.go:3:27: undefined: undefined); ex/d; TestE2 > deep',
  'others/go-unended-line': '3 passed, 2 failed, 0 skipped; TestB (bad); Example',
  'others/go-v': '2 passed, 2 failed, 1 skipped; TestTotal (1190, got 1189); TestSub > two (boom)',
  'others/go': 'no report',
  'others/maven':
    '2 passed, 2 failed, 1 skipped; ex.ATest > b (<2>, got <1>); ex.ATest > d (java.lang.RuntimeException: boom)',
  'others/minitest': '1 passed, 2 failed, 1 skipped; TestX > test_b (2, got 1); TestX > test_d (boom)',
  'others/phpunit-junit':
    '2 passed, 2 failed, 2 skipped; ATest > testB (Failed asserting that 1 is identical to 2.); ATest > testE (Exception: boom)',
  'others/phpunit':
    '2 passed, 2 failed, 2 skipped; ATest > testE (Exception: boom); ATest > testB (Failed asserting that 1 is identical to 2.)',
  'others/prove-verbose': '3 passed, 4 failed, 2 skipped; b; p > bad; 2 planned tests not run (The run broke off.)',
  'others/prove':
    '3 passed, 4 failed, 1 skipped; ./a.t (Failed test: 2); ./b.t (Non-zero exit status: 1); ./c.t (Failed test: 1)',
  'others/rspec-load': '0 passed, 1 failed, 0 skipped; ./spec/b_spec.rb (cannot load such file -- missing_thing)',
  'others/rspec': '1 passed, 1 failed, 2 skipped; Total rounds once (2, got 1)',
  'others/test-unit': '1 passed, 2 failed, 2 skipped; TestX > test_b; TestX > test_d (boom)',
  'python/pytest-interrupted': '1 passed, 1 failed, 0 skipped; The run broke off (KeyboardInterrupt)',
  'python/pytest-load': '0 passed, 1 failed, 0 skipped; test_b.py',
  'python/pytest-pass': '1 passed, 0 failed, 0 skipped',
  'python/pytest-q':
    "1 passed, 3 failed, 1 skipped; test_total (assert 1190 == 1189); TestX > test_in (assert 'a' == 'b'); test_err",
  'python/pytest-subtests-q':
    "3 passed, 4 failed, 2 skipped; test_p[a - b] (assert 'a - b' == 'c'); test_sub (assert 0 == 1); TestX > test_in (assert 'a' == 'b'); test_err (x)",
  'python/pytest-subtests':
    "3 passed, 4 failed, 2 skipped; test_p[a - b] (assert 'a - b' == 'c'); test_sub (assert 0 == 1); TestX > test_in (assert 'a' == 'b'); test_err (x)",
  'python/pytest':
    "1 passed, 3 failed, 1 skipped; test_total (assert 1190 == 1189); TestX > test_in (assert 'a' == 'b'); test_err",
  'python/unittest-subtests':
    '1 passed, 4 failed, 2 skipped; setUpClass (no db); test_err (bad); test_doc (1 != 2); test_sub (0 != 1)',
  'python/unittest': '1 passed, 1 failed, 1 skipped; test_a (1 != 2)',
  'browsers/karma': '1 passed, 1 failed, 1 skipped; sum bad (Expected 1 to be 2.)',
  'browsers/karma-mocha': '1 passed, 1 failed, 1 skipped; bad',
  'python/pytest-sugar':
    "6 passed, 4 failed, 2 skipped; test_bad (assert 'a' == 'b'); TestX > test_p[z]] (assert 'z]' != 'z]'); test_err (no); U > test_sub (i=1) (1 == 1)",
  'cpp/boost': '1 passed, 2 failed, 0 skipped; wrong (2, got 1); throws (std::runtime_error: no)',
  'cpp/boost-short': '1 passed, 2 failed, 0 skipped; wrong (2, got 1); throws (std::runtime_error: no)',
  'cpp/catch2': '2 passed, 2 failed, 0 skipped',
  'cpp/catch2-compact': '1 passed, 0 failed, 0 skipped',
  'cpp/doctest':
    '1 passed, 2 failed, 1 skipped; wrong (CHECK( 1 == 2 ) is NOT correct!); throws (test case THREW exception: no)',
  'json/pytest':
    "3 passed, 3 failed, 2 skipped; test_bad (assert 'a' == 'b'); TestX > test_p[z]] (assert 'z]' != 'z]'); test_err (no)",
  'jvm/junit-console':
    '1 passed, 3 failed, 2 skipped; BTest (java.lang.RuntimeException: setup); ATest > bad() (<2>, got <1>); ATest > throws an error (java.lang.IllegalStateException: no)',
  'jvm/junit-feed':
    '1 passed, 3 failed, 2 skipped; BTest (java.lang.RuntimeException: setup); ATest > bad() (<2>, got <1>); ATest > throws an error (java.lang.IllegalStateException: no)',
  'jvm/maven-class':
    '1 passed, 3 failed, 2 skipped; ex.BTest (java.lang.RuntimeException: setup); ex.ATest > bad (<2>, got <1>); ex.ATest > err (java.lang.IllegalStateException: no)',
  'others/cargo-nocapture':
    '1 passed, 3 failed, 1 skipped; tests > p (note: test did not panic as expected at src/lib.rs:5:148); tests > bad; tests > res',
  'python/green': '1 passed, 4 failed, 2 skipped; test_b (1 != 2); test_d (x); test_s (1 == 1)',
  'python/trial':
    '1 passed, 2 failed, 2 skipped; test_b (twisted.trial.unittest.FailTest: 1 != 2); test_c (builtins.ValueError: x)',
  'python/unittest-xml': '1 passed, 4 failed, 2 skipped; test_d (x); test_b (1 != 2); test_s (1 == 1)',
  'python/ward': '1 passed, 1 failed, 1 skipped; bad',
  'scenarios/behave': '1 passed, 2 failed, 0 skipped; bad; undefined',
  'scenarios/cucumber':
    '1 passed, 2 failed, 0 skipped; bad (no); undefined (Undefined. Implement with the following snippet:)',
  'scenarios/newman': '1 passed, 2 failed, 0 skipped; bad (no)',
  'scenarios/robot': '1 passed, 1 failed, 1 skipped; Bad (a != b)',
}

test.each(Object.entries(expected))('counts and failing tests are read from %s', (name, report) => {
  expect(said(readTestReport(printed(name)))).toBe(report)
})

test('a JUnit report of pytest counts tests whose set-up failed', () => {
  const report = readTestReport(printed('python/pytest-junit'))
  expect(report).toMatchObject({ passed: 1, failed: 3, skipped: 1 })
  expect(report?.failing[0]).toEqual({
    name: 'test_a > test_total',
    reason: { kind: 'message', text: 'assert 1190 == 1189' },
  })
})

test('every printed sample is looked at', () => {
  const names = readdirSync(folder).flatMap((kind) =>
    readdirSync(path.join(folder, kind)).map((each) => `${kind}/${path.basename(each, '.txt')}`),
  )
  expect(names.toSorted()).toEqual([...Object.keys(expected), 'python/pytest-junit'].toSorted())
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
