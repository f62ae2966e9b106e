import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { trialsFor } from '../../../src-main/model/demo/repair.ts'
import { importsOf, suspectsOf } from '../../../src-main/model/demo/suspects.ts'
import { readTestReport } from '../../../src-main/model/demo/test-report.ts'

const sample = path.resolve(import.meta.dirname, '../../../resources/sample-project')
const files = ['src/cart.js', 'src/money.js', 'test/cart.test.js'].map(
  (name) => [name, readFileSync(path.join(sample, name), 'utf8')] as const,
)
const sources = new Map(files)

const spec = `✖ an order of exactly $100.00 gets the discount too (1.9ms)
  AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:

  10000 !== 9000

      at TestContext.<anonymous> (file:///tmp/shop/test/cart.test.js:24:10)
      at Test.runInAsyncScope (node:async_hooks:226:14)`

const tap = `not ok 4 - an order of exactly $100.00 gets the discount too
  ---
  location: '/tmp/shop/test/cart.test.js:23:1'
  expected: 9000
  actual: 10000
  stack: |-
    TestContext.<anonymous> (file:///tmp/shop/test/cart.test.js:24:10)`

describe('reading what a test runner printed', () => {
  it.each([
    ['spec', spec],
    ['TAP', tap],
  ])('finds the failing test in %s output', (_name, output) => {
    const report = readTestReport(output, '/tmp/shop')
    expect(report.failing.map(({ path: at }) => at)).toContain('test/cart.test.js')
    expect(report.failing.some(({ line }) => line === 24)).toBe(true)
    expect(report.failing[0]?.name).toContain('exactly $100.00')
    expect(report.complaint).toMatch(/10000.*9000|9000.*10000/)
  })

  it('finds project-relative paths where the report names the folder by another way', () => {
    expect(readTestReport(spec, '/private/tmp/shop').failing[0]?.path).toBe('test/cart.test.js')
    expect(readTestReport('at file:///C:/shop/test/a.test.js:3:1', 'C:\\shop').failing[0]?.path).toBe('test/a.test.js')
  })
})

describe('suspects', () => {
  const failing = readTestReport(spec, '/tmp/shop').failing

  it('follows the calls of the failing line into the code, and never suspects a test', () => {
    const suspects = suspectsOf(failing, sources)
    const first = suspects[0]
    expect(first?.path).toBe('src/cart.js')
    expect(sources.get('src/cart.js')?.split('\n')[first?.line ?? 0]).toContain('function total')
    expect(suspects.some(({ path: at }) => at.startsWith('test/'))).toBe(false)
  })

  it('leads to the fault of the sample project among the first trials', () => {
    const trials = trialsFor(suspectsOf(failing, sources), sources)
    const index = trials.findIndex(({ line }) => line.includes('before >= discountFrom'))
    expect(index).toBeGreaterThanOrEqual(0)
    expect(index).toBeLessThan(3)
  })

  it('resolves relative imports from the importing file', () => {
    expect(importsOf('test/cart.test.js', sources.get('test/cart.test.js') ?? '')).toEqual(['src/cart.js'])
    expect(importsOf('src/a.js', `const b = require('./b')`)).toEqual(['src/b.js'])
  })
})
