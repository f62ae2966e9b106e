import type { ApprovalAsk } from '../../../../src-shared/model/tool.ts'
import type { RunView, Span, ToolSpan } from '../../../../src-shared/run/view/run-view.ts'
import { spanAt } from '../../../run/phase-facts.ts'

/** An edit that waits to be allowed, with its change. */
export interface WaitingEdit {
  readonly path: string
  readonly ask: ApprovalAsk
  readonly change: { readonly file: string; readonly added: number; readonly removed: number }
  readonly span: ToolSpan
}

/** What the user is asked at a time: one question, or several edits as one list. */
export type OpenQuestion =
  | { readonly kind: 'one'; readonly span: Span }
  | { readonly kind: 'edits'; readonly edits: readonly WaitingEdit[] }

/** What waits for the user, oldest first; edits that wait together are one question, in the place of the oldest. */
export function openQuestions(view: RunView): readonly OpenQuestion[] {
  const spans = view.waiting.flatMap((path) => spanAt(view, path) ?? [])
  const edits = spans.flatMap((span) => editOf(span) ?? [])
  if (edits.length < 2) return spans.map((span) => ({ kind: 'one', span }))
  const listed = new Set(edits.map(({ path }) => path))
  const list = { kind: 'edits', edits: edits.toSorted(byFile) } as const
  return spans.flatMap((span): readonly OpenQuestion[] => {
    if (!listed.has(span.path)) return [{ kind: 'one', span }]
    return span.path === edits[0]?.path ? [list] : []
  })
}

function editOf(span: Span): WaitingEdit | null {
  if (span.kind !== 'tool' || span.approval === null || span.approval.answer !== null) return null
  const { ask } = span.approval
  // One that acts by itself says so, and is looked at alone.
  if (ask.effect !== 'edit' || ask.preview.kind !== 'diff' || ask.note !== undefined) return null
  const { path: file, added, removed } = ask.preview
  return { path: span.path, ask, change: { file, added, removed }, span }
}

const natural = new Intl.Collator('en', { numeric: true })
const byFile = (one: WaitingEdit, other: WaitingEdit) => natural.compare(one.change.file, other.change.file)
