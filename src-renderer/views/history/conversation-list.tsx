import { useVirtualizer } from '@tanstack/react-virtual'
import { ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import type { Conversation } from '../../../src-shared/run/conversation.ts'
import { newestFirst } from '../../stores/session/conversations.ts'
import { useWorkbench } from '../../stores/session/workbench-store.ts'
import { ConversationRow } from './conversation-row.tsx'
import styles from './conversations.module.css'
import { type ListRow, listRows } from './day-groups.ts'

const heights = { day: 30, archive: 34, conversation: 62 }

/** All conversations by day, virtualized. The arrow keys, Home and End move through the whole list. */
export function ConversationList({ conversations }: { conversations: readonly Conversation[] }) {
  const openId = useWorkbench((state) => state.conversationId)
  const [archiveOpen, setArchiveOpen] = useState(false)
  const rows = useMemo(
    () => listRows(newestFirst(conversations), Date.now(), archiveOpen),
    [conversations, archiveOpen],
  )
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => heights[rows[index]?.kind ?? 'day'],
    getItemKey: (index) => rowKey(rows[index], index),
    overscan: 12,
  })
  const { first, setEntry, onKeyDown } = useRowKeys(rows, openId, (index, id) => {
    virtual.scrollToIndex(index)
    focusSoon(scroller.current, id)
  })
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move between the buttons inside
    <div ref={scroller} className={styles.scroller} onKeyDown={onKeyDown}>
      <ul className={styles.rows} style={{ height: virtual.getTotalSize() }} aria-label="Conversations by day">
        {virtual.getVirtualItems().map((item) => {
          const row = rows[item.index]
          const style = { transform: `translateY(${item.start}px)`, height: item.size }
          return (
            <li key={item.key} className={styles.place} style={style}>
              {row?.kind === 'day' && <h2 className={styles.day}>{row.label}</h2>}
              {row?.kind === 'archive' && (
                <button
                  type="button"
                  className={styles.archive}
                  aria-expanded={row.open}
                  onClick={() => setArchiveOpen(!row.open)}
                >
                  <ChevronRight aria-hidden="true" />
                  Archived <span className="figure">{row.count}</span>
                </button>
              )}
              {row?.kind === 'conversation' && (
                <ConversationRow
                  conversation={row.conversation}
                  open={row.conversation.id === openId}
                  first={row.conversation.id === first}
                  onFocus={() => setEntry(row.conversation.id)}
                />
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** One row is in the tab order: the last focused one, otherwise the open one, otherwise the first. */
function useRowKeys(
  rows: readonly ListRow[],
  openId: string | null,
  show: (index: number, id: string) => void,
): { first: string | undefined; setEntry: (id: string) => void; onKeyDown: (event: KeyboardEvent) => void } {
  const [entry, setEntry] = useState<string | null>(null)
  const ids = rows.flatMap((row) => (row.kind === 'conversation' ? [row.conversation.id] : []))
  const first = [entry, openId].find((each): each is string => each !== null && ids.includes(each)) ?? ids[0]
  const onKeyDown = (event: KeyboardEvent) => {
    const target = nextOf(ids, first, event.key)
    if (target === undefined || event.altKey || event.target instanceof HTMLInputElement) return
    event.preventDefault()
    setEntry(target)
    show(
      rows.findIndex((row) => row.kind === 'conversation' && row.conversation.id === target),
      target,
    )
  }
  return { first, setEntry, onKeyDown }
}

function rowKey(row: ListRow | undefined, index: number): string {
  if (row === undefined) return String(index)
  if (row.kind === 'archive') return 'archive'
  return row.kind === 'day' ? `day-${row.label}` : row.conversation.id
}

function nextOf(ids: readonly string[], from: string | undefined, key: string): string | undefined {
  const at = from === undefined ? -1 : ids.indexOf(from)
  if (key === 'ArrowDown') return ids[Math.min(at + 1, ids.length - 1)]
  if (key === 'ArrowUp') return ids[Math.max(at - 1, 0)]
  if (key === 'Home') return ids[0]
  if (key === 'End') return ids.at(-1)
  return undefined
}

/** A distant row is rendered only after the list has scrolled to it. */
function focusSoon(scroller: HTMLElement | null, id: string, tries = 10): void {
  const row = scroller?.querySelector<HTMLElement>(`[data-conversation="${CSS.escape(id)}"]`)
  if (row) row.focus()
  else if (tries > 0) requestAnimationFrame(() => focusSoon(scroller, id, tries - 1))
}
