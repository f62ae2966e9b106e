import type { Failure } from '../../../src-shared/base/failure.ts'
import type { ModelReply } from '../../../src-shared/model/message.ts'
import { callModel, type Routine, StepFailed } from '../steps.ts'

export interface ModelResponse {
  readonly reply: ModelReply
  /** Why the reply is empty, as the model client reports it; null if it is not empty. */
  readonly nothing: Failure | null
}

/**
 * One answer of a model. An empty answer is not an endpoint error but a matter for the strategy, which can ask
 * again in other words. The model client can only repeat the same request, so it fails the step.
 */
export function* askModel(request: Parameters<typeof callModel>[0]): Routine<ModelResponse> {
  try {
    return { reply: yield* callModel(request), nothing: null }
  } catch (error) {
    if (!(error instanceof StepFailed) || error.failure.kind !== 'model-empty') throw error
    return { reply: emptyReply, nothing: error.failure }
  }
}

const emptyReply: ModelReply = {
  message: { role: 'assistant', text: '', reasoning: '', toolCalls: [] },
  finish: 'stop',
  usage: { input: 0, cachedInput: 0, output: 0, reasoning: 0, estimated: true },
  model: '',
  budget: 'within',
}
