import type { Span } from '../../../../src-shared/run/view/run-view.ts'
import { groupKey, groupKeys } from '../../../../src-shared/timeline/refine-outline.ts'
import { type LineName, lineOf, waitOf } from '../../../../src-shared/timeline/span-bars.ts'
import { toRun } from '../../../run/time-map.ts'
import type { Outlined } from '../model/hit.ts'
import type { Layout } from '../model/layout.ts'

/** A position on a bar of an outline. */
export interface OutlinePosition {
  /** Key of its group, among the groups of the picture. */
  readonly group: string
  readonly groups: ReadonlyMap<string, string>
  readonly line: LineName
  /** ms since the run's start. */
  readonly ms: number
}

/** The same for a bar of a layout. */
export function placeOf({ root, groups, time }: Layout, { track, line, atMs }: Outlined): OutlinePosition {
  const group = [root, ...groups.values()].find((each) => each[line].includes(track)) ?? root
  return { group: group.key, groups: groupKeys(groups.values()), line, ms: toRun(time, atMs) }
}

/** The span on that line that was under way at that time, else the nearest; null if there is none. */
export function spanAtPlace(spans: readonly Span[], { group, groups, line, ms }: OutlinePosition): Span | null {
  let [best, distance]: [Span | null, number] = [null, Number.POSITIVE_INFINITY]
  for (const span of spans) {
    const time = line === 'you' ? waitOf(span) : lineOf(span) === line ? timeOf(span) : null
    if (time === null || groupKey(span, groups) !== group) continue
    const away = Math.max(time.start - ms, ms - (time.end ?? ms), 0)
    if (away < distance) [best, distance] = [span, away]
  }
  return best
}

const timeOf = ({ startMs, endMs }: Span) => ({ start: startMs, end: endMs })
