import { FailureError } from '../../../src-shared/base/failure.ts'
import { lenientJson } from '../../../src-shared/base/lenient-json.ts'
import { isHarborSummary, readHarbor } from './harbor-results.ts'
import { readInspect } from './inspect-results.ts'
import type { ReadEntry, ReadOutside } from './outside-shape.ts'
import { readSweBenchReport } from './swe-bench-report.ts'
import { readTerminalBench } from './terminal-bench-results.ts'
import { readTrials } from './trial-table.ts'

/** Limits for one file: each entry is compared with each, and names are shown. */
const maxEntries = 200
const maxTrials = 200_000
/** Characters. */
const maxTitle = 200
const maxOptions = 20_000
const maxModels = 20

/**
 * Reads results of others: our own export (CSV or JSON Lines), a log of Inspect (.json), results of Harbor (a list of
 * the trials' result.json), results of
 * Terminal-Bench 1, or a report of SWE-bench's harness.
 * @param score of a log of Inspect, the score that says what succeeded; null: as it says
 * @returns null if it is none of these
 * @throws FailureError if it is one, and can't be read
 */
export function readOutside(bytes: Buffer, score: string | null): ReadOutside | null {
  const text = textOf(bytes)
  const value = lenientJson(text)
  if (isHarborSummary(value)) throw onlySummary()
  return bounded(
    readInspect(value, score) ??
      readHarbor(value) ??
      readTerminalBench(value) ??
      readSweBenchReport(value) ??
      readTrials(text, value),
  )
}

/** Windows begins text with a mark of its encoding; "Unicode text" of Excel is UTF-16. */
function textOf(bytes: Buffer): string {
  const isWide = bytes[0] === 0xff && bytes[1] === 0xfe
  return bytes.toString(isWide ? 'utf16le' : 'utf8').replace(/^\uFEFF/, '')
}

/** The same for a log of Inspect that is parsed already. */
export const readOutsideLog = (log: unknown, score: string | null): ReadOutside | null =>
  bounded(readInspect(log, score))

function bounded(read: ReadOutside | null): ReadOutside | null {
  if (read === null) return null
  const trials = read.entries.reduce((sum, each) => sum + each.trials.length, 0)
  if (read.entries.length > maxEntries || trials > maxTrials) throw tooMany()
  return { ...read, entries: read.entries.map(shortened) }
}

const shortened = (entry: ReadEntry): ReadEntry => ({
  ...entry,
  title: short(entry.title, maxTitle),
  options: short(entry.options, maxOptions),
  models: entry.models
    .slice(0, maxModels)
    .map(({ role, model }) => ({ role: short(role, maxTitle), model: short(model, maxTitle) })),
})

const short = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text)

const tooMany = () =>
  new FailureError({
    kind: 'invalid-request',
    message: `This file can’t be imported: it has more than ${maxEntries} strategies or ${maxTrials} trials.`,
    advice: 'Nothing was written. Divide it.',
  })

const onlySummary = () =>
  new FailureError({
    kind: 'options-invalid',
    message: 'This is the summary of a Harbor job, which has no trials.',
    advice: 'Choose the job’s folder instead: each trial in it has a result.json of its own.',
  })
