/** Between the cells of a line: as the standard says, and as spreadsheets write where a comma is in numbers. */
const separators = [',', ';', '\t'] as const

/**
 * The rows of a table by the names in its first line. The quote that our export puts before text that begins like a
 * formula is taken off. Linear in the length of the text: files come from strangers. Source: RFC 4180; Excel for other
 * separators and the line `sep=;`.
 */
export function csvRows(text: string): { readonly [column: string]: string }[] {
  const said = /^sep=([^\r\n])\r?\n/i.exec(text)
  const table = said === null ? text : text.slice(said[0].length)
  const [head = [], ...rows] = csvCells(table, said?.[1] ?? separatorOf(table))
  return rows.map((cells) =>
    Object.fromEntries(head.map((name, at) => [name.trim(), unquotedFormula(cells[at] ?? '')])),
  )
}

const unquotedFormula = (cell: string): string => cell.replace(/^'(?='*[=+\-@\t\r])/, '')

/** What parts most of the names in the first line. */
function separatorOf(text: string): string {
  const head = text.slice(0, 100_000).split('\n', 1)[0] ?? ''
  const parts = (separator: string) => head.split(separator).length
  return separators.reduce((best, each) => (parts(each) > parts(best) ? each : best))
}

function csvCells(text: string, separator: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  while (at < text.length) {
    const { cell, end } = text[at] === '"' ? quotedCell(text, at) : plainCell(text, at, separator)
    row.push(cell)
    const isRowEnd = text[end] !== separator
    at = end + (text.startsWith('\r\n', end) ? 2 : 1)
    if (!isRowEnd && at < text.length) continue
    if (row.some((each) => each !== '')) rows.push(row)
    row = []
  }
  return rows
}

/** @returns its text, and the place after it */
function plainCell(text: string, from: number, separator: string) {
  let end = from
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && !text.startsWith('\r\n', end)) end += 1
  return { cell: text.slice(from, end), end }
}

/** The same; a quote in it is written twice. */
function quotedCell(text: string, from: number) {
  const pieces: string[] = []
  let at = from + 1
  for (;;) {
    const quote = text.indexOf('"', at)
    if (quote === -1) return { cell: [...pieces, text.slice(at)].join('"'), end: text.length }
    pieces.push(text.slice(at, quote))
    if (text[quote + 1] !== '"') return { cell: pieces.join('"'), end: quote + 1 }
    at = quote + 2
  }
}
