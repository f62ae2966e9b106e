import { readJsonReport } from './json-report.ts'
import { readJunit } from './junit.ts'
import { outputLines, streamsOf } from './output-lines.ts'
import { readers } from './runners/readers.ts'
import { readTap } from './tap.ts'
import { maxFailing, sumOfReports, type TestReport } from './test-report.ts'
import { readXmlReport } from './xml-reports.ts'

/**
 * Reads from a test command's output how many tests passed and which failed; the results of several runners are added
 * up, also those of packages whose lines are mixed. A machine-readable report (TAP, XML, JSON) takes precedence over output
 * for people. A run that broke off is never one in which all tests pass: what ended it counts as a failure.
 * @param maxLength number of characters that are read, from the end; of a longer report only totals count
 * @returns null if no runner is recognized: then there is only the exit code
 */
export function readTestReport(output: string, maxLength = 1_000_000): TestReport | null {
  const { lines, isCut } = outputLines(output, maxLength)
  const streams = streamsOf(lines, 'sure') ?? [lines]
  const report = readStreams(streams, isCut) ?? readStreams(streamsOf(lines, 'maybe') ?? [], isCut)
  return report === null ? null : { ...report, failing: report.failing.slice(0, maxFailing) }
}

function readStreams(streams: readonly (readonly string[])[], isCut: boolean): TestReport | null {
  const found = streams.flatMap((lines) => readLines(lines, isCut) ?? [])
  return found.length === 0 ? null : sumOfReports(found)
}

/** Reports that make sense only as a whole. */
const readWhole = (text: string): TestReport | null => readJsonReport(text) ?? readJunit(text) ?? readXmlReport(text)

/** Of a longer line only the beginning is read, but of XML and JSON: no other runner prints its results in one. */
const maxLine = 20_000

function readLines(whole: readonly string[], isCut: boolean): TestReport | null {
  const lines = whole.map((line) => line.slice(0, maxLine))
  const exact = readTap(lines, isCut) ?? (isCut ? null : readWhole(whole.join('\n')))
  if (exact !== null) return exact
  const found = readers.flatMap((read) => read(lines, isCut) ?? [])
  return found.length === 0 ? null : sumOfReports(found)
}
