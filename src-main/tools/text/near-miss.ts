import { findText } from './find-text.ts'
import { startOf } from './shorten.ts'

/**
 * The likely reason why a text was not found in a file: it is there with different white space, or
 * begins the same. This is only a hint; nothing is ever replaced on a guess.
 */
export function nearMiss(text: string, wanted: string): string {
  const lines = text.split(/\r?\n/)
  const wantedLines = wanted.replace(/\r?\n$/, '').split(/\r?\n/)
  const loose = lines.map(squeezed)
  const looseSought = wantedLines.map(squeezed)
  const places = placesOf(loose, looseSought)
  const [first] = places
  if (first !== undefined) {
    const there = startOf(lines.slice(first, first + wantedLines.length).join('\n'), 4000)
    const also = places.length > 1 ? ` (and ${places.length - 1} more places)` : ''
    return `${where(first, wantedLines.length)}${also} differ from it only in white space. The file has:\n${there}`
  }
  return alikeStart(lines, loose, looseSought)
}

const squeezed = (line: string) => line.trim().replace(/\s+/g, ' ')
const where = (line: number, count: number) =>
  count === 1
    ? `Line ${line + 1} of the file seems meant: parts of it`
    : `Lines ${line + 1} to ${line + count} of the file`

/** Bounded: a file of equal lines must not cost its length squared. */
function placesOf(lines: readonly string[], wantedLines: readonly string[]): number[] {
  const places: number[] = []
  let compared = 0
  for (let at = 0; at + wantedLines.length <= lines.length && compared < 2_000_000; at++) {
    let same = 0
    while (same < wantedLines.length && holds(lines[at + same], wantedLines[same], wantedLines.length)) same += 1
    compared += same + 1
    if (same === wantedLines.length) places.push(at)
  }
  return places
}

/** A single line may be only part of a line of the file. */
const holds = (line = '', wantedLines = '', count = 1) =>
  count === 1 ? wantedLines !== '' && findText(line, wantedLines) >= 0 : line === wantedLines

function alikeStart(lines: readonly string[], loose: readonly string[], wantedLines: readonly string[]): string {
  const skipped = wantedLines.findIndex((line) => line.length > 3)
  const start = skipped < 0 ? -1 : loose.indexOf(wantedLines[skipped] ?? '')
  if (start < 0) return 'Nothing in the file is like it. Read the file again and copy the text from there.'
  let same = 0
  while (skipped + same < wantedLines.length && loose[start + same] === wantedLines[skipped + same]) same += 1
  const shown = startOf(lines.slice(start, start + Math.min(wantedLines.length - skipped, 40)).join('\n'), 4000)
  return `It begins like line ${start + 1} of the file but differs from line ${start + same + 1} on. The file has there:\n${shown}`
}
