import { assertNever } from '../../base/assert-never.ts'
import { plural } from '../../base/format.ts'
import type { EventOf, RunEvent, StoredEvent } from '../event.ts'
import { addToTotals } from '../totals.ts'
import { applyGroupEvent } from './group.ts'
import { applyModelEvent } from './model.ts'
import { closeOpen, unmarkInterrupted } from './open.ts'
import { groupAt, laneOf } from './paths.ts'
import { applyPauseEvent } from './pause.ts'
import { type FoldState, putSpan, setHead, spanAt } from './state.ts'
import { applyStepEvent } from './step.ts'
import { applyToolEvent } from './tool.ts'

/** Folds one event. Order is by `seq` alone: what has been seen is not seen again. */
export function applyEvent(state: FoldState, event: StoredEvent): void {
  if (event.seq <= state.head.lastSeq) return
  unmarkInterrupted(state)
  // Spans left open by a crash ended when the last event was written, not when the run was resumed.
  if (event.type === 'run-resume') closeOpen(state)
  state.eventMs = Math.max(state.eventMs, event.ms)
  if (event.type === 'unknown') addUnknown(state, event)
  else applyKnown(state, event)
  if (event.cut) markCut(state, event)
  if (event.damaged) addDamage(state, event)
  // What another run did is shown, but not counted. A run's end contains its totals, which take precedence.
  const isOwn = event.seq > (state.head.forkedFrom?.copied ?? -1)
  if (isOwn) setHead(state, { totals: addToTotals(state.head.totals, event) })
  const { head } = state
  const shape = event.type === 'files' || event.type === 'files-step' ? head.shape : head.shape + 1
  setHead(state, { version: head.version + 1, shape, lastSeq: event.seq, lastMs: state.eventMs })
  if (head.status === 'running' || head.status === 'waiting') {
    setHead(state, { status: head.waiting.length > 0 ? 'waiting' : 'running' })
  }
}

function applyKnown(state: FoldState, event: RunEvent): void {
  switch (event.type) {
    case 'run-start':
      startRun(state, event)
      break
    case 'run-resume':
      setHead(state, { status: 'running', resumed: state.head.resumed + 1 })
      break
    case 'run-end':
      endRun(state, event)
      break
    case 'phase-start':
    case 'branches-start':
    case 'child-start':
    case 'phase-end':
    case 'branches-end':
    case 'child-end':
      applyGroupEvent(state, event)
      break
    case 'model-start':
    case 'model-retry':
    case 'model-try-now':
    case 'model-end':
      applyModelEvent(state, event)
      break
    case 'tool-start':
    case 'approval-ask':
    case 'approval-answer':
    case 'tool-begin':
    case 'tool-end':
      applyToolEvent(state, event)
      break
    case 'step-start':
    case 'step-end':
      applyStepEvent(state, event)
      break
    case 'pause-ask':
    case 'pause-answer':
      applyPauseEvent(state, event)
      break
    case 'notice':
      addNotice(state, event)
      break
    case 'files-step':
      setHead(state, { files: event.snapshot })
      break
    case 'files':
      addFiles(state, event)
      break
    default:
      assertNever(event)
  }
}

function markCut(state: FoldState, event: StoredEvent): void {
  const span = 'path' in event ? spanAt(state, event.path) : undefined
  if (span !== undefined && span.cut === undefined) putSpan(state, { ...span, cut: true })
}

function startRun(state: FoldState, event: EventOf<'run-start'>): void {
  const { strategy, strategyVersion, roles, approval, budget, task } = event
  const { goal, mode, attached } = task
  const routed = event.routed ?? null
  const forkedFrom = event.forkedFrom ?? null
  setHead(state, {
    strategy,
    strategyVersion,
    routed,
    forkedFrom,
    roles,
    approval,
    budget,
    goal,
    ...(attached !== undefined && { attached }),
    mode,
    startedAt: event.at,
  })
}

function endRun(state: FoldState, event: EventOf<'run-end'>): void {
  closeOpen(state)
  const { status, text, meta, failure, totals } = event
  setHead(state, { status, text, meta, failure, totals })
  if (failure?.kind === 'strategy-broke') addBreak(state, event.seq, failure.message)
}

/** The place where a strategy broke, with file, line and step, is also shown as a span at the run's end. */
function addBreak(state: FoldState, seq: number, text: string): void {
  const common = { path: `notice:${seq}`, parent: null, lane: laneOf('') }
  putSpan(state, { ...moment(state, seq), ...common, kind: 'notice', level: 'warning', text })
}

const moment = (state: FoldState, seq: number) =>
  ({ startMs: state.eventMs, endMs: state.eventMs, againMs: null, state: 'ok', seq }) as const

function addNotice(state: FoldState, event: EventOf<'notice'>): void {
  const { level, text, seq } = event
  const parent = groupAt(event.path, (path) => spanAt(state, path))
  const common = { path: `notice:${seq}`, parent, lane: laneOf(event.path) }
  putSpan(state, { ...moment(state, seq), ...common, kind: 'notice', level, text })
}

function addUnknown(state: FoldState, event: StoredEvent & { type: 'unknown' }): void {
  const common = { path: `unknown:${event.seq}`, parent: null, lane: '' }
  state.unknown.push(event)
  // A lost event is reported by the notice of the damage.
  if (event.raw === '') return
  putSpan(state, { ...moment(state, event.seq), ...common, kind: 'unknown', raw: event.raw })
}

/**
 * If a log is damaged, a notice says so: one for a stretch of events. What is damaged is shown all the same, since most
 * of it, or all, is as it was.
 */
function addDamage(state: FoldState, event: StoredEvent): void {
  const { seq } = event
  const { damage } = state
  const goesOn = damage !== null && damage.last === seq - 1
  const { first, path, parent } = goesOn
    ? damage
    : { first: seq, path: `damaged:${seq}`, parent: parentOf(state, event) }
  state.damage = { first, last: seq, path, parent }
  setHead(state, { damaged: state.head.damaged + 1 })
  const text = damageText(seq - first + 1)
  putSpan(state, {
    ...moment(state, first),
    path,
    parent,
    lane: laneOf(parent ?? ''),
    kind: 'notice',
    level: 'warning',
    text,
  })
}

const parentOf = (state: FoldState, event: StoredEvent): string | null =>
  'path' in event ? groupAt(event.path, (path) => spanAt(state, path)) : null

const damageText = (count: number): string =>
  `${plural(count, 'An entry of the log was', `${count} entries of the log were`)} damaged on disk here, so what is shown ` +
  'may be wrong or incomplete. Restore a backup of the data folder to repair the run.'

/** The first state before is the one the run began from; a resumed run may have looked again. */
function addFiles(state: FoldState, event: EventOf<'files'>): void {
  const { head } = state
  const beside = event.beside?.map(({ path }) => path) ?? []
  const notCovered = [...new Set([...head.notCovered, ...event.notCovered, ...beside])]
  if (event.when === 'before') setHead(state, { before: head.before ?? event.snapshot, notCovered })
  else setHead(state, { after: event.snapshot, notCovered })
  setHead(state, { files: event.snapshot })
}
