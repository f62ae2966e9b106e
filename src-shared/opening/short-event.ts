import { assertNever } from '../base/assert-never.ts'
import type { Json } from '../base/json.ts'
import type { ToolCall } from '../model/message.ts'
import type { ToolBody, ToolResult } from '../model/tool.ts'
import type { LoggedEdit } from '../run/debug/pause-events.ts'
import type { EventOf, StoredEvent } from '../run/event.ts'
import type { PlannedStep } from '../run/leaf-starts.ts'
import { shortArguments, shortJson, shortText } from './short-text.ts'

/**
 * An event without what lists, the timeline and totals don't need: model requests and long texts. An event that
 * lost something that its span shows is marked (`cut`): opening the span requests the full event (`span-read`).
 */
export function shortEvent(event: StoredEvent): StoredEvent {
  switch (event.type) {
    case 'model-start':
      return { ...event, print: '', messages: { base: null, keep: 0, refs: [] }, tools: '', parameters: {} }
    case 'model-end':
      return shortAnswer(event)
    case 'tool-start':
      return marked({ ...event, print: '', call: shortCall(event.call) }, event.call.arguments.length > maxArguments)
    case 'approval-ask':
      return { ...event, ask: { ...event.ask, preview: shortBody(event.ask.preview) }, cut: true }
    case 'pause-ask':
      return { ...event, print: '', step: shortStep(event.step), cut: true }
    case 'pause-answer':
      return marked({ ...event, edit: event.edit === null ? null : shortEdit(event.edit) }, event.edit !== null)
    case 'tool-end':
      return shortEnd(event)
    case 'step-start':
      return marked({ ...event, print: '', ask: shortAsk(event.ask) }, isLong(event.ask))
    case 'step-end': {
      const { outcome } = event
      if (!outcome.ok) return event
      return marked(
        { ...event, outcome: { ok: true, value: shortJson(outcome.value, maxJson) } },
        isLong(outcome.value),
      )
    }
    case 'unknown':
      return marked({ ...event, raw: shortText(event.raw, maxText) }, false)
    case 'approval-answer':
    case 'branches-end':
    case 'branches-start':
    case 'child-end':
    case 'child-start':
    case 'files':
    case 'files-step':
    case 'model-retry':
    case 'model-try-now':
    case 'notice':
    case 'phase-end':
    case 'phase-start':
    case 'run-end':
    case 'run-resume':
    case 'run-start':
    case 'tool-begin':
      return event
    default:
      return assertNever(event)
  }
}

/** Characters. */
const maxText = 160
const maxReasoning = 60
const maxArguments = 100
const maxResult = 60
const maxJson = 300

const marked = <T extends StoredEvent>(event: T, cut: boolean): T => (cut ? { ...event, cut: true } : event)
const isLong = (value: Json) => JSON.stringify(value).length > maxJson

export const shortAsk = (ask: Json): Json => shortJson(ask, maxJson)
export const shortCall = (call: ToolCall): ToolCall => ({
  ...call,
  arguments: shortArguments(call.arguments, maxArguments),
})

/** What it edits, without its texts. */
function shortEdit(edit: LoggedEdit): LoggedEdit {
  switch (edit.kind) {
    case 'request':
      return edit
    case 'call':
      return { ...edit, arguments: shortArguments(edit.arguments, maxArguments) }
    case 'ask':
      return { ...edit, ask: shortAsk(edit.ask) }
    case 'answer':
      return { ...edit, answer: { text: shortText(edit.answer.text, maxText), calls: [] } }
  }
}

function shortStep(step: PlannedStep): PlannedStep {
  switch (step.type) {
    case 'model-start':
      return { ...step, messages: { base: null, keep: 0, refs: [] }, tools: '', parameters: {} }
    case 'tool-start':
      return { ...step, call: shortCall(step.call) }
    case 'step-start':
      return { ...step, ask: shortAsk(step.ask) }
    default:
      return assertNever(step)
  }
}

function shortAnswer(event: EventOf<'model-end'>): StoredEvent {
  const { outcome } = event
  if (!outcome.ok) {
    const { said, thought } = event
    if (said === undefined && thought === undefined) return event
    return {
      ...event,
      ...(said !== undefined && { said: shortText(said, maxText) }),
      ...(thought !== undefined && { thought: shortText(thought, maxReasoning) }),
      cut: true,
    }
  }
  const { message } = outcome.value
  const text = shortText(message.text, maxText)
  const reasoning = shortText(message.reasoning, maxReasoning)
  const toolCalls = message.toolCalls.map((call) => ({ ...call, arguments: '{}' }))
  const cut = text !== message.text || reasoning !== message.reasoning || toolCalls.length > 0
  return marked(
    {
      ...event,
      outcome: { ok: true, value: { ...outcome.value, message: { ...message, text, reasoning, toolCalls } } },
    },
    cut,
  )
}

function shortEnd({ seen: _, ...event }: EventOf<'tool-end'>): StoredEvent {
  const { outcome, body } = event
  const short = shortBody(body)
  if (!outcome.ok) return marked({ ...event, body: short }, short !== body)
  const { value } = outcome
  const result = shortResult(value)
  return marked(
    { ...event, outcome: { ok: true, value: result }, body: short },
    short !== body || result.text !== value.text || result.data !== value.data,
  )
}

function shortResult(result: ToolResult): ToolResult {
  const data = isLong(result.data) ? null : result.data
  return { ...result, text: shortText(result.text, maxResult), data }
}

/** Keeps its kind and numbers, without its text. */
export function shortBody(body: ToolBody): ToolBody {
  switch (body.kind) {
    case 'none':
    case 'stored':
      return body
    case 'text':
    case 'file':
      return { ...body, text: '' }
    case 'diff':
      return { ...body, patch: '' }
    case 'command':
      return { ...body, command: shortText(body.command, maxText), output: '' }
    default:
      return assertNever(body)
  }
}
