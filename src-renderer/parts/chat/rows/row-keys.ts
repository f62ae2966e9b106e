import type { KeyboardEvent, RefObject } from 'react'
import type { RunView, Span } from '../../../../src-shared/run/view/run-view.ts'
import { spanAt } from '../../../run/phase-facts.ts'
import { toastOnFailure } from '../../../stores/report.ts'
import { useRuns } from '../../../stores/runs/run-store.ts'
import { isReadOnly } from '../../../stores/server-cache/read-only-project.ts'
import { askAgain } from '../../../stores/session/again/ask-again.ts'
import { focusRow, useChat } from '../../../stores/session/chat-store.ts'
import { editMessage } from '../../../stores/session/editing-store.ts'
import { select } from '../../../stores/session/selection-store.ts'
import { copyText } from '../../../widgets/code/copy-button.tsx'
import { isTextInput } from '../focus.ts'
import { type ChatRow, type ChatRows, indexOfKey, rowAt } from './chat-rows.ts'
import { modelText } from './model-text.ts'

/**
 * `j`, `k` and arrows move between rows, Home and End go to the first and last, Enter expands and collapses, `c`
 * copies; on a message `e` edits it and `r` asks it again.
 * @param show scrolls to a row
 * @param can `mayAsk`: whether messages can be asked again in this list
 */
export function rowKeys(
  rows: ChatRows,
  scroll: RefObject<HTMLElement | null>,
  show: (index: number) => void,
  can: { readonly toStart: () => void; readonly toEnd: () => void; readonly mayAsk: boolean },
): (event: KeyboardEvent) => void {
  const goTo = (index: number) => {
    const row = rowAt(rows, index)
    if (row === undefined) return
    focusRow(row.key)
    show(index)
    // The row may have to be rendered first.
    requestAnimationFrame(() => rowElement(scroll.current, row.key)?.focus({ preventScroll: true }))
    if (row.kind === 'run') select({ runId: row.run.id, path: row.row.path }, 'chat')
  }
  return (event) => {
    // A key that is held down would ask again and again.
    if (
      (event.repeat && !moves.has(event.key)) ||
      isTextInput(event.target) ||
      event.metaKey ||
      event.ctrlKey ||
      event.altKey
    )
      return
    const onRow = event.target instanceof HTMLElement && event.target.matches('.chat-row, .chat-scroll')
    const at = indexOfKey(rows, useChat.getState().focused)
    const here = rowAt(rows, at)
    const step = stepOf(event.key, onRow)
    if (step !== 0) goTo(at === -1 ? rows.count - 1 : Math.max(0, Math.min(rows.count - 1, at + step)))
    else if (onRow && event.key === 'Home') can.toStart()
    else if (onRow && event.key === 'End') can.toEnd()
    else if (event.key === 'Enter' && onRow && here) toggle(here, scroll.current)
    else if (onRow && can.mayAsk && isAskable(here) && event.key === 'e') editMessage(here.turn)
    else if (onRow && can.mayAsk && isAskable(here) && event.key === 'r') void toastOnFailure(askAgain(here.turn))
    else if (event.key === 'c' && here && !window.getSelection()?.toString()) copy(here)
    else return
    event.preventDefault()
  }
}

const moves: ReadonlySet<string> = new Set(['j', 'k', 'ArrowDown', 'ArrowUp'])

/** Whether the row is a message that can be asked again. */
const isAskable = (row: ChatRow | undefined): row is Extract<ChatRow, { kind: 'message' }> =>
  row?.kind === 'message' && !isReadOnly()

function copy(row: ChatRow): void {
  void copyText(rowText(row, useRuns.getState().views))
}

/** If something inside a row has the focus, arrows scroll instead. */
function stepOf(key: string, onRow: boolean): number {
  if (key === 'j' || (onRow && key === 'ArrowDown')) return 1
  return key === 'k' || (onRow && key === 'ArrowUp') ? -1 : 0
}

function rowElement(scroll: HTMLElement | null, key: string): HTMLElement | null {
  return scroll?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`) ?? null
}

function toggle(row: ChatRow, scroll: HTMLElement | null): void {
  rowElement(scroll, row.key)
    ?.querySelector<HTMLElement>('.chat-fold-line, .chat-chevron, .chat-fold, .chat-link')
    ?.click()
}

/** The text copied from a row: its words, diff or output. */
function rowText(row: ChatRow, views: { readonly [runId: string]: RunView }): string {
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
