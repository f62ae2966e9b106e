import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import type { Run, Turn } from '../../../src-shared/conversation.ts'
import { useSelection } from '../../stores/selection-store.ts'
import { Announcer } from './announcer.tsx'
import { ChatRow } from './chat-row.tsx'
import { followedTurns, type ChatRow as Row } from './chat-rows.ts'
import { focusRow, useChat } from './chat-store.ts'
import { Compared } from './compared.ts'
import { JumpToLatest } from './jump-to-latest.tsx'
import { rowKeys } from './row-keys.ts'
import { useAtEnd } from './use-at-end.ts'
import { useChatRows, useFollowRuns } from './use-chat-rows.ts'

const guesses = { message: 58, run: 44, brief: 160, ending: 44 } as const
const noTurns: readonly number[] = []

interface Props {
  readonly turns: readonly { readonly turn: Turn; readonly run: Run | null }[]
  /** The one run of these turns is compared with others (`compared.ts`). */
  readonly compared?: boolean
}

/**
 * The rows of a branch, of which only those near the screen are drawn. It stays at the end while the reader
 * is there, and nowhere else moves under their eyes.
 */
export function ChatList({ turns, compared = false }: Props) {
  const rows = useChatRows(turns)
  const scroll = useRef<HTMLDivElement>(null)
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: (index) => guesses[rows[index]?.kind ?? 'run'],
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 8,
    paddingStart: 20,
    // Below a lane no composer floats.
    paddingEnd: compared ? 0 : 28,
    anchorTo: 'end',
    scrollEndThreshold: 24,
  })
  const items = list.getVirtualItems()
  const { atEnd, toEnd, toRow } = useAtEnd(list, scroll, rows.length)
  useFollowRuns(runsNear(turns, rows, items[0]?.index ?? 0, items.at(-1)?.index ?? 0))
  useReveal(rows, (index) => toRow(index, 'center'))
  useRevealMessage(rows, (index) => toRow(index, 'start'))
  useRevealEnd(toEnd)
  const onKeyDown = rowKeys(rows, scroll, (index) => toRow(index, 'auto'), {
    toStart: () => toRow(0, 'start'),
    toEnd,
    mayAsk: !compared,
  })
  return (
    <Compared value={compared}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the feed's keys start here. */}
      <div ref={scroll} className="chat-scroll" role="feed" aria-label="Messages" tabIndex={0} onKeyDown={onKeyDown}>
        <div className="chat-canvas" style={{ height: list.getTotalSize() }}>
          {items.map(({ index, key, start }) => {
            const row = rows[index]
            return (
              row && (
                <Place key={key} row={row} index={index} of={rows.length} start={start} measure={list.measureElement} />
              )
            )
          })}
        </div>
      </div>
      <Announcer runId={turns.at(-1)?.run?.id ?? null} />
      <JumpToLatest runId={turns.at(-1)?.run?.id ?? null} atEnd={atEnd} jump={toEnd} />
    </Compared>
  )
}

interface PlaceProps {
  readonly row: Row
  readonly index: number
  readonly of: number
  /** px from the top of the canvas. */
  readonly start: number
  readonly measure: (element: Element | null) => void
}

/** Where a row stands, and its part in the feed. */
function Place({ row, index, of, start, measure }: PlaceProps) {
  const focused = useChat((state) => state.focused === row.key)
  return (
    <article
      ref={measure}
      data-index={index}
      data-key={row.key}
      className={`chat-row ${row.kind === 'run' && row.close ? 'close' : ''}`}
      style={{ transform: `translateY(${start}px)` }}
      aria-posinset={index + 1}
      aria-setsize={of}
      aria-label={labelOf(row)}
      tabIndex={focused ? 0 : -1}
      onFocus={(event) => {
        if (event.target === event.currentTarget) focusRow(row.key)
      }}
    >
      <ChatRow row={row} />
    </article>
  )
}

const blockLabels = { card: 'Tool call', prose: 'Answer', line: 'Note' } as const

function labelOf(row: Row): string {
  if (row.kind === 'message') return 'Your message'
  if (row.kind === 'ending') return 'End of the run'
  if (row.kind === 'brief') return 'Answer'
  if (row.row.kind !== 'block') return 'Phase'
  return blockLabels[row.row.look]
}

function runsNear(turns: Props['turns'], rows: readonly Row[], first: number, last: number): readonly string[] {
  const turnOf = (index: number) => {
    const row = rows[index]
    if (row === undefined) return -1
    return turns.findIndex(({ turn, run }) => ('turn' in row ? row.turn.id === turn.id : row.run.id === run?.id))
  }
  const wanted = turns.length === 0 ? noTurns : followedTurns(turns.length, turnOf(first), turnOf(last))
  return wanted.flatMap((index) => turns[index]?.run?.id ?? [])
}

/** Brings a span into sight that was selected elsewhere. */
function useReveal(rows: readonly Row[], show: (index: number) => void): void {
  const reveal = useSelection((state) => state.reveal)
  const done = useRef<unknown>(null)
  useEffect(() => {
    if (reveal === null || reveal.where !== 'chat' || done.current === reveal) return
    const index = rows.findIndex(
      (row) => row.kind === 'run' && row.run.id === reveal.span.runId && row.row.path === reveal.span.path,
    )
    if (index === -1) return
    done.current = reveal
    show(index)
  }, [reveal, rows, show])
}

/** Brings a message into sight that was chosen elsewhere. */
function useRevealMessage(rows: readonly Row[], show: (index: number) => void): void {
  const reveal = useChat((state) => state.reveal)
  const done = useRef<unknown>(useChat.getState().reveal)
  useEffect(() => {
    if (reveal === null || done.current === reveal) return
    const index = rows.findIndex((row) => row.kind === 'message' && row.turn.id === reveal.turnId)
    if (index === -1) return
    done.current = reveal
    show(index)
  }, [reveal, rows, show])
}

function useRevealEnd(show: () => void): void {
  const wishes = useChat((state) => state.toEnd)
  const met = useRef(wishes)
  useEffect(() => {
    if (met.current === wishes) return
    met.current = wishes
    show()
  }, [wishes, show])
}
