import { revealHidden } from '../../src-shared/base/hidden-characters.ts'

type Row = readonly string[]

/**
 * Rows as lines: a column as wide as its widest cell, and a cell in one line, whatever its text. If they would be broken at the terminal's edge, the columns
 * stand below each other, each under its heading.
 * @param width of the terminal, characters; null if there is none
 */
export function inColumns(given: readonly Row[], width: number | null): string[] {
  const rows = given.map((row) => row.map((cell, at) => oneLine(cell, at)))
  const lines = aligned(rows)
  if (width === null || lines.every((line) => widthOf(line) <= width)) return lines
  const [headings = [], ...figures] = rows
  return headings.slice(1).flatMap((heading, at) => {
    const own = figures.map((row) => [`  ${row[0] ?? ''}`, row[at + 1] ?? ''])
    return [...(at === 0 ? [] : ['']), heading, ...aligned(own)]
  })
}

/** Columns as wide as their widest cells. */
export function aligned(rows: readonly Row[]): string[] {
  const widths = (rows[0] ?? []).map((_, at) =>
    rows.reduce((widest, row) => Math.max(widest, widthOf(row[at] ?? '')), 0),
  )
  return rows.map((row) =>
    row
      .map((cell, at) => cell + ' '.repeat(Math.max(0, (widths[at] ?? 0) - widthOf(cell))))
      .join('  ')
      .trimEnd(),
  )
}

/** Spaces before a first cell indent its row. */
const oneLine = (cell: string, at: number): string => {
  const plain = revealHidden(cell.replaceAll(/[\t\n\r\u0085\u2028\u2029]+/g, ' '))
  return at === 0 ? plain : plain.trim()
}

/** Characters that take two columns of a terminal, and none. Source: Unicode, Annex 11, widths W and F. */
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}]/gu
const none = /[\p{Mn}\p{Me}]/gu

/** Columns of a terminal that a text takes. */
function widthOf(text: string): number {
  const characters = [...text].length
  return characters + (text.match(wide)?.length ?? 0) - (text.match(none)?.length ?? 0)
}

/** Cut to so many columns of a terminal; a text that is cut ends in `…`. */
export function cutToWidth(text: string, width: number): string {
  if (widthOf(text) <= width) return text
  let cut = ''
  let used = 1
  for (const character of text) {
    used += widthOf(character)
    if (used > width) break
    cut += character
  }
  return `${cut}…`
}
