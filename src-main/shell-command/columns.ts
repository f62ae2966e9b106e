type Row = readonly string[]

/**
 * Rows as lines: a column as wide as its widest cell. If they would be broken at the terminal's edge, the columns
 * stand below each other, each under its heading.
 * @param width of the terminal, characters; null if there is none
 */
export function inColumns(rows: readonly Row[], width: number | null): string[] {
  const lines = aligned(rows)
  if (width === null || lines.every((line) => line.length <= width)) return lines
  const [headings = [], ...figures] = rows
  return headings.slice(1).flatMap((heading, at) => {
    const own = figures.map((row) => [`  ${row[0] ?? ''}`, row[at + 1] ?? ''])
    return [...(at === 0 ? [] : ['']), heading, ...aligned(own)]
  })
}

function aligned(rows: readonly Row[]): string[] {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => (row[at] ?? '').length)))
  return rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}
