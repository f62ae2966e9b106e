import type { RunView } from '../../src-shared/run/view/run-view.ts'
import { ownTime, type TimeMap } from './time-map.ts'

/**
 * A phase of the main line: its name, its number among phases of that name, and its start, ms since the run's start.
 */
interface Mark {
  readonly key: string
  readonly ms: number
}

/**
 * Creates a shared axis for several runs on which phases of the same name begin at the same place, the second `execute`
 * with the second and so on. Time has the same scale everywhere; a faster run has a blank before its next phase. Phases
 * that not all runs have, or that come in a different order, are not aligned.
 */
export function alignedTimes(views: readonly RunView[]): readonly TimeMap[] {
  const marks = views.map(marksOf)
  const shared = sharedKeys(marks)
  if (shared.length === 0) return views.map(() => ownTime)
  const times = marks.map((each) => {
    const at = new Map(each.map((mark) => [mark.key, mark.ms]))
    return shared.map((key) => at.get(key) ?? 0)
  })
  const axis: number[] = []
  for (const index of shared.keys()) {
    const lengths = times.map((each) => (each[index] ?? 0) - (each[index - 1] ?? 0))
    axis.push((axis.at(-1) ?? 0) + Math.max(...lengths))
  }
  return times.map((each) => mapOf(each, axis))
}

/** Each phase has two knots: the end of the time before it, and its start. */
function mapOf(times: readonly number[], axis: readonly number[]): TimeMap {
  const map = { run: [0], axis: [0] }
  for (const [index, ms] of times.entries()) {
    const before = (axis[index - 1] ?? 0) + ms - (times[index - 1] ?? 0)
    map.run.push(ms, ms)
    map.axis.push(before, axis[index] ?? 0)
  }
  return map
}

function marksOf(view: RunView): Mark[] {
  const counts = new Map<string, number>()
  const marks: Mark[] = []
  for (const span of view.spans) {
    if (span.kind !== 'phase' || span.lane !== '') continue
    const count = (counts.get(span.name) ?? 0) + 1
    counts.set(span.name, count)
    marks.push({ key: `${span.name} ${count}`, ms: span.startMs })
  }
  return marks
}

/** The names that all runs have in the same order. */
function sharedKeys([first, ...others]: readonly (readonly Mark[])[]): readonly string[] {
  let shared = first?.map(({ key }) => key) ?? []
  for (const other of others)
    shared = longestShared(
      shared,
      other.map(({ key }) => key),
    )
  return shared
}

/**
 * The longest common subsequence. Keys are unique in each list, so it is the longest increasing sequence of positions.
 */
function longestShared(one: readonly string[], other: readonly string[]): string[] {
  const places = new Map(other.map((key, index) => [key, index]))
  const common = one.filter((key) => places.has(key))
  const best = common.map(() => ({ length: 1, before: -1 }))
  for (const [at, key] of common.entries()) {
    for (let earlier = 0; earlier < at; earlier++) {
      const length = (best[earlier]?.length ?? 0) + 1
      const rises = (places.get(common[earlier] ?? '') ?? 0) < (places.get(key) ?? 0)
      if (rises && length > (best[at]?.length ?? 0)) best[at] = { length, before: earlier }
    }
  }
  const found: string[] = []
  let at = best.reduce(
    (top, each, index) => (each.length > (best[top]?.length ?? 0) ? index : top),
    Math.min(0, best.length - 1),
  )
  for (; at >= 0; at = best[at]?.before ?? -1) found.unshift(common[at] ?? '')
  return found
}
