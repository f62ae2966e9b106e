import { type ChatRows, chatRows, rowAt } from '../../../src-renderer/parts/chat/rows/chat-rows.ts'
import type { RunRow } from '../../../src-renderer/parts/chat/rows/run-layout.ts'
import { ScrolledRows } from '../../../src-renderer/parts/chat/scrolled-rows.ts'
import type { Run, Turn } from '../../../src-shared/run/conversation.ts'
import { noTotals } from '../../../src-shared/run/event.ts'

export const boxHeight = 600
const padding = { above: 20, below: 28 }

export const run: Run = {
  id: 'run',
  turnId: 'turn',
  conversationId: 'conversation',
  projectId: 'project',
  strategy: { name: 'tool-loop', options: {} },
  roles: {},
  mode: 'act',
  approval: 'ask',
  status: 'running',
  startedAt: 0,
  endedAt: null,
  durationMs: 0,
  totals: noTotals,
  text: '',
  failure: null,
  before: null,
  after: null,
  changes: null,
}
export const turn: Turn = {
  id: 'turn',
  conversationId: 'conversation',
  parentId: null,
  message: 'Do it',
  createdAt: 0,
  runs: [],
}

/** The rows of one run from step `from` to `to`. @param earlier whether rows before them are still being loaded */
export function rowsOfRun(from: number, to: number, earlier = false): ChatRows {
  const rows: RunRow[] = []
  for (let step = from; step < to; step++) rows.push({ kind: 'block', path: String(step), depth: 0, look: 'prose' })
  return chatRows([{ turn, run, rows, earlier }])
}

export interface ScrolledList {
  rows: ChatRows
  readonly list: ScrolledRows
  readonly box: { scrollTop: number }
  /** Number of writes to `scrollTop`. */
  writes(): number
  /** The tops of the visible rows by key, px below the top of the box. */
  inSight(): ReadonlyMap<string, number>
  /** Scrolls by `px` like a user, and renders the frame. */
  scroll(px: number): void
  /** Renders until nothing changes, as a browser does before it paints a frame. */
  draw(): void
  wait(ms: number): void
  /** Like `wait`, but without rendering. */
  pass(ms: number): void
}

/** Simulates a browser's layout of the list. @param heightOf the height of each row after rendering, px */
export function scrolledList(rows: ChatRows, heightOf: (key: string) => number): ScrolledList {
  let [canvas, top, written, clock] = [0, 0, 0, 1000]
  const clamp = (px: number) => Math.max(0, Math.min(Math.round(px), Math.floor(canvas - boxHeight)))
  const box = {
    clientHeight: boxHeight,
    get scrollTop() {
      return top
    },
    set scrollTop(px: number) {
      written += 1
      top = clamp(px)
    },
  }
  const list = new ScrolledRows(padding, () => clock)
  list.attach(box)
  const drawnRows = () => {
    const { first, last } = list.range()
    return Array.from({ length: last - first + 1 }, (_, at) => first + at).flatMap((index) => {
      const row = rowAt(made.rows, index)
      return row === undefined ? [] : [{ key: row.key, index, height: heightOf(row.key), start: list.start(index) }]
    })
  }
  const draw = () => {
    for (let go = 0; go < 50; go++) {
      list.show(made.rows, 0, made.rows.count)
      canvas = list.size
      top = clamp(top)
      if (!list.measure(drawnRows()) && !list.commit()) return
    }
    throw new Error('it is drawn again and again')
  }
  const made: ScrolledList = {
    rows,
    list,
    box,
    writes: () => written,
    inSight: () => {
      const seen = drawnRows().filter(({ start, height }) => start + height > top && start < top + boxHeight)
      return new Map(seen.map(({ key, start }) => [key, start - top]))
    },
    scroll: (px) => {
      top = clamp(top + px)
      list.scrolled()
      draw()
    },
    draw,
    pass: (ms) => {
      clock += ms
    },
    wait: (ms) => {
      clock += ms
      if (list.rest()) draw()
    },
  }
  draw()
  return made
}
