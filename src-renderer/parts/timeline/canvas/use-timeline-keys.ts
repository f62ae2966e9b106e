import type { KeyboardEvent } from 'react'
import type { RunView } from '../../../../src-shared/run/view/run-view.ts'
import { select, useSelection } from '../../../stores/session/selection-store.ts'
import { nextFound } from '../model/neighbors.ts'
import type { TimelineCanvas } from './timeline-canvas.ts'

interface Setting {
  readonly canvas: TimelineCanvas | null
  readonly runId: string
  readonly view: RunView
  readonly live: boolean
  readonly find: () => void
}

/** Distance that one key press moves, px, and the zoom factor of one press. */
const stride = 120
const nearer = 0.8

/** Handles the timeline's keys wherever the focus is in it, except in text fields. */
export function useTimelineKeys(setting: Setting) {
  const { canvas, find } = setting
  const go = (index: number | null) => {
    const span = index === null ? undefined : setting.view.spans[index]
    if (span === undefined || index === null) return
    select({ runId: setting.runId, path: span.path }, 'timeline')
    canvas?.reveal(index)
  }
  const step = (by: 1 | -1) => go(canvas?.neighbor(selectedIndex(setting), by) ?? null)
  const stepFound = (by: 1 | -1, found: readonly number[]) => go(nextFound(found, selectedIndex(setting), by))
  const keys: { readonly [key: string]: () => void } = {
    w: () => canvas?.zoom(nearer),
    '+': () => canvas?.zoom(nearer),
    '=': () => canvas?.zoom(nearer),
    s: () => canvas?.zoom(1 / nearer),
    '-': () => canvas?.zoom(1 / nearer),
    a: () => canvas?.pan(-stride),
    d: () => canvas?.pan(stride),
    arrowleft: () => canvas?.pan(-stride),
    arrowright: () => canvas?.pan(stride),
    arrowup: () => canvas?.zoom(nearer),
    arrowdown: () => canvas?.zoom(1 / nearer),
    '[': () => step(-1),
    ']': () => step(1),
    '/': find,
    '0': () => canvas?.fit(),
    f: () => (setting.live ? canvas?.follow() : canvas?.fit()),
    end: () => (setting.live ? canvas?.follow() : canvas?.fit()),
    escape: () => (canvas?.state.getState().range ? canvas.setRange(null) : select(null)),
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || ownsKeys(event.target, event.key)) return
    const act = keys[event.key.toLowerCase()]
    if (act === undefined || (event.key === 'Escape' && !hasSomething(setting))) return
    event.preventDefault()
    // The window's shortcuts (Escape stops a run) must not handle this key as well.
    event.stopPropagation()
    act()
  }
  return { onKeyDown, stepFound, step }
}

/** Text fields need all keys; lists and menus need the arrows. */
function ownsKeys(target: EventTarget, key: string): boolean {
  if (!(target instanceof HTMLElement)) return true
  if (target.matches('input, textarea, select, [role="combobox"]')) return true
  return target.closest('[data-own-arrows]') !== null && key.startsWith('Arrow')
}

function selectedIndex({ runId, view }: Setting): number | null {
  const { selected } = useSelection.getState()
  return selected?.runId === runId ? (view.at.get(selected.path) ?? null) : null
}

const hasSomething = (setting: Setting) =>
  setting.canvas?.state.getState().range != null || selectedIndex(setting) !== null
