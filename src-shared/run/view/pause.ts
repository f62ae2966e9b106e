import { assertNever } from '../../base/assert-never.ts'
import type { EventOf } from '../event.ts'
import type { PlannedStep } from '../leaf-starts.ts'
import type { ModelSpan, Pause, Span, StepSpan, ToolSpan } from './run-view.ts'
import { beginAt, type FoldState, putSpan, spanAt } from './state.ts'
import { addWaiting, removeWaiting } from './waiting.ts'

/** Whether the run waits before this step now. */
export const isPaused = (span: Span): boolean => span.endMs === null && span.pause?.answer === null

/** Pauses before steps: the span of the step is there, and waits, before the step starts. */
export function applyPauseEvent(state: FoldState, event: EventOf<'pause-ask'> | EventOf<'pause-answer'>): void {
  if (event.type === 'pause-ask') askPause(state, event)
  else answerPause(state, event)
}

function askPause(state: FoldState, { path, seq, reason, step, limits, source, noSource }: EventOf<'pause-ask'>): void {
  const kind = kinds[step.type]
  const begun = { ...beginAt(state, path, seq, kind), state: 'waiting' as const }
  const pause: Pause = {
    reason,
    step,
    limits: limits ?? null,
    source: source ?? (noSource === undefined ? null : { unknown: noSource }),
    askedMs: state.eventMs,
    seq,
    answer: null,
  }
  putSpan(state, { ...begun, ...plannedSpan(step), pause })
  addWaiting(state, path)
}

const kinds = { 'model-start': 'model', 'tool-start': 'tool', 'step-start': 'step' } as const

type Planned<S extends Span> = Omit<S, keyof ReturnType<typeof beginAt> | 'state' | 'pause' | 'cut'>

function plannedSpan(step: PlannedStep): Planned<ModelSpan> | Planned<ToolSpan> | Planned<StepSpan> {
  switch (step.type) {
    case 'model-start': {
      const { role, bound } = step
      const nothing = { firstTokenAt: null, text: '', reasoning: '', drafts: [], reply: null, retries: [], cost: null }
      return { kind: 'model', role, bound, ...nothing, failure: null }
    }
    case 'tool-start': {
      const { call, effect } = step
      const nothing = { output: '', approval: null, result: null, body: { kind: 'none' }, failure: null } as const
      return { kind: 'tool', call, effect, ...nothing }
    }
    case 'step-start':
      return { kind: 'step', step: step.step, ask: step.ask, answer: null, failure: null }
    default:
      return assertNever(step)
  }
}

function answerPause(state: FoldState, event: EventOf<'pause-answer'>): void {
  removeWaiting(state, event.path)
  const span = spanAt(state, event.path)
  if (span?.pause === undefined) return
  const { action, edit } = event
  const answer = { action, edit, ms: state.eventMs }
  putSpan(state, { ...span, state: span.endMs === null ? 'running' : span.state, pause: { ...span.pause, answer } })
}
