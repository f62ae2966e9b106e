import { assertNever } from '../../base/assert-never.ts'
import type { ModelSpan, Span, ToolSpan } from '../view/run-view.ts'
import type { Attempt } from './attempt-shape.ts'
import type { Stretch } from './stretches.ts'

/** Of a step that spent no time. */
export const noAttempt: Attempt = { works: [], prepares: [], waits: [], delays: [] }

/** The last attempt of a span, or what there is of it so far. */
export function attemptOf(span: Span): Attempt {
  const end = span.endMs ?? Number.POSITIVE_INFINITY
  const { pause } = span
  const paused = pause === undefined ? [] : [{ from: pause.askedMs, to: Math.min(end, pause.answer?.ms ?? end) }]
  // A step that a pause shows has not started yet.
  if (pause !== undefined && pause.answer === null) return { ...noAttempt, waits: paused }
  const begin = span.againMs ?? pause?.answer?.ms ?? span.startMs
  const whole = { from: begin, to: Math.max(begin, end) }
  switch (span.kind) {
    case 'phase':
    case 'child':
    case 'branches':
    case 'notice':
    case 'unknown':
      return noAttempt
    case 'model':
      return { ...noAttempt, waits: paused, works: [whole], delays: delaysOf(span, whole) }
    case 'tool': {
      const done = toolAttempt(span, whole)
      return { ...done, waits: [...paused, ...done.waits] }
    }
    case 'step':
      if (span.step === 'agent-update') return { ...noAttempt, waits: paused }
      return span.step === 'ask-user'
        ? { ...noAttempt, waits: [...paused, whole] }
        : { ...noAttempt, waits: paused, works: [whole] }
    default:
      return assertNever(span)
  }
}

function delaysOf({ retries, limitedMs }: ModelSpan, { from, to }: Stretch): Stretch[] {
  const own = retries.filter(({ ms }) => ms >= from)
  const tries = own.map(({ ms, waitMs }, at) => ({ from: ms, to: Math.min(ms + waitMs, own[at + 1]?.ms ?? to, to) }))
  return limitedMs === undefined ? tries : [...tries, { from, to: Math.min(to, from + limitedMs) }]
}

function toolAttempt({ approval, begunMs }: ToolSpan, { from, to }: Stretch): Attempt {
  const begun = begunMs !== undefined && begunMs >= from ? begunMs : to
  if (approval === null || approval.askedMs < from)
    return { ...noAttempt, prepares: [{ from, to: Math.min(begun, to) }], works: [{ from: begun, to }] }
  const { askedMs, answeredMs } = approval
  const answered = answeredMs ?? to
  const waits = [{ from: askedMs, to: answered }]
  // It had begun when it asked once more.
  if (begun < askedMs) {
    const works = [
      { from: begun, to: askedMs },
      { from: answered, to },
    ]
    return { ...noAttempt, prepares: [{ from, to: begun }], waits, works }
  }
  return { ...noAttempt, prepares: [{ from, to: askedMs }], waits, works: [{ from: answered, to }] }
}
