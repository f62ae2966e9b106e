import type { RunView, Span } from '../../../../src-shared/run/view/run-view.ts'
import { spanAt } from '../../../run/phase-facts.ts'
import type { ChatRow } from './chat-rows.ts'
import { modelText } from './model-text.ts'

/** What copying a row gives: its words, its diff, its output. */
export function rowText(row: ChatRow, views: { readonly [runId: string]: RunView }): string {
  if (row.kind === 'message') return row.turn.message
  if (row.kind === 'earlier') return ''
  if (row.kind === 'brief' || row.kind === 'ending') return row.run.text
  const view = views[row.run.id]
  const span = view && spanAt(view, row.row.path)
  return span === undefined ? '' : spanText(span)
}

function spanText(span: Span): string {
  if (span.kind === 'model') return modelText(span)
  if (span.kind === 'notice') return span.text
  if (span.kind === 'phase') return span.title
  if (span.kind !== 'tool') return ''
  const { body } = span
  if (body.kind === 'diff') return body.patch
  if (body.kind === 'command') return body.output
  if (body.kind === 'file' || body.kind === 'text') return body.text
  return span.result?.text ?? span.call.arguments
}
