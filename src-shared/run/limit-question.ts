/**
 * The question that a reached limit ends in: allow more, wrap up, or stop. One definition for the agent, which asks it,
 * for the loop, which asks about its rounds, and for the window and the command line, which show it.
 */
import { assertNever } from '../base/assert-never.ts'
import { counted, formatCost, formatDuration, formatNumber } from '../base/format.ts'
import type { LimitAsk, Question } from '../model/question.ts'
import { type LimitedThing, limitedThings } from './budget-text.ts'

/** `rounds` is a limit of a loop (its option `maxTurns`), the others are a run's. */
export type AskedLimit = LimitedThing | 'rounds'

export const wrapUpAnswer = 'Wrap up'
export const stopAnswer = 'Stop'

/** What the user wants at a limit. `by`: in units of the limit. */
export type LimitDecision =
  | { readonly kind: 'more'; readonly by: number }
  | { readonly kind: 'wrap-up' }
  | { readonly kind: 'stop' }

/** The first option is what happens if nobody can be asked. @param used in units of the limit */
export function limitQuestion(name: AskedLimit, used: number, limit: number, more: number): Question {
  return {
    question: `The run has used ${amountText(name, used)} of its limit of ${amountText(name, limit)}. Allow more?`,
    options: [wrapUpAnswer, stopAnswer, moreAnswer(name, more)],
    freeText: true,
    limit: { name, used, limit, more },
  }
}

/**
 * How much more is suggested: a third of the limit, in one figure (`1` for 3 dollars), and at least what lets the run
 * continue. @param soft the part of a limit at which the question is asked
 */
export function suggestedMore(name: AskedLimit, used: number, limit: number, soft: number): number {
  const needed = used / soft - limit
  const wanted = Math.max(limit / 3, needed * 1.5)
  const unit = unitOf(name)
  const figure = 10 ** Math.floor(Math.log10(wanted / unit))
  const rounded = Math.ceil(wanted / unit / figure - 1e-9) * figure
  return (name === 'cost' ? Number(rounded.toPrecision(3)) : Math.max(1, Math.ceil(rounded))) * unit
}

/** The answer that allows so much more. @param by in units of the limit */
export const moreAnswer = (name: AskedLimit, by: number): string => `${amountText(name, by)} more`

/**
 * What an answer means: the first number in it is how much more is allowed (`2`, `$2 more`, `10 min more`, in the unit
 * that is shown), and an answer without a number wraps up unless it says stop.
 */
export function limitDecision({ name, more }: Pick<LimitAsk, 'name' | 'more'>, answer: string): LimitDecision {
  const known = askedLimit(name)
  if (known === null || answer === wrapUpAnswer) return { kind: 'wrap-up' }
  if (answer === moreAnswer(known, more)) return { kind: 'more', by: more }
  const typed = Number(/\d[\d,]*(\.\d+)?|\.\d+/.exec(answer)?.[0].replaceAll(',', '') ?? 'none')
  if (Number.isFinite(typed) && typed > 0) return { kind: 'more', by: typed * unitOf(known) }
  return { kind: /\bstop\b/i.test(answer) ? 'stop' : 'wrap-up' }
}

export function askedLimit(name: string): AskedLimit | null {
  return [...limitedThings, 'rounds' as const].find((each) => each === name) ?? null
}

/** The size of the unit that people read and type, in units of the limit: dollars, minutes, megabytes. */
export function unitOf(name: AskedLimit): number {
  if (name === 'wallMs') return 60_000
  return name === 'bytes' ? 1_000_000 : 1
}

/** The unit's name, for a field: `minutes`. */
export function unitText(name: AskedLimit): string {
  switch (name) {
    case 'cost':
      return 'US dollars'
    case 'wallMs':
      return 'minutes'
    case 'bytes':
      return 'megabytes'
    case 'modelCalls':
      return 'model calls'
    case 'toolCalls':
      return 'tool calls'
    case 'steps':
    case 'tokens':
    case 'rounds':
      return name
    default:
      return assertNever(name)
  }
}

function amountText(name: AskedLimit, amount: number): string {
  if (name === 'cost') return formatCost(amount)
  if (name === 'wallMs') return amount % 60_000 === 0 ? `${formatNumber(amount / 60_000)} min` : formatDuration(amount)
  if (name === 'bytes') return `${formatNumber(amount / 1_000_000)} MB`
  return counted(amount, unitText(name).slice(0, -1))
}

/**
 * The path of the question before the step at `path` (`2.0.limit`, then `2.0.limit2`), or after it. The question is no
 * step of a strategy, whose paths end in a number.
 */
export const limitPath = (path: string, place: 'before' | 'after', repeated = 0): string =>
  `${path === '' ? '' : `${path}.`}${place === 'after' ? 'end-limit' : 'limit'}${repeated === 0 ? '' : repeated + 1}`

export const isLimitPath = (path: string): boolean => /(^|\.)(end-)?limit\d*$/.test(path)
