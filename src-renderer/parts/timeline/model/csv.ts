import type { RunView, Span } from '../../../../src-shared/run/view/run-view.ts'
import { spanDuration, spanLabel, spanType } from '../../../run/span-names.ts'
import type { SummaryRow } from './summary.ts'

/**
 * A table as CSV (RFC 4180): lines end with CR LF, and what holds a quote, a comma or a line break is quoted. A text that a
 * spreadsheet would take for a formula begins with an apostrophe: commands and paths come from models and files.
 */
export function csvOf(rows: readonly (readonly (string | number | null)[])[]): string {
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}

function cell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(Math.round(value * 1e6) / 1e6)
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** The spans of a list, in its order. Times are ms, cost is in US dollars. */
export function listCsv(view: RunView, indices: readonly number[]): string {
  const head = [
    'type',
    'name',
    'state',
    'start_ms',
    'took_ms',
    'input_tokens',
    'cached_tokens',
    'output_tokens',
    'cost_usd',
  ]
  return csvOf([
    head,
    ...indices.flatMap((index) => view.spans[index] ?? []).map((span) => spanCells(span, view.lastMs)),
  ])
}

function spanCells(span: Span, nowMs: number): (string | number | null)[] {
  const usage = span.kind === 'model' ? span.reply?.usage : undefined
  const tokens = [usage?.input ?? null, usage?.cachedInput ?? null, usage?.output ?? null]
  const cost = span.kind === 'model' ? span.cost : null
  return [spanType(span), spanLabel(span), span.state, span.startMs, spanDuration(span, nowMs), ...tokens, cost]
}

/** A bottom-up table; of several lanes one after another, each row with its lane's name. */
export function summaryCsv(lanes: readonly { readonly name: string; readonly rows: readonly SummaryRow[] }[]): string {
  const many = lanes.length > 1
  const head = ['what', 'count', 'failed', 'total_ms', 'share', 'median_ms', 'p95_ms', 'tokens', 'cost_usd']
  const rows = lanes.flatMap(({ name, rows: all }) =>
    all.map(({ label, spans, failed, totalMs, share, medianMs, p95Ms, tokens, cost }) => [
      ...(many ? [name] : []),
      ...[label, spans.length, failed, totalMs, share, medianMs, p95Ms, tokens, cost],
    ]),
  )
  return csvOf([[...(many ? ['lane'] : []), ...head], ...rows])
}
