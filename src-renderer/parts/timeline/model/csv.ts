import { spanTime } from '../../../../src-shared/run/time/work-times.ts'
import type { RunView, Span } from '../../../../src-shared/run/view/run-view.ts'
import { spanLabel, spanType } from '../../../run/span-names.ts'
import type { SummaryRow } from './summary.ts'

/**
 * A table as CSV (RFC 4180): lines end with CR LF, and values that contain a quote, a comma or a line break are quoted.
 * Values that a spreadsheet would read as a formula are prefixed with an apostrophe, because commands and paths come
 * from models and files.
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

/** The listed spans in list order. Times are in ms, `took_ms` is working time, cost in US dollars. */
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
  return csvOf([head, ...indices.flatMap((index) => view.spans[index] ?? []).map((span) => spanCells(view, span))])
}

function spanCells(view: RunView, span: Span): (string | number | null)[] {
  const usage = span.kind === 'model' ? span.reply?.usage : undefined
  const tokens = [usage?.input ?? null, usage?.cachedInput ?? null, usage?.output ?? null]
  const cost = span.kind === 'model' ? span.cost : null
  return [
    spanType(span),
    spanLabel(span),
    span.state,
    span.startMs,
    spanTime(view, span, view.lastMs).workMs,
    ...tokens,
    cost,
  ]
}

/** A bottom-up table; with several lanes their rows follow each other, each with its lane's name. */
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
