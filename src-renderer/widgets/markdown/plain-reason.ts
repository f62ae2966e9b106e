import { tooDeep } from './too-deep.ts'

/** Longer than prose that people read, characters. */
const maxLength = 30_000
/** Marks of Markdown in one block. A table of 400 rows and 8 columns has as many. */
const maxMarks = 4000

/**
 * Why a block is drawn as plain text, as a sentence; null if it is drawn as Markdown. Parsers take a time that grows with
 * the square of the number of marks, in the window's own thread: minutes, for texts that a model can send (T20, T79).
 */
export function plainReason(source: string): string | null {
  if (source.length > maxLength) return 'Shown as plain text, because it is very long.'
  if (afterMarks(source, maxMarks) < source.length) return 'Shown as plain text, because it has very many marks.'
  return tooDeep(source) ? 'Shown as plain text, because it is nested very deeply.' : null
}

const isMark = new Uint8Array(128)
// The minus: a list in a list can begin on the same line.
for (const mark of '*_~`[]<&\\|!-\n') isMark[mark.charCodeAt(0)] = 1

/** Where a text goes on after so many marks; its length if it has no more. */
export function afterMarks(text: string, most: number): number {
  let count = 0
  for (let at = 0; at < text.length; at++) {
    if (isMark[text.charCodeAt(at)] !== 1) continue
    if (count === most) return at
    count += 1
  }
  return text.length
}
