import type { TrialColumn, TrialRow } from './trial-rows.ts'
import { trialColumns } from './trial-rows.ts'

const columns = Object.keys(trialColumns).filter((each): each is TrialColumn => Object.hasOwn(trialColumns, each))

/** A line a trial, with a head; unknown is empty. Source: RFC 4180. */
export function trialsCsv(rows: readonly TrialRow[]): string {
  const lines = [columns.join(','), ...rows.map((row) => columns.map((column) => csvCell(row[column])).join(','))]
  return lines.map((each) => `${each}\r\n`).join('')
}

/** A sheet would take text that begins like a formula for one, so a quote stands before it. Source: OWASP. */
function csvCell(value: TrialRow[TrialColumn]): string {
  if (value === null) return ''
  if (typeof value !== 'string') return String(value)
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A JSON object a line. */
export const trialsJsonLines = (rows: readonly TrialRow[]): string =>
  rows.map((row) => `${JSON.stringify(row)}\n`).join('')

const parquetTypes = { text: 'STRING', whole: 'INT64', number: 'DOUBLE', truth: 'BOOLEAN' } as const

/** The same as Apache Parquet. */
export async function trialsParquet(rows: readonly TrialRow[]): Promise<Uint8Array> {
  // Most hosts never write one.
  const { parquetWriteBuffer } = await import('hyparquet-writer')
  const columnData = columns.map((name) => {
    const kind = trialColumns[name]
    const data = rows.map((row) => {
      const value = row[name]
      return kind === 'whole' && typeof value === 'number' ? BigInt(Math.round(value)) : value
    })
    return { name, data, type: parquetTypes[kind], nullable: true }
  })
  return new Uint8Array(parquetWriteBuffer({ columnData }))
}
