import { readCargoTest } from './cargo-test.ts'
import { readGoJson, readGoTest } from './go-test.ts'
import { readJunit } from './junit.ts'
import { readMocha } from './mocha.ts'
import { readNodeSpec } from './node-spec.ts'
import { readPytest, readUnittest } from './pytest.ts'
import { readTap } from './tap.ts'
import { maxFailing, nothingRun, type TestReport } from './test-report.ts'
import { readVitestOrJest } from './vitest.ts'

const readers: readonly ((lines: readonly string[]) => TestReport | null)[] = [
  readVitestOrJest,
  readMocha,
  readNodeSpec,
  readPytest,
  readUnittest,
  readGoTest,
  readGoJson,
  readCargoTest,
]

/**
 * Reads from a test command's output how many tests passed and which failed; the results of several runners are added
 * up. A machine-readable report (TAP, JUnit) takes precedence over output for people.
 * @returns null if no runner is recognized: then there is only the exit code
 */
export function readTestReport(output: string): TestReport | null {
  const lines = outputLines(output)
  const exact = readTap(lines) ?? readJunit(lines.join('\n'))
  if (exact !== null) return shortened(exact)
  const found = readers.flatMap((read) => read(lines) ?? [])
  if (found.length === 0) return null
  return shortened(found.reduce(added, nothingRun))
}

const added = (one: TestReport, other: TestReport): TestReport => ({
  passed: one.passed + other.passed,
  failed: one.failed + other.failed,
  skipped: one.skipped + other.skipped,
  failing: [...one.failing, ...other.failing],
})

const shortened = (report: TestReport): TestReport => ({ ...report, failing: report.failing.slice(0, maxFailing) })

/** Maximum number of characters that are read, from the end, where runners print their summary. */
const maxLength = 1_000_000

// biome-ignore lint/suspicious/noControlCharactersInRegex: colors begin with it
const colors = /\u001b\[[0-9;?]*[A-Za-z]/g

/** The lines of the output without color codes; only the last ones if it is very long. */
function outputLines(output: string): string[] {
  return output.slice(-maxLength).replace(colors, '').split(/\r?\n/)
}
