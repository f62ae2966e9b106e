import { messageReason } from '../failure-reason.ts'
import type { FailingTest, FailureReason, TestReport } from '../test-report.ts'

/**
 * Reads what one kind of runner prints; null if nothing is of it. Takes time that grows with the output alone.
 * @param isCut the beginning is missing: results can't be counted one by one
 */
export type Reader = (lines: readonly string[], isCut: boolean) => TestReport | null

export const matches = (lines: readonly string[], pattern: RegExp): RegExpExecArray[] =>
  lines.flatMap((line) => {
    const match = pattern.exec(line)
    return match === null ? [] : [match]
  })

/** The first group of each line that matches. */
export const firsts = (lines: readonly string[], pattern: RegExp): string[] =>
  matches(lines, pattern).flatMap((match) => match[1] ?? [])

/** The sum of the numbers that stand before a word, as in `2 failed, 1 passed`. */
export const sumBefore = (texts: readonly string[], word: string): number => {
  const pattern = new RegExp(`(?<![\\w.])(\\d{1,9}) ${word}\\b`)
  return texts.reduce((sum, text) => sum + Number(pattern.exec(text)?.[1] ?? 0), 0)
}

/** The sum of the numbers that stand after a word, as in `Failed: 2, Passed: 1`. */
export const sumAfter = (texts: readonly string[], word: string): number => {
  const pattern = new RegExp(`(?:^|[^\\w])${word}[:=]? {0,9}(\\d{1,9})\\b`)
  return texts.reduce((sum, text) => sum + Number(pattern.exec(text)?.[1] ?? 0), 0)
}

/** Lines after a heading that can be about it. */
export const maxAbout = 60

/** A report's part about each line that a pattern finds: the lines up to the next one. */
export interface Part {
  readonly heading: RegExpExecArray
  readonly at: number
  readonly about: readonly string[]
}

export function partsOf(lines: readonly string[], heading: RegExp): Part[] {
  const starts = lines.flatMap((line, at) => {
    const match = heading.exec(line)
    return match === null ? [] : [{ heading: match, at }]
  })
  return starts.map(({ heading: match, at }, index) => ({
    heading: match,
    at,
    about: lines.slice(at + 1, Math.min(starts[index + 1]?.at ?? lines.length, at + 1 + maxAbout)),
  }))
}

/** Each name once, with the first reason that is known: many runners list failures twice. */
export function eachOnce(failing: readonly FailingTest[]): FailingTest[] {
  const found = new Map<string, FailureReason | null>()
  for (const { name, reason } of failing) found.set(name, found.get(name) ?? reason)
  return [...found].map(([name, reason]) => ({ name, reason }))
}

/** The first line that is not empty, as the reason. */
export const firstLine = (about: readonly string[]): FailureReason | null =>
  messageReason((about.find((line) => line.trim() !== '') ?? '').trim())

/** A report of a run that did not come to its end: it is never one in which all tests pass. */
export const brokenOff = (report: TestReport, name: string, why: string): TestReport => ({
  ...report,
  failed: report.failed + 1,
  failing: [...report.failing, { name, reason: messageReason(why) }],
})
