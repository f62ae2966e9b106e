import { holdsAgent, pathAbove } from '../run/view/paths.ts'
import type { Span } from '../run/view/run-view.ts'
import { lineNames } from './outline-groups.ts'
import type { OutlineGroup, OutlineTrack, RunOutline } from './outline-shape.ts'
import { barOf, lineOf, waitBar } from './span-bars.ts'
import type { Bar, BarKind, BarName } from './track.ts'

/** The spans of a range of a run. Times are ms since the run's start. */
export interface OutlinePart {
  readonly fromMs: number
  readonly toMs: number
  /** In the order of their starts: all that began in the range, and some that began before. */
  readonly spans: readonly Span[]
}

/**
 * Returns the outline with the blocks in a range replaced by the bars of the spans. The lines stay the same: a bar
 * without room on any of them is left out, so that nothing moves. A block that began before the range loses its
 * last bar if that one reaches into the range.
 */
export function refineOutline(outline: RunOutline, part: OutlinePart): RunOutline {
  const keys = groupKeys(outline.groups.map(({ key, prompts = [] }) => ({ key, prompted: prompts })))
  const spans = [...(outline.spans ?? [])]
  const bars = new Map<string, Bar[]>()
  const add = (key: string, bar: Bar) => {
    const isOver = bar.start < part.fromMs && bar.end <= part.fromMs
    if (isOver || bar.start >= part.toMs) return
    const known = bars.get(key)
    if (known === undefined) bars.set(key, [bar])
    else known.push(bar)
  }
  for (const span of part.spans) {
    const group = groupKey(span, keys)
    const line = lineOf(span)
    if (line !== null) add(`${line} ${group}`, barOf(span, spans.length))
    const wait = waitBar(span, spans.length)
    if (wait !== null) add(`you ${group}`, wait)
    spans.push(span)
  }
  return { ...outline, spans, groups: outline.groups.map((group) => refinedGroup(group, outline.unit, part, bars)) }
}

/** Key of the group in which a span is drawn: the innermost one around it that has its own lines. */
export function groupKey(span: Span, keys: ReadonlyMap<string, string>): string {
  for (let at = holdsAgent(span) ? span.path : pathAbove(span.path); at !== ''; at = pathAbove(at)) {
    const key = keys.get(at)
    if (key !== undefined) return key
  }
  return ''
}

/** Keys of groups by the paths of what is drawn in them: of an agent's lane, by those of all its prompts. */
export const groupKeys = (
  groups: Iterable<{ readonly key: string; readonly prompted: readonly string[] }>,
): ReadonlyMap<string, string> =>
  new Map([...groups].flatMap(({ key, prompted }) => [key, ...prompted].map((path) => [path, key] as const)))

function refinedGroup(
  group: OutlineGroup,
  unit: number,
  part: OutlinePart,
  bars: ReadonlyMap<string, Bar[]>,
): OutlineGroup {
  const lines = { ...group.lines }
  for (const line of lineNames) {
    const tracks = group.lines[line].map((track) => splitTrack(track, unit, part))
    for (const bar of (bars.get(`${line} ${group.key}`) ?? []).toSorted((one, other) => one.start - other.start)) {
      if (bar.start < part.fromMs) takeLast(tracks, bar, part)
      else putFine(tracks, bar, part)
    }
    lines[line] = tracks.map(joinedTrack)
  }
  return { ...group, lines }
}

interface OutlineBar {
  readonly start: number
  readonly end: number
  readonly kind: BarKind
  readonly span: number
  readonly failed: boolean
  readonly name: BarName | undefined
}
interface SplitTrack {
  readonly before: OutlineBar[]
  /** Whether the last block before the range also contains bars that begin in it. */
  readonly mixed: boolean
  readonly within: readonly OutlineBar[]
  readonly fine: Bar[]
  /** The parts after the range of blocks that began in it. */
  readonly rest: readonly OutlineBar[]
  readonly after: readonly OutlineBar[]
}

/**
 * Splits the blocks of a line into those before, in and after the range. A block that exceeds the range keeps the part
 * after it.
 */
