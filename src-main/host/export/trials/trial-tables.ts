import type { TrialTable } from './trial-rows.ts'
import type { Cell } from './varied-columns.ts'

/** A line a trial, with a head; unknown is empty. Source: RFC 4180. */
export function trialsCsv({ columns, rows }: TrialTable): string {
  const names = columns.map(({ name }) => name)
  const lines = [
    names.map(csvCell).join(','),
    ...rows.map((row) => names.map((name) => csvCell(row[name] ?? null)).join(',')),
  ]
  return lines.map((each) => `${each}\r\n`).join('')
}

/**
 * A sheet would take text that begins like a formula for one, so a quote stands before it; and before such quotes, so that
 * each text comes back as it was. Source: OWASP.
 */
function csvCell(value: Cell): string {
  if (value === null) return ''
  if (typeof value !== 'string') return String(value)
  const text = /^'*[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A JSON object a line. */
export const trialsJsonLines = ({ rows }: TrialTable): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('')

const parquetTypes = { text: 'STRING', whole: 'INT64', number: 'DOUBLE', truth: 'BOOLEAN' } as const

/** The same as Apache Parquet. */
export async function trialsParquet({ columns, rows }: TrialTable): Promise<Uint8Array> {
  // Most hosts never write one.
  const { parquetWriteBuffer } = await import('hyparquet-writer')
  const columnData = columns.map(({ name, kind }) => {
    const data = rows.map((row) => {
      const value = row[name] ?? null
      return kind === 'whole' && typeof value === 'number' ? BigInt(Math.round(value)) : value
    })
    return { name, data, type: parquetTypes[kind], nullable: true }
  })
  return new Uint8Array(parquetWriteBuffer({ columnData }))
}
