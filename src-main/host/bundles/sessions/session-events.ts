import { hash } from 'node:crypto'
import type { Failure } from '../../../../src-shared/base/failure.ts'
import type { Message } from '../../../../src-shared/model/message.ts'
import type { ToolBody } from '../../../../src-shared/model/tool.ts'
import type { EventBody } from '../../../../src-shared/run/event.ts'
import { type OtherTool, otherToolName } from '../../../../src-shared/strategy/other-tools.ts'
import type { ModelStep, SessionStep, ToolStep } from './session.ts'
import { toolEffect } from './tool-effects.ts'

/** An event and its time, ms since 1970. */
export interface TimedEvent {
  readonly at: number
  readonly body: EventBody
}

/** Characters of a result that stay in the event, for search and the Inspector; the rest is in the body. */
const maxResult = 30_000
/** As for the app's own runs: larger bodies are stored by themselves. */
const largestInline = 16_000

/** The fingerprint of every imported step: nothing is compared with it. */
const print = 'imported'

interface Place {
  readonly tool: OtherTool
  /** Files in it are named relative to it. */
  readonly folder: string | null
  readonly putBody: (text: string) => string
}

/** The requests of one thread of work: each continues the one before. */
interface Thread {
  base: string | null
  length: number
  pending: string[]
}

/**
 * The steps of a turn as the app's own events, in the order of their times, with paths below `prefix`.
 * Requests contain what the session shows of them: the message, the answers and the results, without system prompt and
 * tools.
 */
export function sessionEvents(steps: readonly SessionStep[], goal: string, prefix: string, place: Place): TimedEvent[] {
  const events: TimedEvent[] = []
  const thread: Thread = { base: null, length: 0, pending: [putMessage(place, { role: 'user', text: goal })] }
  let next = 0
  for (let at = 0; at < steps.length; ) {
    const step = steps[at]
    const path = `${prefix}${next}`
    if (step === undefined) break
    if (step.kind === 'notice') {
      events.push({ at: step.at, body: { type: 'notice', path, level: 'info', text: step.text } })
      at += 1
      continue
    }
    if (step.kind === 'model') {
      events.push(...modelEvents(step, path, thread, place))
      at += 1
      next += 1
      continue
    }
    const calls = callsFrom(steps, at)
    for (const call of calls) thread.pending.push(putMessage(place, resultMessage(call)))
    const lanes = areParallel(calls)
    if (lanes) events.push(...branchEvents(calls, path, place))
    else for (const call of calls) events.push(...toolEvents(call, prefix, () => next++, place))
    if (lanes) next += 1
    at += calls.length
  }
  return events
}

function callsFrom(steps: readonly SessionStep[], from: number): ToolStep[] {
  const calls: ToolStep[] = []
  for (const step of steps.slice(from)) {
    if (step.kind !== 'tool') break
    calls.push(step)
  }
  return calls
}

/** Whether a call began before the one before it had ended. */
const areParallel = (calls: readonly ToolStep[]): boolean =>
  calls.some((call, index) => {
    const before = calls[index - 1]
    return before !== undefined && (before.result === null || before.result.at > call.at)
  })

function branchEvents(calls: readonly ToolStep[], path: string, place: Place): TimedEvent[] {
  const lanes = calls.map((call, lane) => {
    let next = 0
    return toolEvents(call, `${path}/${lane}.`, () => next++, place)
  })
  const from = Math.min(...calls.map(({ at }) => at))
  const inner = inOrder(lanes.flat())
  const isOpen = calls.some(({ result }) => result === null)
  const start: TimedEvent = { at: from, body: { type: 'branches-start', path, count: calls.length, again: false } }
  const end: TimedEvent = { at: inner.at(-1)?.at ?? from, body: { type: 'branches-end', path, failure: null } }
  return [start, ...inner, ...(isOpen ? [] : [end])]
}

/** By time; what has the same time stays in its order. */
const inOrder = (events: readonly TimedEvent[]): TimedEvent[] => events.toSorted((one, other) => one.at - other.at)

