import type { RunView, Span } from '../view/run-view.ts'
import { attemptOf } from './attempt.ts'
import type { Attempt } from './attempt-shape.ts'
import { type WorkingTime, workingTime } from './run-time.ts'
import { lengthOf, merged, type Stretch, within, without } from './stretches.ts'
import { isUnder } from './under.ts'

/**
 * How the time of a run, and of any part of it, divides into working and waiting: the only place that says so from spans.
 *
 * 1. A part waits while something in the run waits (for the user, before the next try of a model call, or for the limits of
 *    a model) and none of its own steps works. All other time of it is work, also the moments between two steps.
 * 2. So what is waited for at the same time counts once, and work beside a wait is work. No part works longer than the
 *    whole, and no step longer than what it is in.
 * 3. A tool call that has not begun while somebody is asked stands in the queue of questions: it waits, too.
 * 4. A call or an agent with a question inside waits with it.
 */

type Timed = Pick<RunView, 'spans' | 'shape'>

interface RunWaits {
  readonly shape: number
  /** For the user. */
  readonly asks: readonly Stretch[]
  /** Those, and delays of model calls. */
  readonly all: readonly Stretch[]
  /** The questions inside a call or an agent, by its path. */
  readonly inside: ReadonlyMap<string, readonly Stretch[]>
}

/** By the growing list of spans, which is the same in all views of a run. */
const known = new WeakMap<readonly Span[], RunWaits>()

function waitsIn(view: Timed): RunWaits {
  const before = known.get(view.spans)
  if (before?.shape === view.shape) return before
  const [asks, all]: [Stretch[], Stretch[]] = [[], []]
  const inside = new Map<string, Stretch[]>()
  for (const span of view.spans) {
    for (const { waits, delays } of attemptsOf(span)) {
      asks.push(...waits)
      all.push(...waits, ...delays)
      if (waits.length === 0) continue
      for (let above = pathAbove(span.path); above !== ''; above = pathAbove(above))
        inside.set(above, [...(inside.get(above) ?? []), ...waits])
    }
  }
  const found = { shape: view.shape, asks: merged(asks), all: merged(all), inside }
  known.set(view.spans, found)
  return found
}

const attemptsOf = (span: Span): readonly Attempt[] => [...(span.earlier ?? []), attemptOf(span)]

/** When a leaf works, merged. */
function worksOf(span: Span, { asks, inside }: RunWaits): Stretch[] {
  const attempts = attemptsOf(span)
  const works = attempts.flatMap((each) => each.works)
  const prepares = attempts.flatMap((each) => each.prepares)
  const own = attempts.flatMap((each) => [...each.waits, ...each.delays])
  const idle = merged([...own, ...(inside.get(span.path) ?? [])])
  if (prepares.length === 0) return without(merged(works), idle)
  return without(merged([...works, ...without(merged(prepares), asks)]), idle)
}

/** How the time of some spans divides between two times: the leaves are all that works. */
function timeOf(view: Timed, leaves: Iterable<Span>, from: number, to: number): WorkingTime {
  const waits = waitsIn(view)
  const here = within(waits.all, from, to)
  if (here.length === 0) return workingTime(Math.max(0, to - from), 0)
  const works: Stretch[] = []
  for (const leaf of leaves) works.push(...within(worksOf(leaf, waits), from, to))
  return workingTime(Math.max(0, to - from), lengthOf(without(here, merged(works))))
}

/** Of a run, or a range of it, ms since its start. */
export const timeBetween = (view: Timed, from: number, to: number): WorkingTime =>
  workingTime(Math.max(0, to - from), lengthOf(within(idleStretches(view), from, to)))

/**
 * Of one step, or of a group with all that is in it. One that was taken up again counts from then on.
 * @param nowMs where what is under way ends
 */
export function spanTime(view: Timed & Pick<RunView, 'at'>, span: Span, nowMs: number): WorkingTime {
  const [from, to] = [span.againMs ?? span.startMs, span.endMs ?? nowMs]
  return timeOf(view, isLeaf(span) ? [span] : spansUnder(view, span), from, Math.max(from, to))
}

/** The same of what is under way, and whether it works now: else its time stands still. */
export function liveTime(
  view: Timed & Pick<RunView, 'at'>,
  span: Span,
  nowMs: number,
): WorkingTime & { readonly isWorking: boolean } {
  const now = spanTime(view, span, nowMs)
  return { ...now, isWorking: spanTime(view, span, nowMs + 1).workMs > now.workMs }
}

/** Of several steps together, such as those of one line of the chat: while any of them was under way. */
export function stepsTime(view: Timed, spans: readonly Span[], nowMs: number): WorkingTime {
  const lasts = merged(spans.map((span) => ({ from: span.againMs ?? span.startMs, to: span.endMs ?? nowMs })))
  return lasts.reduce<WorkingTime>(
    (sum, { from, to }) => {
      const part = timeOf(view, spans, from, to)
      return { workMs: sum.workMs + part.workMs, waitedMs: sum.waitedMs + part.waitedMs }
    },
    { workMs: 0, waitedMs: 0 },
  )
}

/** By the waits they were found with. */
const idle = new WeakMap<RunWaits, readonly Stretch[]>()

/** The times at which a run waits and does nothing else, in order. The last is under way if it ends at Infinity. */
export function idleStretches(view: Timed): readonly Stretch[] {
  const waits = waitsIn(view)
  if (waits.all.length === 0) return []
  const before = idle.get(waits)
  if (before !== undefined) return before
  const found = without(waits.all, merged(view.spans.flatMap((span) => worksOf(span, waits))))
  idle.set(waits, found)
  return found
}

/** What of a step is work, in order. */
export const workOf = (view: Timed, span: Span, nowMs: number): Stretch[] =>
  within(worksOf(span, waitsIn(view)), span.startMs, span.endMs ?? nowMs)

const isLeaf = ({ kind }: Span): boolean => kind === 'model' || kind === 'tool' || kind === 'step'

/** All that is in a group, in order. */
export function* spansUnder(view: Timed & Pick<RunView, 'at'>, group: Span): Generator<Span> {
  for (let index = (view.at.get(group.path) ?? 0) + 1; index < view.spans.length; index++) {
    const span = view.spans[index]
    if (span === undefined || (group.endMs !== null && span.startMs > group.endMs)) return
    if (isUnder(span.path, group.path)) yield span
  }
}

const pathAbove = (path: string): string => path.slice(0, Math.max(path.lastIndexOf('.'), path.lastIndexOf('/'), 0))
