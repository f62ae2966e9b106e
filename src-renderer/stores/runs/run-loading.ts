import { create } from 'zustand'
import type { Result } from '../../../src-shared/api/host-api.ts'
import type { RunOpening } from '../../../src-shared/opening/opening.ts'
import type { RunItem, StoredEvent } from '../../../src-shared/run/event.ts'
import { emptyRunView, foldItems } from '../../../src-shared/run/view/fold.ts'
import type { RunView } from '../../../src-shared/run/view/run-view.ts'
import type { RunOutline } from '../../../src-shared/timeline/outline-shape.ts'
import { ask } from '../../host/host.ts'
import { shareTexts } from '../session/share-texts.ts'
import { painted, spareTime } from './in-slices.ts'
import { forgetParts, partsRead } from './run-parts.ts'

/**
 * Long runs on their way into the window: opened at their end, and read from their start beside it.
 *
 * 1. What has been read is folded in slices, into a view that nobody is shown until it is whole; then it takes the place
 *    of the end's. It is the fold of the log like any other (T7).
 * 2. Nothing of it is asked for before the end is painted: neither host nor window has anything else to do until then.
 *    Then pages are asked for a few ahead of what is folded, so that what waits in memory is bounded (T29).
 * 3. What somebody looks at meanwhile is read first (run-parts.ts): no page is asked for while a part is under way.
 * 4. Those who draw a run may look at the view as it grows, so as to be ready when it is there (`whileLoading`).
 */
export interface Loading {
  /** The timeline of all before the end; null where none is known. */
  readonly outline: RunOutline | null
  /** The last event before the end. */
  readonly untilSeq: number
  /** 0 to 1. */
  readonly part: number
}
export const useLoading = create<{ readonly [runId: string]: Loading }>(() => ({}))

const pageOf = 500
const ahead = 4
/** Events that are folded between two looks at the clock. */
const goOf = 50

interface Loader {
  readonly opening: RunOpening
  view: RunView
  /** What came since it was opened: the end of the log, and what happens now; and how many of these are folded. */
  readonly since: RunItem[]
  folded: number
  /** Raised where what is under way is nobody's business any more. */
  turn: number
}
const loaders = new Map<string, Loader>()
const watchers = new Map<string, Set<(view: RunView) => void>>()

/** Begins to load what is before the end, or begins anew. */
export function openAtEnd(runId: string, opening: RunOpening): void {
  stopLoading(runId)
  loaders.set(runId, { opening, view: emptyRunView(), since: [], folded: 0, turn: 0 })
  showPart(runId, opening, 0)
}

/** Keeps what came of the end for when the rest is there. */
export function keepForWhole(runId: string, items: readonly RunItem[]): void {
  const loader = loaders.get(runId)
  if (loader !== undefined) for (const item of items) loader.since.push(item)
}

/** Goes on loading where it was left. @param done has the whole, before anything else can happen to the run */
export function goOnLoading(runId: string, done: (whole: RunView) => void): void {
  const loader = loaders.get(runId)
  if (loader === undefined) return
  loader.turn += 1
  void load(runId, loader, loader.turn, done).catch(() => {
    // A connection that is lost is asked again (host.ts); what the host refuses stays as far as it came.
  })
}

export function pauseLoading(runId: string): void {
  const loader = loaders.get(runId)
  if (loader !== undefined) loader.turn += 1
}

/** Forgets what was loaded of a run. */
export function stopLoading(runId: string): void {
  pauseLoading(runId)
  if (!loaders.delete(runId)) return
  forgetParts(runId)
  const { [runId]: _, ...others } = useLoading.getState()
  useLoading.setState(others, true)
}

/** Looks at the view of a run as it grows, until the returned function is called. */
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
  await painted()
  for (;;) {
    await partsRead(runId)
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
  // More may come of the end while it is folded.
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

/** The pages of a log, some of them asked for before they are wanted: a log's numbers have no gap. */
function pagesOf(runId: string, afterSeq: number, until: number) {
  const asked: Promise<Result<'run-page'>>[] = []
  let next = afterSeq
  return {
    next: () => {
      while (asked.length < ahead && next < until) {
        const most = Math.min(pageOf, until - next)
        const page = ask('run-page', { runId, afterSeq: next, most })
        // One that fails is told of when its turn comes.
        page.catch(() => undefined)
        asked.push(page)
        next += most
      }
      return asked.shift() ?? null
    },
  }
}

const itemOf = (event: StoredEvent): RunItem => ({ kind: 'event', event })

function foldOn(runId: string, loader: Loader, items: readonly RunItem[]): void {
  loader.view = foldItems(loader.view, items)
  for (const look of watchers.get(runId) ?? []) look(loader.view)
}

/** Does work little by little in spare time; what time is left over is the next work's. */
function inSlices(isOver: () => boolean): (go: () => boolean) => Promise<void> {
  let hasTime = () => false
  return async (go) => {
    for (let more = true; more; more = go()) {
      if (!hasTime()) hasTime = await spareTime()
      if (isOver()) return
    }
  }
}
