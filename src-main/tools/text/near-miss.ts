import { plural } from '../../../src-shared/base/format.ts'
import { findAll } from './find-text.ts'
import { differenceOfMarks, withPlainMarks } from './like-marks.ts'
import { startOf } from './shorten.ts'
import { spacesRemark } from './white-space.ts'

/**
 * The likely reason why a text was not found in a file: it is there with different white space,
 * quotation marks, dashes or forms of letters, or begins the same. This is only a hint; nothing is ever replaced on a guess. Takes time in proportion to both lengths,
 * since the file and the text are a stranger's (T79).
 */
export function nearMiss(text: string, wanted: string): string {
  const loose = `\n${squeezed(text)}\n`
  const sought = squeezed(wanted.replace(/\r?\n$/, ''))
  const count = sought.split('\n').length
  const places = placesOf(loose, sought, count)
  const [first] = places
  if (first === undefined) return alikeStart(text, loose, sought.split('\n'))
  const there = linesAt(text, first, count)
  const more = places.length - 1
  const also = more === 0 ? '' : ` (and ${more} more ${plural(more, 'place')})`
  const what = differenceOfMarks(there, wanted.replaceAll('\r\n', '\n'), ['the file', 'the old text'])
  const spaces = what.includes('white space') ? spacesRemark(there, wanted.replaceAll('\r\n', '\n')) : ''
  return `${where(first, count)}${also} differ from it only in ${what}${spaces}. The file has:\n${startOf(there, 4000)}`
}

/** Lines without white space around them, with single spaces and plain marks in them. */
const squeezed = (text: string) =>
  withPlainMarks(text)
    .replace(/[^\S\n]+/g, ' ')
    .replaceAll(' \n', '\n')
    .replaceAll('\n ', '\n')
    .replace(/^ /, '')
    .replace(/ $/, '')

const where = (line: number, count: number) =>
  count === 1
    ? `Line ${line + 1} of the file seems meant: parts of it`
    : `Lines ${line + 1} to ${line + count} of the file`

/** The lines that the text begins at. A single line may be only part of a line of the file. */
function placesOf(loose: string, sought: string, count: number): number[] {
  const found = count === 1 ? findAll(loose, sought, loose.length) : findAll(loose, `\n${sought}\n`, loose.length)
  const lines: number[] = []
  let line = -1
  let from = 0
  for (const at of found) {
    for (let feed = loose.indexOf('\n', from); feed >= 0 && feed <= at; feed = loose.indexOf('\n', from)) {
      line += 1
      from = feed + 1
    }
    if (lines.at(-1) !== line) lines.push(line)
  }
  return lines
}

/** So many lines from this one on; the first is 0. */
function linesAt(text: string, first: number, count: number): string {
  const from = afterFeeds(text, 0, first)
  const lines = text.slice(from, afterFeeds(text, from, count))
  return lines.replace(/\r?\n$/, '').replaceAll('\r\n', '\n')
}

/** Where the text goes on after so many line feeds. */
function afterFeeds(text: string, from: number, count: number): number {
  let at = from
  for (let left = count; left > 0; left--) {
    const feed = text.indexOf('\n', at)
    if (feed < 0) return text.length
    at = feed + 1
  }
  return at
}

/** Lines that are shown where a text only begins the same. */
const shownLines = 40

function alikeStart(text: string, loose: string, wantedLines: readonly string[]): string {
  const skipped = wantedLines.findIndex((line) => line.length > 3)
  const [found] = skipped < 0 ? [] : findAll(loose, `\n${wantedLines[skipped] ?? ''}\n`, 1)
  if (found === undefined) return 'Nothing in the file is like it. Read the file again and copy the text from there.'
  const [start = 0] = placesOf(loose.slice(0, found + 1), '\n', 1).slice(-1)
  let same = 0
  for (let at = found + 1; skipped + same < wantedLines.length; same++) {
    const end = loose.indexOf('\n', at)
    if (end < 0 || loose.slice(at, end) !== wantedLines[skipped + same]) break
    at = end + 1
  }
  const shown = startOf(linesAt(text, start, Math.min(wantedLines.length - skipped, shownLines)), 4000)
  return `It begins like line ${start + 1} of the file but differs from line ${start + same + 1} on. The file has there:\n${shown}`
}
