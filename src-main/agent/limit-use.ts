import type { LimitAsk } from '../../src-shared/model/question.ts'
import { question } from '../../src-shared/model/question.ts'
import { type LimitedThing, limitedThings } from '../../src-shared/run/budget-text.ts'
import type { StoredEvent } from '../../src-shared/run/event.ts'
import { isLimitPath, limitDecision } from '../../src-shared/run/limit-question.ts'

/**
 * What users have decided at the limits of a run, read from its log as it grows: so a run that is resumed after a crash
 * has the limits that it had.
 */
export interface LimitUse {
  /** By how much each limit was raised. */
  readonly raised: { readonly [L in LimitedThing]: number }
  /** Whether the user wants the run to wrap up. */
  readonly wrapsUp: boolean
  /** Model calls and all steps since then. */
  readonly calls: number
  readonly steps: number
}

export interface LimitUseCount {
  readonly use: LimitUse
  count(event: StoredEvent): void
}

export function countLimitUse(): LimitUseCount {
  let use: LimitUse = { raised: none, wrapsUp: false, calls: 0, steps: 0 }
  const asked = new Map<string, LimitAsk>()
  const decide = (limit: LimitAsk, answer: string) => {
    const decision = limitDecision(limit, answer)
    const name = limitedThings.find((each) => each === limit.name)
    if (decision.kind === 'wrap-up') use = { ...use, wrapsUp: true }
    if (decision.kind !== 'more' || name === undefined) return
    use = { ...use, raised: { ...use.raised, [name]: use.raised[name] + decision.by } }
  }
  return {
    get use() {
      return use
    },
    count(event) {
      if (use.wrapsUp && event.type.endsWith('-start')) {
        use = { ...use, steps: use.steps + 1, calls: use.calls + (event.type === 'model-start' ? 1 : 0) }
      }
      // Only the agent's own questions count: a strategy can't raise its limits by asking about something else.
      if (!('path' in event) || !isLimitPath(event.path)) return
      if (event.type === 'step-start') {
        const limit = limitIn(event.ask)
        if (event.step === 'ask-user' && limit !== null) asked.set(event.path, limit)
      }
      if (event.type !== 'step-end' || event.step !== 'ask-user' || !event.outcome.ok) return
      const limit = asked.get(event.path)
      if (limit !== undefined && typeof event.outcome.value === 'string') decide(limit, event.outcome.value)
      asked.delete(event.path)
    },
  }
}

const none = { steps: 0, modelCalls: 0, toolCalls: 0, tokens: 0, cost: 0, bytes: 0, wallMs: 0 }

/** The limit that a question in the log is about, or null. */
export function limitIn(ask: unknown): LimitAsk | null {
  if (typeof ask !== 'object' || ask === null || !('question' in ask)) return null
  return question.safeParse(ask.question).data?.limit ?? null
}

/** What is left for wrapping up after a limit is reached: enough for strategies that end with several calls. */
export const wrapUpAllowance = { calls: 8, steps: 100, wallMs: 5 * 60_000 } as const

/** The questions at limits of one process's part of a run (at-limit.ts). */
export interface LimitQuestions {
  /** The answer that is waited for; null if it was not given. */
  open: Promise<string | null> | null
  /** Questions that were asked while a step was under way. */
  asked: number
}
export const noLimitQuestions = (): LimitQuestions => ({ open: null, asked: 0 })
