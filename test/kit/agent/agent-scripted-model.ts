import type { ModelAnswer, ModelPort } from '../../../src-main/agent/ports.ts'
import type { Failure } from '../../../src-shared/base/failure.ts'
import type { ModelReply, ModelRequest } from '../../../src-shared/model/message.ts'

/** The model's answer to a request; a missing answer is a promise that never settles. */
export type Script = (request: ModelRequest, index: number) => ModelReply | Failure | Promise<ModelReply | Failure>

export interface ScriptedModel extends ModelPort {
  /** Requests as they were received, as JSON text. */
  readonly received: readonly { readonly bound: string; readonly text: string; readonly request: ModelRequest }[]
}

/** A model that answers by a function of the request, asynchronously but without delay, and streams the text first. */
export function scriptedModel(script: Script, cost: number | null = 0.001): ScriptedModel {
  const received: { bound: string; text: string; request: ModelRequest }[] = []
  return {
    received,
    api: () => 'chat-completions',
    parameters: (bound) => ({ model: bound.model }),
    async call(bound, request, handler): Promise<ModelAnswer> {
      received.push({ bound: bound.model, text: JSON.stringify(request.messages), request })
      await new Promise((turn) => setImmediate(turn))
      const reply = await script(request, received.length - 1)
      if ('kind' in reply) return { ok: false, failure: reply, firstTokenMs: null }
      const { budget: _, ...answer } = reply
      if (answer.message.text !== '') handler.onDelta('text', answer.message.text)
      return { ok: true, reply: answer, cost, firstTokenMs: 1 }
    },
  }
}
