import { eachOnce, firsts, type Reader, sumAfter, sumBefore } from './found.ts'

/** Runners that say all of their counts in one line. */

/** One line, and how its numbers are read. */
interface Line {
  readonly pattern: RegExp
  readonly passed?: string
  readonly failed: readonly string[]
  readonly skipped: readonly string[]
  /** All that were run or left out: then `passed` is the rest. */
  readonly all?: string
  readonly where: 'before' | 'after'
  /** `all` is without those that are left out. */
  readonly isApart?: true
  /** Only the last such line counts: the others are of its parts. */
  readonly last?: true
  /** A line with the name of a test that failed. */
  readonly names?: RegExp
}

/**
 * Source: busted, testthat 3, Tasty, the consoles of NUnit 3 and xUnit.net, TestNG, JUnit 4, lab, TestCafe, EUnit, utest,
 * ZIO Test, gleeunit, Foundry, Alcotest, V, Pester.
 */
const oneLiners: readonly Line[] = [
  {
    pattern: /^(\d+ success(?:es)? \/ \d+ failures? \/ \d+ errors? \/ \d+ pending) :/,
    passed: 'success(?:es)?',
    failed: ['failures?', 'errors?'],
    skipped: ['pending'],
    where: 'before',
  },
  {
    pattern: /^(\[ FAIL \d+ \| WARN \d+ \| SKIP \d+ \| PASS \d+ \])/,
    passed: 'PASS',
    failed: ['FAIL'],
    skipped: ['SKIP'],
    where: 'after',
    last: true,
  },
  { pattern: /^(\d+ out of \d+ tests failed) \(/, all: 'out of', failed: ['out'], skipped: [], where: 'before' },
  { pattern: /^(All \d+ tests passed) \([\d.]+s\)$/, passed: 'tests', failed: [], skipped: [], where: 'before' },
  {
    pattern: /^ *(Test Count: \d+, Passed: \d+, .*)$/,
    passed: 'Passed',
    failed: ['Failed'],
    skipped: ['Skipped', 'Inconclusive'],
    where: 'after',
    names: /^\d+\) (?:Failed|Error|Invalid) : (.+)$/,
  },
  {
    pattern: /^ +(?!GRAND)\S+ +(Total: \d+, Errors: \d+, Failed: \d+, Skipped: \d+, .*)$/,
    failed: ['Errors', 'Failed'],
    skipped: ['Skipped', 'Not Run'],
    all: 'Total',
    where: 'after',
    names: /^ {4}(\S.*) \[FAIL\]$/,
  },
  {
    pattern: /^(Total tests run: \d+, (?:Passes: \d+, )?Failures: \d+, Skips: \d+)$/,
    failed: ['Failures'],
    skipped: ['Skips'],
    all: 'Total tests run',
    where: 'after',
    names: /^FAILED: (\S+)/,
  },
  {
    pattern: /^(Tests run: \d+, {1,2}Failures: \d+)$/,
    failed: ['Failures'],
    skipped: [],
    all: 'Tests run',
    where: 'after',
    names: /^\d+\) (\w+\([\w.$]+\))$/,
  },
  { pattern: /^OK \((\d+ tests?)\)$/, passed: 'tests?', failed: [], skipped: [], where: 'before' },
  {
    pattern: /^(\d+ of \d+ tests failed(?: \(.*\))?)$/,
    failed: ['of'],
    skipped: ['skipped', 'todo'],
    all: 'of',
    isApart: true,
    where: 'before',
    names: /^ {2}\d+\) (\S.*):$/,
  },
  {
    pattern: /^(\d+ tests complete(?: \(.*\))?)$/,
    passed: 'tests complete',
    failed: [],
    skipped: ['skipped', 'todo'],
    where: 'before',
  },
  { pattern: /^ ?(\d+ passed) \((?:\d+[hms] ?)+\)$/, passed: 'passed', failed: [], skipped: [], where: 'before' },
  { pattern: /^ +(All \d+ tests passed)\.$/, passed: 'tests passed', failed: [], skipped: [], where: 'before' },
  {
    pattern: /^ +(Failed: \d+\. +Skipped: \d+\. +Passed: \d+)\.$/,
    passed: 'Passed',
    failed: ['Failed'],
    skipped: ['Skipped'],
    where: 'after',
  },
  {
    pattern: /^(Tests: \d+, Passed: \d+, Failed: \d+)$/,
    passed: 'Passed',
    failed: ['Failed'],
    skipped: [],
    where: 'after',
    names: /^X (\S.*?) \d+ms *$/,
  },
  {
    pattern: /^(\d+ tests passed\. \d+ tests failed\. \d+ tests ignored)\.$/,
    passed: 'tests passed',
    failed: ['tests failed'],
    skipped: ['tests ignored'],
    where: 'before',
  },
  {
    pattern: /^(\d+ (?:passed|tests?)), no failures$/,
    passed: '(?:passed|tests?)',
    failed: [],
    skipped: [],
    where: 'before',
  },
  {
    pattern: /^Ran \d+ test suites? in .*: (\d+ tests passed, \d+ failed, \d+ skipped) \(\d+ total tests\)$/,
    passed: 'tests passed',
    failed: ['failed'],
    skipped: ['skipped'],
    where: 'before',
    names: /^\[FAIL[^\]]*\] (\w+\(.*?\))/,
  },
  {
    pattern: /^Test Successful in .*\. (\d+ tests? run)\.$/,
    passed: 'tests? run',
    failed: [],
    skipped: [],
    where: 'before',
  },
  {
    pattern: /^(\d+ failures?! in .*\. \d+ tests? run)\.$/,
    failed: ['failures?'],
    skipped: [],
    all: 'in [\\d.]+s\\.',
    where: 'before',
    names: /^\[FAIL\] +(\S.*?)\.?$/,
  },
  {
    pattern: /^Summary for all V _test\.v files: (\d+ passed.*|\d+ failed.*)\.$/,
    passed: 'passed',
    failed: ['failed'],
    skipped: ['skipped'],
    where: 'before',
  },
  {
    pattern: /^(Tests Passed: \d+, Failed: \d+, Skipped: \d+.*)$/,
    passed: 'Tests Passed',
    failed: ['Failed'],
    skipped: ['Skipped', 'Inconclusive', 'NotRun'],
    where: 'after',
    names: /^ *\[-\] (\S.*?) [\d.]+m?s .*$/,
  },
]

export const readOneLiners: Reader = (lines) => {
  for (const line of oneLiners) {
    const found = firsts(lines, line.pattern)
    const sums = line.last === true ? found.slice(-1) : found
    if (sums.length === 0) continue
    const count = line.where === 'before' ? sumBefore : sumAfter
    const sum = (words: readonly string[]) => words.reduce((all, word) => all + count(sums, word), 0)
    const [failed, skipped] = [sum(line.failed), sum(line.skipped)]
    const all = line.all === undefined ? 0 : sumAfter(sums, line.all)
    const rest = Math.max(0, all - failed - (line.isApart === true ? 0 : skipped))
    const passed = line.passed === undefined ? rest : sum([line.passed])
    const names = line.names === undefined ? [] : firsts(lines, line.names)
    return { passed, failed, skipped, failing: eachOnce(names.map((name) => ({ name, reason: null }))) }
  }
  return null
}
