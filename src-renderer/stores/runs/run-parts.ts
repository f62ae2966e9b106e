import { create } from 'zustand'
import type { RunItem } from '../../../src-shared/run/event.ts'
import { emptyRunView, foldItems } from '../../../src-shared/run/view/fold.ts'
import type { RunView, Span } from '../../../src-shared/run/view/run-view.ts'
import { ask } from '../../host/host.ts'

/**
 * Parts of long runs that the user looks at before the whole run is loaded. They are read first while the rest waits
 * (`untilPartsRead`), and are discarded when the rest is complete.
 */
export interface RunPart {
  /** ms since the run's start: what started in this interval is loaded. */
  readonly fromMs: number
  readonly toMs: number
  /** The fold of the part's events alone. Spans that started earlier are not included. */
  readonly view: RunView
}
export const useRunParts = create<{ readonly [runId: string]: readonly RunPart[] }>(() => ({}))
const noParts: readonly RunPart[] = []
export const partsOf = (runId: string): readonly RunPart[] => useRunParts.getState()[runId] ?? noParts

const maxParts = 8
/** Maximum number of events in a part; the bars of more would be too narrow to distinguish. */
const maxEvents = 10_000
const pageSize = 500

export interface PartRequest {
  readonly runId: string
  /** The last event that is loaded in the background; later events are already loaded. */
  readonly untilSeq: number
  readonly fromMs: number
  readonly toMs: number
}

const underWay = new Map<string, Promise<unknown>>()
/** Requests that exceeded the maximum number of events. */
const tooLong = new Map<string, readonly PartRequest[]>()
const latest = new Map<string, PartRequest>()

/** Resolves when no part of this run is being read. */
export async function untilPartsRead(runId: string): Promise<void> {
  for (let part = underWay.get(runId); part !== undefined; part = underWay.get(runId)) await part
}

export function forgetParts(runId: string): void {
  tooLong.delete(runId)
  latest.delete(runId)
  const { [runId]: gone, ...others } = useRunParts.getState()
  if (gone !== undefined) useRunParts.setState(others, true)
}

/** Reads a part unless it is loaded. Of the requests made meanwhile only the last one is executed. */
export async function lookAtPart(request: PartRequest): Promise<void> {
  latest.set(request.runId, request)
  await untilPartsRead(request.runId)
  if (latest.get(request.runId) === request) await readPart(request)
}

/** Returns a part, loaded or read from the host; null if it is too long or can't be read. */
export async function readPart(request: PartRequest): Promise<RunPart | null> {
  const { runId, fromMs, toMs } = request
  const known = partsOf(runId).find((part) => part.fromMs <= fromMs && part.toMs >= toMs)
  if (known !== undefined) return known
  const longer = tooLong.get(runId) ?? []
  if (longer.some((other) => other.fromMs >= fromMs && other.toMs <= toMs)) return null
  const reading = viewOfPart(request)
  const settled = reading.then(doNothing, doNothing)
  underWay.set(runId, settled)
  try {
    const view = await reading
    if (view === null) {
      tooLong.set(runId, [...longer.slice(-maxParts), request])
      return null
    }
    const part = { fromMs, toMs, view }
    useRunParts.setState({ [runId]: [...partsOf(runId).slice(1 - maxParts), part] })
    return part
  } catch {
    // The next look requests it again, and the whole run is loaded anyway.
    return null
  } finally {
    if (underWay.get(runId) === settled) underWay.delete(runId)
  }
}
const doNothing = () => undefined

/** Reads it page by page, so that neither the host nor the window is blocked. Null if it is too long. */
async function viewOfPart({ runId, untilSeq, fromMs, toMs }: PartRequest): Promise<RunView | null> {
  const { afterSeq, through } = await ask('run-part', { runId, fromMs, toMs })
  const last = Math.min(through, untilSeq)
  if (last - afterSeq > maxEvents) return null
  let view = emptyRunView()
  for (let at = afterSeq; at < last; at += pageSize) {
    const page = await ask('run-page', { runId, afterSeq: at, most: Math.min(pageSize, last - at) })
    view = foldItems(
      view,
      page.events.map((event): RunItem => ({ kind: 'event', event })),
    )
  }
  return view
}

/** A span of a loaded part. */
export function spanInParts(parts: readonly RunPart[] | undefined, path: string): Span | null {
  for (const { view } of parts ?? noParts) {
    const span = view.spans[view.at.get(path) ?? -1]
    if (span !== undefined) return span
  }
  return null
}

/** The fold that contains a span: of the run, or of a loaded part of it. */
export function foldWith(runId: string, view: RunView, { path }: Span): RunView {
  return view.at.has(path) ? view : (partsOf(runId).find((part) => part.view.at.has(path))?.view ?? view)
}
