import { z } from 'zod'
import type { RunCheckpoint } from '../../../src-shared/run/view/checkpoint.ts'
import { checkpointOf, emptyRunView, foldItems, viewFrom } from '../../../src-shared/run/view/fold.ts'
import type { RunView, Span } from '../../../src-shared/run/view/run-view.ts'
import { createOutliner, type Outliner } from '../../../src-shared/timeline/outline.ts'
import type { RunOutline } from '../../../src-shared/timeline/outline-shape.ts'
import type { Store } from '../../store/store.ts'

/** Incremented with every change of the format or of how events are folded: older ones are rebuilt. */
export const outlineFormat = 2
/**
 * An outline covers a multiple of this many events, and never the last `leastEnd`: these are the end that is opened.
 */
export const outlineEvery = 1000
export const minEnd = 500
/** Events folded per step, so that the thread is never blocked for long. */
const goOf = 100
/** When a long log is read for the first time, its state is stored after every this many events. */
const keepEvery = 50_000

/** A run up to the end of its outline. */
export interface Outlined {
  readonly checkpoint: RunCheckpoint
  readonly outline: RunOutline
}

/** How many events the outline of a log of this length covers; 0 if it is too short to have one. */
export const coveredOf = (count: number): number =>
  Math.max(0, Math.floor((count - minEnd) / outlineEvery) * outlineEvery)

export function readOutlined(store: Store, runId: string): Outlined | null {
  const outline = store.runOutlines.get(runId, outlineFormat)
  return outline === undefined ? null : parsed(outline.text)
}

const isRecord = (value: unknown) => typeof value === 'object' && value !== null
const keptText = z.object({ checkpoint: z.custom<RunCheckpoint>(isRecord), outline: z.custom<RunOutline>(isRecord) })

/** It is our own data, and rebuilt if it is damaged. */
function parsed(text: string): Outlined | null {
  try {
    const read = keptText.safeParse(JSON.parse(text))
    return read.success ? read.data : null
  } catch {
    return null
  }
}

/** Grows the outline of one run along its log. */
export interface OutlineGrowth {
  /** Folds a few of the next events; false if there is nothing left to do. */
  goOn(): boolean
}

export function growOutline(store: Store, runId: string): OutlineGrowth {
  const outline = store.runOutlines.get(runId, outlineFormat)
  const before = outline === undefined ? null : parsed(outline.text)
  const outliner: Outliner = createOutliner(before?.outline ?? null)
  let view: RunView = before === null ? emptyRunView() : viewFrom(before.checkpoint)
  let spansBefore: readonly Span[] = before?.checkpoint.spans ?? []
  let plain = before === null || outline?.plain === true
  let saved = view.lastSeq

  function take(most: number): void {
    const events = store.events.read(runId, view.lastSeq, most)
    if (events.some((event) => event.type === 'unknown')) plain = false
    const grown = foldItems(
      view,
      events.map((event) => ({ kind: 'event', event })),
    )
    outliner.add(grown, spansBefore)
    const checkpoint = checkpointOf(grown)
    spansBefore = checkpoint.spans
    view = viewFrom(checkpoint)
  }

  function keep(): void {
    const text = JSON.stringify({ checkpoint: checkpointOf(view), outline: outliner.outline() } satisfies Outlined)
    store.runOutlines.put(runId, outlineFormat, { seq: view.lastSeq, plain, text })
    saved = view.lastSeq
  }

  return {
    goOn: () => {
      const last = coveredOf(store.events.count(runId)) - 1
      const from = view.lastSeq
      if (from < last) take(Math.min(goOf, last - from))
      // A log that returns no more events is damaged: what was folded is kept.
      const isDone = view.lastSeq >= last || view.lastSeq === from
      if (view.lastSeq > saved && (isDone || view.lastSeq - saved >= keepEvery)) keep()
      return !isDone
    },
  }
}
