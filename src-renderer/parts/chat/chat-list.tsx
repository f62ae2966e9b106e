import { ArrowDown } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Run, Turn } from '../../../src-shared/run/conversation.ts'
import { focusRow, useChat } from '../../stores/session/chat-store.ts'
import { Announcer } from './announcer.tsx'
import { DockedRun } from './dock/docked-run.ts'
import { QuestionDock } from './dock/question-dock.tsx'
import { useFoldAtEnd } from './folds/use-folded.ts'
import { ChatRow } from './rows/chat-row.tsx'
import { type ChatRows, followedTurns, type ChatRow as Row, rowAt, turnOf } from './rows/chat-rows.ts'
import { InComparison } from './rows/in-comparison.ts'
import { rowKeys } from './rows/row-keys.ts'
import { useAtEnd } from './use-at-end.ts'
import { useChatRows, useFollowRuns } from './use-chat-rows.ts'
import { useReveals } from './use-reveals.ts'
import { type RowList, useRowList } from './use-row-list.ts'
import { useMovingWindow, useRowWindow } from './use-row-window.ts'

const noTurns: readonly number[] = []

interface Props {
  readonly turns: readonly { readonly turn: Turn; readonly run: Run | null }[]
  /** Whether these turns' only run is part of a comparison (`compared.ts`). */
  readonly compared?: boolean
}

/**
 * The rows of a branch. Only those near the viewport are rendered. The list stays at its end while the reader is there;
 * otherwise nothing on screen moves.
 */
export function ChatList({ turns, compared = false }: Props) {
  const all = useChatRows(turns, !compared)
  const seen = useRowWindow(all.count)
  const scroll = useRef<HTMLDivElement>(null)
  // A lane has no composer floating over its end.
  const list = useRowList(all, seen, scroll, { above: 20, below: compared ? 0 : 28 })
  useMovingWindow(seen, list)
  const asking = askingRun(turns)
  const at = useAtEnd(list, scroll, all.count, seen.to === all.count)
  const toEnd = () => seen.bringEnd(at.toEnd)
  const toRow = (index: number, align: 'start' | 'center' | 'auto') => seen.bring(index, () => at.toRow(index, align))
  useFoldAtEnd(turns.at(-1)?.run ?? null, at.atEnd)
  useFollowRuns(runsNear(turns, turnOf(all, list.first), turnOf(all, list.last)))
  useReveals(all, {
    span: (index) => toRow(index, 'center'),
    message: (index) => toRow(index, 'start'),
    end: toEnd,
  })
  const toStart = useToStart(all, () => toRow(0, 'start'))
  const onKeyDown = rowKeys(all, scroll, (index) => toRow(index, 'auto'), { toStart, toEnd, mayAsk: !compared })
  return (
    <InComparison value={compared}>
      <DockedRun value={asking?.id ?? null}>
        <div className="chat-list">
          <div
            ref={scroll}
            className="chat-scroll"
            role="feed"
            aria-label="Messages"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: the feed's keys start here.
            tabIndex={0}
            onKeyDown={onKeyDown}
          >
            <div className="chat-canvas" style={{ height: list.size }}>
              {drawnRows(all, list).map(({ row, index }) => (
                <Place
                  key={row.key}
                  row={row}
                  index={index}
                  of={all.count}
                  start={list.start(index)}
                  place={list.place}
                />
              ))}
            </div>
          </div>
          <JumpToLatest atEnd={at.atEnd} jump={toEnd} />
        </div>
      </DockedRun>
      <Announcer runId={turns.at(-1)?.run?.id ?? null} />
      {asking !== null && <QuestionDock run={asking} aboveComposer={!compared} />}
    </InComparison>
  )
}

/** Scrolls to the start, and again once earlier rows that are still loading have arrived. */
function useToStart(rows: ChatRows, go: () => void): () => void {
  const wished = useRef(false)
  const isWhole = rows.parts[0]?.earlier !== true
  useEffect(() => {
    if (!isWhole || !wished.current) return
    wished.current = false
    go()
  }, [isWhole, go])
  return () => {
    wished.current = !isWhole
    go()
  }
}

function drawnRows(rows: ChatRows, { first, last }: Pick<RowList, 'first' | 'last'>) {
  const drawn: { readonly row: Row; readonly index: number }[] = []
  for (let index = first; index <= last; index++) {
    const row = rowAt(rows, index)
    if (row !== undefined) drawn.push({ row, index })
  }
  return drawn
}

interface PlaceProps {
  readonly row: Row
  /** Index among all rows, including those that are not rendered. */
  readonly index: number
  readonly of: number
  /** px from the top of the canvas. */
  readonly start: number
  readonly place: RowList['place']
}

/** Positions a row and gives it its role in the feed. */
function Place({ row, index, of, start, place }: PlaceProps) {
  const focused = useChat((state) => state.focused === row.key)
  return (
    <article
      ref={place}
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
  if (row.kind === 'earlier') return 'Before this'
  if (row.kind === 'brief') return 'Answer'
  if (row.row.kind === 'activity') return 'Tool calls'
  if (row.row.kind !== 'block') return 'Phase'
  return blockLabels[row.row.look]
}

function runsNear(turns: Props['turns'], first: number, last: number): readonly string[] {
  const wanted = turns.length === 0 ? noTurns : followedTurns(turns.length, first, last)
  return wanted.flatMap((index) => turns[index]?.run?.id ?? [])
}

interface JumpProps {
  readonly atEnd: boolean
  readonly jump: () => void
}

/** Shown while the reader is scrolled up. */
function JumpToLatest({ atEnd, jump }: JumpProps) {
  if (atEnd) return null
  return (
    <button type="button" className="chat-jump" onClick={jump}>
      <ArrowDown size={14} aria-hidden="true" />
      Jump to latest
    </button>
  )
}

/** The run of these turns whose questions are asked below the list: the last one that waits, or the newest. */
function askingRun(turns: Props['turns']): Run | null {
  const waiting = turns.findLast(({ run }) => run?.status === 'waiting')
  return (waiting ?? turns.at(-1))?.run ?? null
}
