import { z } from 'zod'
import { argumentsOf } from '../../../src-shared/run/tool-subject.ts'
import type { ToolSpan } from '../../../src-shared/run/view/run-view.ts'
import type { StrategyChoice, StrategyInfo } from '../../../src-shared/strategy/strategy-info.ts'

/** Results submitted with `submit_plan`, `submit_evaluation` and `submit_verdict`, read from the recorded call. */
export interface PlanStep {
  readonly goal: string
  /** How to tell that the step is done; may be empty. */
  readonly done: string
}
export interface Evaluation {
  /** 0 to 1. */
  readonly score: number
  readonly reasoning: string
}
export interface Verdict {
  readonly approved: boolean
  /** What must be fixed, each in a few words; Markdown. */
  readonly issues: readonly string[]
}

const words = z.string().trim()
const step = z.union([
  words.transform((goal) => ({ goal, done: '' })),
  z
    .object({ goal: words.optional(), title: words.optional(), step: words.optional(), description: words.optional() })
    .and(
      z.object({
        done: words.optional(),
        doneWhen: words.optional(),
        done_when: words.optional(),
        check: words.optional(),
      }),
    )
    .transform((read) => ({
      goal: read.goal ?? read.title ?? read.step ?? read.description ?? '',
      done: read.doneWhen ?? read.done_when ?? read.done ?? read.check ?? '',
    })),
])
const plan = z.object({ steps: z.array(step) })
const evaluation = z.object({ score: z.number().min(0).max(1), reasoning: z.string().default('') })
const verdict = z.object({ approved: z.boolean(), issues: z.array(words).default([]) })

/** The plan's steps; null if the call contains no readable ones. */
export function planOf(span: ToolSpan): readonly PlanStep[] | null {
  if (span.call.tool !== 'submit_plan') return null
  const read = plan.safeParse(span.result?.data ?? null)
  if (read.success) return read.data.steps
  const parsed = plan.safeParse(argumentsOf(span.call))
  return parsed.success ? parsed.data.steps : null
}

export function evaluationOf(span: ToolSpan): Evaluation | null {
  if (span.call.tool !== 'submit_evaluation') return null
  const read = evaluation.safeParse(span.result?.data ?? null)
  if (read.success) return read.data
  const parsed = evaluation.safeParse(argumentsOf(span.call))
  return parsed.success ? parsed.data : null
}

export function verdictOf(span: ToolSpan): Verdict | null {
  if (span.call.tool !== 'submit_verdict') return null
  const read = verdict.safeParse(span.result?.data ?? null)
  if (read.success) return read.data
  const parsed = verdict.safeParse(argumentsOf(span.call))
  return parsed.success ? parsed.data : null
}

const withDefault = z.object({ properties: z.object({ threshold: z.object({ default: z.number() }) }) })

/** The score to reach: from the options of the strategy or of one that it wraps, otherwise the default. */
export function thresholdOf(choice: StrategyChoice | null, known: readonly StrategyInfo[] = []): number | null {
  if (choice === null) return null
  const threshold = choice.options['threshold']
  if (typeof threshold === 'number') return threshold
  const schema = withDefault.safeParse(known.find((info) => info.name === choice.name)?.optionsSchema)
  return schema.success ? schema.data.properties.threshold.default : thresholdOf(choice.inner ?? null, known)
}
