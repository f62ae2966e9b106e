/**
 * Values as spreadsheets and data frames write them in tables and lines of JSON. Of pandas a missing one is `nan`, `None`
 * or `<NA>`; of Excel, true is `TRUE`, or the word of its language.
 */

const missing = /^(?:|nan|none|null|<na>|na|n\/a|#n\/a)$/i

const truths: ReadonlyMap<string, boolean> = new Map([
  ...['true', '1', '1.0', 'yes', 'wahr', 'vrai', 'verdadero', 'vero', 'verdadeiro', 'waar', 'prawda'].map(
    (word) => [word, true] as const,
  ),
  ...['false', '0', '0.0', 'no', 'falsch', 'faux', 'falso', 'onwaar', 'fałsz'].map((word) => [word, false] as const),
])

/** Null: it is missing; another value is returned as it is. */
export function looseTruth(cell: unknown): unknown {
  if (typeof cell === 'number') return truths.get(String(cell)) ?? cell
  if (typeof cell !== 'string') return cell ?? null
  const word = cell.trim().toLowerCase()
  return missing.test(word) ? null : (truths.get(word) ?? cell)
}

/** A number, also with a comma for its decimals, signs between its thousands, and the sign of a currency. Null: it is missing. NaN: it is none. */
export function looseNumber(cell: unknown): number | null {
  if (cell === null || cell === undefined) return null
  if (typeof cell !== 'string') return Number(cell)
  const text = cell.slice(0, 100).replaceAll(/[\s\u00a0\u202f'$€£]/g, '')
  if (missing.test(text)) return null
  const [comma, point] = [text.lastIndexOf(','), text.lastIndexOf('.')]
  if (comma < 0) return Number(/^-?\d{1,3}(?:\.\d{3}){2,}$/.test(text) ? text.replaceAll('.', '') : text)
  if (point > comma || /^-?\d{1,3}(?:,\d{3}){2,}$/.test(text)) return Number(text.replaceAll(',', ''))
  return Number(
    text
      .replaceAll('.', '')
      .replace(/,(?=.*,)/g, '')
      .replace(',', '.'),
  )
}

/** Null: it is missing. What is no text, such as an object in a line of JSON, is its JSON. */
export function looseText(cell: unknown): unknown {
  if (typeof cell === 'object' && cell !== null) return JSON.stringify(cell)
  const text = typeof cell === 'string' ? cell.trim() : cell
  return text === undefined || text === '' || (typeof text === 'number' && Number.isNaN(text)) ? null : text
}