function modelEvents(step: ModelStep, path: string, thread: Thread, place: Place): TimedEvent[] {
  const { at, text, reasoning, usage, model, cost } = step
  const endAt = Math.max(at, step.endAt)
  const refs = thread.pending
  const bound = { profileId: '', profileName: step.provider, model }
  const toolCalls = step.calls.map((call) => ({ ...call, complete: true }))
  const message: Message = { role: 'assistant', text, reasoning, toolCalls }
  const start: EventBody = {
    type: 'model-start',
    path,
    print,
    again: false,
    role: 'assistant',
    bound,
    messages: { base: thread.base, keep: thread.length, refs },
    tools: place.putBody('[]'),
    parameters: {},
  }
  thread.base = path
  thread.length += refs.length
  thread.pending = [putMessage(place, message)]
  const finish = toolCalls.length > 0 ? 'tool-calls' : 'stop'
  const end: EventBody = {
    type: 'model-end',
    path,
    outcome:
      step.failure === null
        ? { ok: true, value: { message, finish, usage, model, budget: 'within' } }
        : { ok: false, failure: reported(place.tool, step.failure) },
    firstTokenMs: null,
    durationMs: endAt - at,
    cost,
  }
  return [
    { at, body: start },
    { at: endAt, body: end },
  ]
}

/** A helper's work comes before the call that it was done for, as with the app's own helpers. */
function toolEvents(step: ToolStep, prefix: string, next: () => number, place: Place): TimedEvent[] {
  const { call, at, result, agent } = step
  const helper = agent === null ? [] : childEvents(step, agent, `${prefix}${next()}`, place)
  const path = `${prefix}${next()}`
  const effect = toolEffect(call.tool)
  const began = agent === null || result === null ? at : result.at
  const start: EventBody = { type: 'tool-start', path, print, again: false, call: { ...call, complete: true }, effect }
  const events: TimedEvent[] = [...helper, { at: began, body: start }]
  if (result === null) return inOrder(events)
  const { ok, text } = result
  const durationMs = Math.max(0, result.at - began)
  const value = {
    callId: call.id,
    tool: call.tool,
    ok,
    text: shortened(text),
    summary: summaryOf(text, ok),
    durationMs,
    data: result.body?.kind === 'command' ? { exitCode: result.body.exitCode } : null,
  }
  const body = storedBody(result.body ?? (text === '' ? { kind: 'none' } : { kind: 'text', text }), place)
  const end: EventBody = { type: 'tool-end', path, outcome: { ok: true, value }, body, durationMs }
  return [...inOrder(events), { at: Math.max(began, result.at), body: end }]
}

function childEvents(step: ToolStep, agent: NonNullable<ToolStep['agent']>, path: string, place: Place): TimedEvent[] {
  const { at, result } = step
  const strategy = { name: place.tool, options: {} }
  const inner = sessionEvents(agent.steps, agent.goal, `${path}.`, place)
  const until = result?.at ?? Number.POSITIVE_INFINITY
  return [
    { at, body: { type: 'child-start', path, strategy, goal: shortened(agent.goal), depth: 1, again: false } },
    // A helper in the background may work on after its call has returned; here it belongs to the call.
    ...inner.map((event) => ({ ...event, at: Math.min(Math.max(at, event.at), until) })),
    ...(result === null ? [] : [{ at: result.at, body: { type: 'child-end' as const, path, failure: null } }]),
  ]
}

const resultMessage = ({ call, result }: ToolStep): Message => ({
  role: 'tool',
  callId: call.id,
  tool: call.tool,
  ok: result?.ok ?? false,
  text: shortened(result?.text ?? ''),
})

const putMessage = ({ putBody }: Place, message: Message): string => putBody(JSON.stringify(message))

function storedBody(body: ToolBody, place: Place): ToolBody {
  const shown = body.kind === 'diff' ? withoutFolder(body, place.folder) : body
  const text = JSON.stringify(shown)
  if (text.length <= largestInline || shown.kind === 'none' || shown.kind === 'stored') return shown
  return { kind: 'stored', ref: place.putBody(text), of: shown.kind, size: text.length }
}

function withoutFolder(body: Extract<ToolBody, { kind: 'diff' }>, folder: string | null): ToolBody {
  if (folder === null || !body.path.startsWith(`${folder}/`)) return body
  const path = body.path.slice(folder.length + 1)
  return { ...body, path, patch: body.patch.replaceAll(`/${body.path}\n`, `/${path}\n`) }
}

const shortened = (text: string): string =>
  text.length <= maxResult ? text : `${text.slice(0, maxResult)}\n[${text.length - maxResult} more characters]`

function summaryOf(text: string, ok: boolean): string {
  const line = firstLine(text).slice(0, 100)
  return line === '' ? (ok ? 'done' : 'failed') : line
}

const firstLine = (text: string): string => text.split('\n', 1)[0]?.trim().slice(0, 300) ?? ''

/** What another tool reports as an error. */
export const reported = (tool: OtherTool, why: string): Failure => ({
  kind: 'model-rejected',
  message: `${otherToolName(tool)} reported an error: ${firstLine(why)}`,
  advice: 'This run was imported, so it can’t be repeated here.',
  detail: why.slice(0, 2000),
})

export const bodyRef = (text: string): string => hash('sha256', text)
