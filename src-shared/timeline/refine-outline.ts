import { pathAbove } from '../run/view/paths.ts'
import type { Span } from '../run/view/run-view.ts'
import type { OutlineGroup, OutlineTrack, RunOutline } from './outline-shape.ts'
import { barOf, type LineName, lineOf, waitBar } from './span-bars.ts'
import type { Bar, BarKind, BarName } from './track.ts'

/** Spans of some moments of a run. Times are ms since the run's start. */
export interface OutlinePart {
  readonly fromMs: number
  readonly toMs: number
  /** In the order of their starts; all that began within these moments are among them. */
  readonly spans: readonly Span[]
}

/** Phases stand in an outline by themselves. */
const refinedLines: readonly LineName[] = ['model', 'tools', 'you', 'marks']

/**
 * An outline whose blocks within some moments are the bars of the spans themselves. It has the lines that it had: a bar
 * that has room on none of them is left out, so that nothing moves.
 */
export function refineOutline(outline: RunOutline, part: OutlinePart): RunOutline {
  const keys = new Set(outline.groups.map(({ key }) => key))
  const bars = new Map<string, Bar[]>()
  const add = (key: string, bar: Bar) => {
    if (bar.start < part.fromMs || bar.start >= part.toMs || bar.end === Number.POSITIVE_INFINITY) return
    const known = bars.get(key)
    if (known === undefined) bars.set(key, [bar])
    else known.push(bar)
  }
  for (const span of part.spans) {
    const group = groupKey(span, keys)
    const line = lineOf(span)
    if (line !== null) add(`${line} ${group}`, barOf(span, -1))
    const wait = waitBar(span, -1)
    if (wait !== null) add(`you ${group}`, wait)
  }
  return { ...outline, groups: outline.groups.map((group) => refinedGroup(group, part, bars)) }
}

/** Key of the group in which a span is drawn: the innermost one around it that has lines of its own. */
export function groupKey(span: Span, keys: ReadonlySet<string>): string {
  for (let above = pathAbove(span.path); above !== ''; above = pathAbove(above)) if (keys.has(above)) return above
  return ''
}

function refinedGroup(group: OutlineGroup, part: OutlinePart, bars: ReadonlyMap<string, Bar[]>): OutlineGroup {
  const lines = { ...group.lines }
  for (const line of refinedLines) {
    const coarse = group.lines[line].map((track) => splitTrack(track, part))
    for (const bar of (bars.get(`${line} ${group.key}`) ?? []).toSorted((one, other) => one.start - other.start)) {
      coarse.find(({ fine }) => (fine.at(-1)?.end ?? Number.NEGATIVE_INFINITY) <= bar.start)?.fine.push(bar)
    }
    lines[line] = coarse.map(joinedTrack)
  }
  return { ...group, lines }
}

interface OutlineBar {
  readonly start: number
  readonly end: number
  readonly kind: BarKind
  readonly first: number
  readonly failed: boolean
  readonly name: BarName | undefined
}
interface SplitTrack {
  readonly before: OutlineBar[]
  readonly fine: Bar[]
  readonly after: OutlineBar[]
}

/** The blocks of a line before some moments and after them. A block that goes beyond the end keeps what is beyond. */
function splitTrack(
  { start, end, kind, first, failed, names }: OutlineTrack,
  { fromMs, toMs }: OutlinePart,
): SplitTrack {
  const [bad, named] = [new Set(failed), new Map(names)]
  const before: OutlineBar[] = []
  const after: OutlineBar[] = []
  for (const [slot, from] of start.entries()) {
    const to = end[slot] ?? from
    const own = { kind: kind[slot] ?? 'own', first: first?.[slot] ?? Number.NaN } as const
    const bar = { ...own, start: from, end: to, failed: bad.has(slot), name: named.get(slot) }
    if (from < fromMs) before.push(bar)
    else if (from >= toMs) after.push(bar)
    else if (to > toMs) after.push({ ...bar, start: toMs })
  }
  return { before, fine: [], after }
}

/** One line again. Bars of a line never overlap: blocks give way to bars. */
function joinedTrack({ before, fine, after }: SplitTrack): OutlineTrack {
  const [first, last] = [fine[0]?.start ?? Number.POSITIVE_INFINITY, fine.at(-1)?.end ?? Number.NEGATIVE_INFINITY]
  const bars: OutlineBar[] = [
    ...before.map((bar) => ({ ...bar, end: Math.min(bar.end, first) })),
    ...fine.map((bar) => ({ ...bar, failed: bar.state === 'failed', name: undefined })),
    ...after.map((bar) => ({ ...bar, start: Math.max(bar.start, last) })).filter(({ start, end }) => start <= end),
  ]
  return {
    start: bars.map(({ start }) => start),
    end: bars.map(({ end }) => end),
    kind: bars.map(({ kind }) => kind),
    first: bars.map(({ first: token }) => token),
    failed: bars.flatMap(({ failed }, slot) => (failed ? [slot] : [])),
    names: bars.flatMap(({ name }, slot) => (name === undefined ? [] : [[slot, name] as const])),
  }
}
