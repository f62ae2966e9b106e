import { FailureError } from '../../../src-shared/base/failure.ts'
import type { AssistantMessage } from '../../../src-shared/model/message.ts'
import type { EventBody, EventOf, RunEvent } from '../../../src-shared/run/event.ts'
import type { EditedAnswer } from '../../../src-shared/run/fork.ts'

/** A model's answer as a person wrote it. */
export function editedMessage({ text, calls }: EditedAnswer): AssistantMessage {
  // The fields in the order of the schema, as a log gives them back: fingerprints of the calls depend on it.
  const toolCalls = calls.map((call, at) => ({
    id: `edited_${at + 1}`,
    tool: call.tool,
    arguments: call.arguments,
    complete: true,
  }))
  return { role: 'assistant', text, reasoning: '', toolCalls }
}

/**
 * The end of a step with an answer that a person wrote in place of the model's or the tool's. It has
 * no usage and no duration.
 * @param end the end it has in the log, if any
 * @throws FailureError if a person can't answer this kind of step
 */
export function editedEnd(start: RunEvent, end: RunEvent | null, answer: EditedAnswer): EventBody {
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- nothing but an answer can be written by hand
  switch (start.type) {
    case 'model-start':
      return modelEnd(start, end, answer)
    case 'tool-start': {
      const { call, path } = start
      const { text } = answer
      const cut = {
        callId: call.id,
        tool: call.tool,
        ok: true,
        text,
        summary: 'edited by hand',
        durationMs: 0,
        data: null,
      }
      return { type: 'tool-end', path, outcome: { ok: true, value: cut }, body: { kind: 'text', text }, durationMs: 0 }
    }
    case 'step-start': {
      if (start.step !== 'ask-user') throw new FailureError(notEditable)
      const { path, step } = start
      return { type: 'step-end', path, step, outcome: { ok: true, value: answer.text }, durationMs: 0 }
    }
    default:
      throw new FailureError(notEditable)
  }
}

function modelEnd(start: EventOf<'model-start'>, end: RunEvent | null, answer: EditedAnswer): EventBody {
  const was = end?.type === 'model-end' && end.outcome.ok ? end.outcome.value : null
  const value = {
    message: editedMessage(answer),
    finish: answer.calls.length > 0 ? ('tool-calls' as const) : ('stop' as const),
    usage: { input: 0, cachedInput: 0, output: 0, reasoning: 0, estimated: false },
    model: was?.model ?? start.bound.model,
    budget: was?.budget ?? ('within' as const),
  }
  return {
    type: 'model-end',
    path: start.path,
    outcome: { ok: true, value },
    firstTokenMs: null,
    durationMs: 0,
    cost: 0,
  }
}

const notEditable = {
  kind: 'invalid-request',
  message: 'The answer of this step can’t be edited.',
  advice: 'Choose a model call, a tool call or a question to the user.',
} as const
