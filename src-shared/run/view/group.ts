import type { EventOf } from '../event.ts'
import { beginAt, type FoldState, putSpan, spanAt, stateOfFailure } from './state.ts'

type GroupStart = EventOf<'phase-start'> | EventOf<'branches-start'> | EventOf<'child-start'>
type GroupEnd = EventOf<'phase-end'> | EventOf<'branches-end'> | EventOf<'child-end'>

/** Phases, branches and child runs: the spans that hold others. */
export function applyGroupEvent(state: FoldState, event: GroupStart | GroupEnd): void {
  if (event.type === 'phase-start' || event.type === 'branches-start' || event.type === 'child-start') {
    startGroup(state, event)
  } else endGroup(state, event)
}

function startGroup(state: FoldState, event: GroupStart): void {
  const open = { state: 'running', failure: null } as const
  const begin = (kind: 'phase' | 'branches' | 'child') => ({ ...beginAt(state, event.path, event.seq, kind), ...open })
  if (event.type === 'phase-start') {
    const { name, title, index, copy } = event
    putSpan(state, {
      ...begin('phase'),
      kind: 'phase',
      name,
      title,
      index,
      ...(copy !== undefined && { inCopy: true }),
    })
  } else if (event.type === 'branches-start') {
    putSpan(state, { ...begin('branches'), kind: 'branches', count: event.count })
  } else {
    const { strategy, goal, agent } = event
    putSpan(state, { ...begin('child'), kind: 'child', strategy, goal, ...(agent !== undefined && { agent }) })
  }
}

function endGroup(state: FoldState, event: GroupEnd): void {
  const { path, failure } = event
  const span = spanAt(state, path)
  if (span?.kind !== 'phase' && span?.kind !== 'branches' && span?.kind !== 'child') return
  const ended = failure === null ? 'ok' : stateOfFailure(failure)
  putSpan(state, { ...span, endMs: state.eventMs, state: ended, failure })
}
