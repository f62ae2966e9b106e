import { z } from 'zod'
import { json, jsonObject } from '../../src-shared/base/json.ts'
import { message, toolCall } from '../../src-shared/model/message.ts'
import { question } from '../../src-shared/model/question.ts'
import { toolInfo, toolLimits, toolResult } from '../../src-shared/model/tool.ts'
import { strategyChoice } from '../../src-shared/strategy/strategy-info.ts'
import { task } from '../../src-shared/strategy/task.ts'
import type { GroupStep, Leaf, LeafKind } from '../strategy/steps.ts'
import type { ToolField } from '../strategy/strategy-tools/tool-fields.ts'
import { sizeProblem } from './limits.ts'

/** A tool of a user's strategy, as it is passed out of the isolate. */
const line = z.string().max(4000)
const size = z.number().int().min(0)
const number = z.number().nullable()
const described = { description: line, otherwise: json.optional() }

const field: z.ZodType<ToolField> = z.lazy(() =>
  z.discriminatedUnion('type', [
    z.object({ type: z.literal('text'), ...described, min: size, max: size.nullable() }),
    z.object({ type: z.literal('number'), ...described, min: number, max: number, whole: z.boolean() }),
    z.object({ type: z.literal('flag'), ...described }),
    z.object({ type: z.literal('choice'), ...described, choices: z.array(line).min(1).max(1000) }),
    z.object({ type: z.literal('list'), ...described, item: field, min: size, max: size.nullable() }),
    z.object({ type: z.literal('group'), ...described, fields }),
  ]),
)
const fields = z.record(z.string().min(1).max(100), field)

const ownToolData = z.object({
  name: z.string().regex(/^[A-Za-z_][\w-]{0,63}$/, 'letters, digits, _ and -; at most 64 characters'),
  description: line,
  fields,
})

/**
 * Every step as it is passed out of an isolate. The isolate is untrusted: a field that is not named here is
 * dropped, and an invalid one is an error in the strategy.
 */
const words = z.string().max(10_000)
const routine = z.number().int().min(0)
const count = z.number().int().min(0).max(100_000)

const modelRequest = z.object({
  role: z.string().min(1).max(100),
  messages: z.array(message),
  tools: z.array(toolInfo),
  toolChoice: z.union([z.enum(['auto', 'none']), z.object({ tool: z.string() })]),
  stop: z.array(z.string()),
  stopAfterCalls: count,
  temperature: z.number().min(0).max(2).nullable(),
})

type LeafSchemas = { readonly [K in Exclude<LeafKind, 'hook'>]: z.ZodObject & z.ZodType<Leaf<K>> }

/** Every leaf that a strategy may ask for must list here which of its fields may pass. */
const leaves = {
  'call-model': z.object({ kind: z.literal('call-model'), request: modelRequest }),
  'run-tool': z.object({ kind: z.literal('run-tool'), call: toolCall, limits: toolLimits }),
  'own-tool': z.object({ kind: z.literal('own-tool'), call: toolCall, result: toolResult }),
  'ask-user': z.object({ kind: z.literal('ask-user'), question }),
  snapshot: z.object({ kind: z.literal('snapshot'), label: words }),
  restore: z.object({ kind: z.literal('restore'), snapshot: words }),
  changes: z.object({ kind: z.literal('changes'), before: words, after: words }),
  check: z.object({ kind: z.literal('check'), command: words.min(1), pattern: z.string().min(1).max(1000).optional() }),
  'prompt-agent': z.object({
    kind: z.literal('prompt-agent'),
    agent: z.string().min(1).max(100),
    prompt: z.string(),
    before: z.string(),
    session: z.string().min(1).max(500),
    choices: z.record(z.string().max(100), z.string().max(500)),
    limits: toolLimits,
  }),
  random: z.object({ kind: z.literal('random'), purpose: words }),
  'read-clock': z.object({ kind: z.literal('read-clock'), purpose: words }),
  inbox: z.object({ kind: z.literal('inbox'), purpose: words }),
  note: z.object({ kind: z.literal('note'), title: words, data: jsonObject }),
} satisfies LeafSchemas

const shape = { name: words.min(1), title: words, index: count, body: routine }

type GroupSchemas = { readonly [K in GroupStep['kind']]: z.ZodObject<{ kind: z.ZodLiteral<K> }> }

/** Groups contain routines, which are passed as their numbers. */
const groups = {
  all: z.object({
    kind: z.literal('all'),
    branches: z.array(routine).max(1000),
    atOnce: count.min(1).optional(),
  }),
  phase: z.object({ kind: z.literal('phase'), ...shape }),
  'in-copy': z.object({ kind: z.literal('in-copy'), ...shape, from: words, dependencies: z.enum(['clone', 'none']) }),
  delegate: z.object({ kind: z.literal('delegate'), strategy: strategyChoice, task }),
} satisfies GroupSchemas

const loop = {
  task,
  role: z.string().min(1).max(100),
  messages: z.array(message),
  tools: z.array(toolInfo),
  maxTurns: count.min(1),
}

/** What the isolate can't do itself: the strategy it wraps, and the app's own tool loop. */
const outside = [
  z.object({ kind: z.literal('inner'), task }),
  z.object({
    kind: z.literal('tool-loop'),
    ...loop,
    strategyTools: z.array(ownToolData.extend({ handler: routine })).max(100),
  }),
  z.object({ kind: z.literal('submission'), ...loop, tool: ownToolData }),
] as const

const crossedStep = z.discriminatedUnion('kind', [...outside, ...Object.values(leaves), ...Object.values(groups)])
export type CrossedStep = z.infer<typeof crossedStep>

export type ReadStep =
  | { readonly ok: true; readonly step: CrossedStep }
  | { readonly ok: false; readonly problem: string }

/** @param size characters of its JSON text */
export function readStep({ step, size }: { readonly step?: unknown; readonly size: number }): ReadStep {
  const kind = kindOf(step)
  const large = sizeProblem(kind, size)
  if (large !== null) return { ok: false, problem: large }
  try {
    const read = crossedStep.safeParse(step)
    return read.success ? { ok: true, step: read.data } : { ok: false, problem: stepProblem(kind, read.error) }
  } catch {
    // Parsing is recursive, and the stack is limited.
    return { ok: false, problem: `the step ${kind} does not fit: it is nested too deep` }
  }
}

function kindOf(step: unknown): string {
  const kind = z.object({ kind: z.string() }).safeParse(step)
  return kind.success ? kind.data.kind.slice(0, 100) : 'without a kind'
}

/** What is wrong with a step, as a message for its author. */
function stepProblem(name: string, error: z.ZodError): string {
  const wrong = error.issues.slice(0, 4).map((issue) => `${issue.path.join('.') || 'it'}: ${issue.message}`)
  return `the step ${name} does not fit: ${wrong.join('; ')}`
}
