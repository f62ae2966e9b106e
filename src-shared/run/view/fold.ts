import type { RunItem } from '../event.ts'
import { checkpointState, type RunCheckpoint, stateFrom } from './checkpoint.ts'
import { applyEvent } from './event.ts'
import { applyLive } from './live.ts'
import { markInterrupted, unmarkInterrupted } from './open.ts'
import { type Reveal, reveal } from './reveal.ts'
import type { RunView } from './run-view.ts'
import { copyState, type FoldState, newState } from './state.ts'

// The state behind the newest view of each fold. A spent view is not in here (invariant 3 of run-view.ts).
const states = new WeakMap<RunView, FoldState>()

const show = (state: FoldState): RunView => {
  const view: RunView = { ...state.head, spans: state.spans, at: state.at, unknown: state.unknown }
  states.set(view, state)
  return view
}

/** A run of which nothing is known yet. */
export function emptyRunView(): RunView {
  return show(newState())
}

/** The view after one more item. `view` can't be used again, unless it is returned because the item changed nothing. */
export function foldItem(view: RunView, item: RunItem): RunView {
  return foldItems(view, [item])
}

/**
 * The view after more items, in their order. Events already seen (by `seq`) and live parts of steps that
 * are not open change nothing.
 * @throws Error if `view` is spent
 */
export function foldItems(view: RunView, items: readonly RunItem[]): RunView {
  return change(view, (state) => {
    for (const item of items) {
      if (item.kind === 'event') applyEvent(state, item.event)
      else applyLive(state, item.live, item.ms)
    }
  })
}

/**
 * The view of a run whose log has no end although nobody works on it (`dead`): what is open shows as
 * interrupted, until more events come or it is said to live after all.
 */
export function foldInterruption(view: RunView, dead: boolean): RunView {
  return change(view, dead ? markInterrupted : unmarkInterrupted)
}

/**
 * The view at a moment between two events, for playback: open model calls show as much of their answers as had
 * come by then. Folding on, or revealing another moment, takes the place of it.
 * @param ms since the run's start @param of what is to be seen of the open step at a path; null: nothing
 */
export function foldReveal(view: RunView, ms: number, of: (path: string) => Reveal | null): RunView {
  return change(view, (state) => reveal(state, ms, of))
}

/** A view like this one that is folded on by itself: folding onto one of the two leaves the other as it is. */
export function copyView(view: RunView): RunView {
  return show(copyState(stateOf(view)))
}

/** What it takes to fold on from here without what was before. Not of a view that is shown as interrupted. */
export function checkpointOf(view: RunView): RunCheckpoint {
  return checkpointState(stateOf(view))
}

/** The view at a checkpoint: with its head, and of its spans those that are still to change. */
export function viewFrom(checkpoint: RunCheckpoint): RunView {
  return show(stateFrom(checkpoint))
}

function stateOf(view: RunView): FoldState {
  const state = states.get(view)
  if (state === undefined) throw new Error('this run view is spent: fold onto the newest one')
  return state
}

function change(view: RunView, work: (state: FoldState) => void): RunView {
  const state = stateOf(view)
  work(state)
  if (state.head.version === view.version) return view
  states.delete(view)
  return show(state)
}
