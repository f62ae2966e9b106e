import type { Json } from '../../src-shared/base/json.ts'
import { shortAsk, shortCall } from '../../src-shared/opening/short-event.ts'
import type { RunView, Span, SpanOf } from '../../src-shared/run/view/run-view.ts'

/**
 * Finds where two runs first diverge: the first step at which they request something different. Steps are compared by
 * their position in the routine, so the speed of parallel branches does not matter. A difference in nesting depth (a
 * wrapper around one of the strategies) does not count.
 */
export interface FirstDivergence {
  /** Number of equal steps before it. */
  readonly same: number
  /** The step of each run; null for a run that ended instead. */
  readonly steps: readonly [Step | null, Step | null]
}
/** The steps whose results come from outside the strategy; bookkeeping steps are left out. */
export type Step = SpanOf<'model'> | SpanOf<'tool'> | SpanOf<'step'>

/**
 * Long texts may already be shortened. Then the other one is shortened too, and the hash of the whole text tells them
 * apart.
 */
const saidBy = (ask: Json) => JSON.stringify(shortAsk(ask))

/** Null if all steps so far are equal. */
export function firstDivergence(one: RunView, other: RunView): FirstDivergence | null {
  const [a, b] = [stepsOf(one), stepsOf(other)]
  const most = Math.max(a.length, b.length)
  for (let at = 0; at < most; at++) {
    const steps = [a[at] ?? null, b[at] ?? null] as const
    if (steps[0] === null && isUnderWay(one)) return null
    if (steps[1] === null && isUnderWay(other)) return null
    if (!isSameStep(steps[0], steps[1])) return { same: at, steps }
  }
  return null
}

const isUnderWay = ({ status }: RunView) => status === 'running' || status === 'waiting'

/** The steps of a run, ordered by position. */
export function stepsOf(view: RunView): Step[] {
  const steps = view.spans.filter(isStep).map((span) => ({ span, place: placeOf(span.path) }))
  return steps.sort((a, b) => comparePlaces(a.place, b.place)).map(({ span }) => span)
}

function isStep(span: Span): span is Step {
  if (span.kind === 'model' || span.kind === 'tool') return true
  return span.kind === 'step' && (span.step === 'ask-user' || span.step === 'check' || span.step === 'restore')
}

/** `2.0/1.3` as numbers. A part in words, such as a question's `ask`, is sorted after its step. */
const placeOf = (path: string): readonly number[] =>
  path.split(/[./]/).map((part) => (/^\d+$/.test(part) ? Number(part) : -1))

function comparePlaces(a: readonly number[], b: readonly number[]): number {
  for (let at = 0; at < Math.max(a.length, b.length); at++) {
    const order = (a[at] ?? -2) - (b[at] ?? -2)
    if (order !== 0) return order
  }
  return 0
}

function isSameStep(one: Step | null, other: Step | null): boolean {
  if (one === null || other === null) return one === other
  if (one.kind === 'model') return other.kind === 'model' && one.role === other.role
  if (one.kind === 'tool') {
    return (
      other.kind === 'tool' &&
      one.call.tool === other.call.tool &&
      sameJson(shortCall(one.call).arguments, shortCall(other.call).arguments)
    )
  }
  return other.kind === 'step' && one.step === other.step && saidBy(one.ask) === saidBy(other.ask)
}

/**
 * Whether two JSON texts have the same value, whatever their key order and spacing. Texts that are not JSON are
 * compared literally.
 */
function sameJson(one: string, other: string): boolean {
  return one === other || ordered(one) === ordered(other)
}

function ordered(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), (_, value: unknown) => sorted(value))
  } catch {
    return text
  }
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}
