import { create } from 'zustand'
import type { Result } from '../../../src-shared/api/host-api.ts'
import type { RunOpening } from '../../../src-shared/opening/opening.ts'
import type { RunItem, StoredEvent } from '../../../src-shared/run/event.ts'
import { emptyRunView, foldItems } from '../../../src-shared/run/view/fold.ts'
import type { RunView } from '../../../src-shared/run/view/run-view.ts'
import type { RunOutline } from '../../../src-shared/timeline/outline-shape.ts'
import { ask } from '../../host/host.ts'
import { shareTexts } from '../session/share-texts.ts'
import { untilIdle, untilPainted } from './in-slices.ts'
import { forgetParts, untilPartsRead } from './run-parts.ts'

/**
 * Loads long runs: their end is shown first, the rest is read from the start in the background.
 *
 * 1. What has been read is folded in slices, into a view that is not shown until it is complete. Then it replaces the
 *    view of the end. It is the fold of the log like any other (T7).
 * 2. Nothing is requested before the end is painted, so that host and window are free for that. Then a few pages are
 *    requested ahead of folding, so that the memory for waiting pages is bounded (T29).
 * 3. Parts that the user looks at are read first (run-parts.ts): no page is requested while a part is being read.
 * 4. Code that draws a run may read the view as it grows, to be ready when it is complete (`whileLoading`).
 */
export interface Loading {
  /** The timeline of everything before the end; null if unknown. */
  readonly outline: RunOutline | null
  /** The last event before the end. */
  readonly untilSeq: number
  /** Progress, 0 to 1. */
  readonly part: number
}
export const useLoading = create<{ readonly [runId: string]: Loading }>(() => ({}))

const pageOf = 500
const ahead = 4
/** Number of events that are folded between two checks of the clock. */
const goOf = 50

interface Loader {
  readonly opening: RunOpening
  view: RunView
  /** Items received since it was opened: the end of the log and new events; and how many of them are folded. */
  readonly since: RunItem[]
  folded: number
  /** Incremented to cancel the loading in progress. */
  turn: number
}
const loaders = new Map<string, Loader>()
const watchers = new Map<string, Set<(view: RunView) => void>>()

/** Prepares to load what is before the end, from the beginning. */
export function openAtEnd(runId: string, opening: RunOpening): void {
  stopLoading(runId)
  loaders.set(runId, { opening, view: emptyRunView(), since: [], folded: 0, turn: 0 })
  showPart(runId, opening, 0)
}

/** Stores received items until the rest is loaded. */
export function storeForWhole(runId: string, items: readonly RunItem[]): void {
  const loader = loaders.get(runId)
  if (loader !== undefined) for (const item of items) loader.since.push(item)
}

/** Continues loading from where it stopped. @param done receives the whole view before any further events of the run */
export function continueLoading(runId: string, done: (whole: RunView) => void): void {
  const loader = loaders.get(runId)
  if (loader === undefined) return
  loader.turn += 1
  void load(runId, loader, loader.turn, done).catch(() => {
    // Lost connections are retried (host.ts). If the host refuses, the run stays as far as it was loaded.
  })
}

export function pauseLoading(runId: string): void {
  const loader = loaders.get(runId)
  if (loader !== undefined) loader.turn += 1
}

/** Discards what was loaded of a run. */
export function stopLoading(runId: string): void {
  pauseLoading(runId)
  if (!loaders.delete(runId)) return
  forgetParts(runId)
  const { [runId]: _, ...others } = useLoading.getState()
  useLoading.setState(others, true)
}

/** Passes the view of a run to a callback as it grows, until the returned function is called. */
export function whileLoading(runId: string, look: (view: RunView) => void): () => void {
  const those = watchers.get(runId) ?? new Set()
  watchers.set(runId, those.add(look))
  return () => {
    those.delete(look)
    if (those.size === 0 && watchers.get(runId) === those) watchers.delete(runId)
  }
}

async function load(runId: string, loader: Loader, turn: number, done: (whole: RunView) => void): Promise<void> {
  const until = loader.opening.checkpoint.head.lastSeq
  const isOver = () => loader.turn !== turn
  const pages = pagesOf(runId, loader.view.lastSeq, until)
  const slices = inSlices(isOver)
  const share = shareTexts()
  await untilPainted()
  for (;;) {
    await untilPartsRead(runId)
    if (isOver()) return
    const coming = pages.next()
    if (coming === null) break
    const page = await coming
    if (isOver()) return
    const items = page.events.map(share).map(itemOf)
    let at = 0
    await slices(() => {
      foldOn(runId, loader, items.slice(at, at + goOf))
      at += goOf
      return at < items.length
    })
    if (isOver()) return
    const part = Math.min(1, (page.through + 1) / (until + 1))
    showPart(runId, loader.opening, part)
    if (!page.more) break
  }
  // More items may arrive while the end is folded.
  await slices(() => {
    const items = loader.since.slice(loader.folded, loader.folded + goOf)
    loader.folded += items.length
    foldOn(runId, loader, items)
    return loader.folded < loader.since.length
  })
  if (isOver()) return
  const { view } = loader
  stopLoading(runId)
  done(view)
}

function showPart(runId: string, { outline, checkpoint }: RunOpening, part: number): void {
  useLoading.setState({ [runId]: { outline, untilSeq: checkpoint.head.lastSeq, part } })
}

/** The pages of a log, some of them requested in advance: sequence numbers have no gaps. */
function pagesOf(runId: string, afterSeq: number, until: number) {
  const requests: Promise<Result<'run-page'>>[] = []
  let next = afterSeq
  return {
    next: () => {
      while (requests.length < ahead && next < until) {
        const most = Math.min(pageOf, until - next)
        const page = ask('run-page', { runId, afterSeq: next, most })
        // A failure is reported when its page is awaited.
        page.catch(() => undefined)
        requests.push(page)
        next += most
      }
      return requests.shift() ?? null
    },
  }
}

const itemOf = (event: StoredEvent): RunItem => ({ kind: 'event', event })

function foldOn(runId: string, loader: Loader, items: readonly RunItem[]): void {
  loader.view = foldItems(loader.view, items)
  for (const look of watchers.get(runId) ?? []) look(loader.view)
}

/** Runs tasks in slices in idle time; remaining time goes to the next task. */
function inSlices(isOver: () => boolean): (go: () => boolean) => Promise<void> {
  let hasTime = () => false
  return async (go) => {
    for (let more = true; more; more = go()) {
      if (!hasTime()) hasTime = await untilIdle()
      if (isOver()) return
    }
  }
}