function splitTrack(
  { start, end, kind, span, failed, names }: OutlineTrack,
  unit: number,
  { fromMs, toMs }: OutlinePart,
): SplitTrack {
  const [bad, named] = [new Set(failed), new Map(names)]
  const before: OutlineBar[] = []
  const within: OutlineBar[] = []
  const rest: OutlineBar[] = []
  const after: OutlineBar[] = []
  for (const [slot, from] of start.entries()) {
    const to = end[slot] ?? from
    const own = { kind: kind[slot] ?? 'own', span: span?.[slot] ?? -1, failed: bad.has(slot), name: named.get(slot) }
    const bar = { ...own, start: from, end: to }
    if (from < fromMs) before.push(bar)
    else if (from >= toMs) after.push(bar)
    else {
      within.push(bar)
      if (to > toMs) rest.push({ ...bar, start: toMs })
    }
  }
  const last = before.at(-1)
  const mixed = last !== undefined && last.span < 0 && Math.floor(last.start / unit) === Math.floor(fromMs / unit)
  return { before, mixed, within, fine: [], rest, after }
}

/** Adds a bar that began before the range: the block that it was the last bar of now ends at its start. */
function takeLast(tracks: readonly SplitTrack[], bar: Bar, { toMs }: OutlinePart): void {
  let found: { readonly track: SplitTrack; readonly last: OutlineBar } | null = null
  for (const track of tracks) {
    const last = track.before.at(-1)
    if (last === undefined || track.fine.length > 0 || last.start > bar.start) continue
    const isOpen = bar.end === Number.POSITIVE_INFINITY
    const isLast = isOpen ? last.end > toMs : track.mixed ? last.end >= bar.end : last.end === bar.end
    // Of nested bands, the inner one began last.
    if (isLast && (found === null || last.start > found.last.start)) found = { track, last }
  }
  if (found === null) return
  const { track, last } = found
  track.before.pop()
  if (last.start < bar.start) track.before.push({ ...last, end: bar.start })
  track.fine.push({ ...bar, end: Math.min(bar.end, last.end) })
}

/** Adds a bar that began in the range to the first line with room, as in the timeline of all spans. */
function putFine(tracks: readonly SplitTrack[], bar: Bar, part: OutlinePart): void {
  const end = bar.end === Number.POSITIVE_INFINITY ? endInOutline(tracks, bar.start, part) : bar.end
  const room = tracks.find(({ fine, before, mixed }) => {
    const taken = fine.at(-1)?.end ?? (mixed ? undefined : before.at(-1)?.end)
    return taken === undefined || taken <= bar.start
  })
  if (room !== undefined && end !== null) room.fine.push({ ...bar, end })
}

/** The end of a bar that continues after the range: that of its block. */
function endInOutline(tracks: readonly SplitTrack[], start: number, { toMs }: OutlinePart): number | null {
  const blocks = tracks.flatMap(({ within }) => within.filter((block) => block.start <= start && block.end > toMs))
  return blocks.toSorted((one, other) => other.start - one.start)[0]?.end ?? null
}

/** Joins the parts of a line. Bars of a line never overlap: blocks are shortened for bars. */
function joinedTrack({ before, fine, rest, after }: SplitTrack): OutlineTrack {
  const [first, last] = [fine[0]?.start ?? Number.POSITIVE_INFINITY, fine.at(-1)?.end ?? Number.NEGATIVE_INFINITY]
  const bars: OutlineBar[] = [
    ...before.map((bar) => ({ ...bar, end: Math.min(bar.end, first) })),
    ...fine.map((bar) => ({ ...bar, failed: bar.state === 'failed', name: undefined })),
    ...rest.map((bar) => ({ ...bar, start: Math.max(bar.start, last) })).filter(({ start, end }) => start < end),
    ...after.map((bar) => ({ ...bar, start: Math.max(bar.start, last) })).filter(({ start, end }) => start <= end),
  ]
  return {
    start: bars.map(({ start }) => start),
    end: bars.map(({ end }) => end),
    kind: bars.map(({ kind }) => kind),
    span: bars.map(({ span }) => span),
    failed: bars.flatMap(({ failed }, slot) => (failed ? [slot] : [])),
    names: bars.flatMap(({ name }, slot) => (name === undefined ? [] : [[slot, name] as const])),
  }
}
