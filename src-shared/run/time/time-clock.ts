import { assertNever } from '../../base/assert-never.ts'
import type { StoredEvent } from '../event.ts'
import type { OpenLeaf, TimeClock, Undecided } from './clock-shape.ts'
import { isUnder } from './under.ts'

export const noClock: TimeClock = { at: 0, leaves: [], undecided: [] }

/** Of more stretches than these, the oldest are taken for work. */
const maxUndecided = 64

/**
 * Lets time pass.
 * @returns how long of it something waited and nothing worked, ms
 */
export function advance(clock: TimeClock, to: number): { readonly clock: TimeClock; readonly waitedMs: number } {
  const { at, leaves } = clock
  let { undecided } = clock
  let waitedMs = 0
  let from = at
  while (from < to) {
    const next = Math.min(to, ...leaves.flatMap(({ until }) => (until !== undefined && until > from ? [until] : [])))
    const working = leaves.filter((leaf) => isWorking(leaf, leaves, from))
    if (working.length === 0 && leaves.some((leaf) => isWaiting(leaf, from))) waitedMs += next - from
    if (working.length > 0 && working.every(({ limited }) => limited === true))
      undecided = joined(undecided, { from, to: next, paths: working.map(({ path }) => path) })
    from = next
  }
  return { clock: { at: Math.max(at, to), leaves, undecided }, waitedMs }
}

function joined(undecided: readonly Undecided[], next: Undecided): readonly Undecided[] {
  const last = undecided.at(-1)
  if (last !== undefined && last.to === next.from && last.paths.join() === next.paths.join())
    return [...undecided.slice(0, -1), { ...last, to: next.to }]
  return [...undecided, next].slice(-maxUndecided)
}

const isWaiting = ({ does, until }: OpenLeaf, at: number): boolean =>
  does === 'waits' || (until !== undefined && at < until)

function isWorking(leaf: OpenLeaf, leaves: readonly OpenLeaf[], at: number): boolean {
  if (isWaiting(leaf, at)) return false
  const asking = leaves.filter(({ does }) => does === 'waits')
  return leaf.does === 'prepares' ? asking.length === 0 : !asking.some(({ path }) => isUnder(path, leaf.path))
}

/** The clock after an event, and what the event itself says was waited. */
export function clockAfter(
  clock: TimeClock,
  event: StoredEvent,
): { readonly clock: TimeClock; readonly waitedMs: number } {
  switch (event.type) {
    case 'model-start':
      return { clock: opened(clock, { path: event.path, from: clock.at, does: 'works', limited: true }), waitedMs: 0 }
    case 'model-retry':
      return {
        clock: changed(clock, event.path, (leaf) => ({ ...leaf, until: clock.at + Math.max(0, event.waitMs) })),
        waitedMs: 0,
      }
    case 'model-try-now':
      return { clock: changed(clock, event.path, ({ until: _, ...leaf }) => leaf), waitedMs: 0 }
    case 'model-end':
      return endedCall(clock, event.path, event.waitedMs ?? 0)
    case 'tool-start':
      return { clock: opened(clock, { path: event.path, from: clock.at, does: 'prepares' }), waitedMs: 0 }
    case 'approval-ask':
      return {
        clock: changed(clock, event.path, (leaf) => ({ ...leaf, does: 'waits', from: clock.at })),
        waitedMs: 0,
      }
    case 'approval-answer':
      return {
        clock: changed(clock, event.path, (leaf) => ({ ...leaf, does: 'works' })),
        waitedMs: unseenMs(clock, event.path, event.waitedMs),
      }
    case 'tool-begin':
      return { clock: changed(clock, event.path, (leaf) => ({ ...leaf, does: 'works' })), waitedMs: 0 }
    case 'step-start': {
      if (event.step === 'agent-update') return { clock, waitedMs: 0 }
      const does = event.step === 'ask-user' ? 'waits' : 'works'
      return { clock: opened(clock, { path: event.path, from: clock.at, does }), waitedMs: 0 }
    }
    case 'pause-ask': {
      const call = event.step.type === 'tool-start' ? { call: true as const } : {}
      return { clock: opened(clock, { path: event.path, from: clock.at, does: 'waits', ...call }), waitedMs: 0 }
    }
    case 'pause-answer':
      return {
        clock: changed(clock, event.path, (leaf) => ({
          ...leaf,
          does: leaf.call === true ? 'prepares' : 'works',
          from: clock.at,
        })),
        waitedMs: unseenMs(clock, event.path, event.waitedMs),
      }
    case 'tool-end':
      return { clock: closed(clock, event.path), waitedMs: unseenMs(clock, event.path, event.unansweredMs ?? 0) }
    case 'step-end':
      return { clock: closed(clock, event.path), waitedMs: unseenMs(clock, event.path, event.durationMs) }
    case 'run-end':
    case 'run-resume':
      return { clock: { ...clock, leaves: [], undecided: [] }, waitedMs: 0 }
    case 'branches-end':
    case 'branches-start':
    case 'child-end':
    case 'child-start':
    case 'files':
    case 'files-step':
    case 'notice':
    case 'phase-end':
    case 'phase-start':
    case 'run-start':
    case 'unknown':
      return { clock, waitedMs: 0 }
    default:
      return assertNever(event)
  }
}

/**
 * What a step waited beyond what the times of the log can hold: its own figure comes from a clock that goes on while
 * nothing is written.
 */
function unseenMs({ at, leaves }: TimeClock, path: string, waitedMs: number): number {
  const leaf = leaves.find((each) => each.path === path)
  // A whole millisecond is lost where times are rounded.
  return leaf?.does !== 'waits' || waitedMs <= at - leaf.from + 1 ? 0 : waitedMs - (at - leaf.from)
}

/** The limits of a model hold a call up at its beginning. What else worked then was work all the same. */
function endedCall(clock: TimeClock, path: string, limitedMs: number) {
  const leaf = clock.leaves.find((each) => each.path === path)
  const until = (leaf?.from ?? 0) + limitedMs
  let waitedMs = 0
  const undecided = clock.undecided.flatMap((each): readonly Undecided[] => {
    if (!each.paths.includes(path)) return [each]
    const to = Math.min(each.to, until)
    // After it the call worked.
    if (to <= each.from) return []
    const paths = each.paths.filter((other) => other !== path)
    if (paths.length > 0) return [{ from: each.from, to, paths }]
    waitedMs += to - each.from
    return []
  })
  return { clock: { ...closed(clock, path), undecided }, waitedMs }
}

/** After a pause, a step counts from the answer on. */
function opened(clock: TimeClock, leaf: OpenLeaf): TimeClock {
  const before = clock.leaves.find(({ path }) => path === leaf.path)
  const others = clock.leaves.filter((each) => each !== before)
  return {
    ...clock,
    leaves: [
      ...others,
      before === undefined || before.does === 'waits' ? leaf : { ...before, ...leaf, from: before.from },
    ],
  }
}

const closed = (clock: TimeClock, path: string): TimeClock => ({
  ...clock,
  leaves: clock.leaves.filter((leaf) => leaf.path !== path),
})

const changed = (clock: TimeClock, path: string, change: (leaf: OpenLeaf) => OpenLeaf): TimeClock => ({
  ...clock,
  leaves: clock.leaves.map((leaf) => (leaf.path === path ? change(leaf) : leaf)),
})
