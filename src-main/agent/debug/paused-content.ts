import type { PausedContent } from '../../../src-shared/run/debug/pause-events.ts'
import type { Leaf } from '../../strategy/steps.ts'
import { askOf } from './edited-step.ts'

/** A step as a person can edit it. */
export function contentOf(step: Leaf): PausedContent {
  if (step.kind === 'call-model') {
    const { messages, tools, stop, ...rest } = step.request
    const offered = tools.map(({ name }) => name)
    return { kind: 'request', request: { ...rest, messages: [...messages], stop: [...stop], tools: offered }, offered }
  }
  if (step.kind === 'run-tool')
    return { kind: 'call', tool: step.call.tool, arguments: step.call.arguments, limits: step.limits }
  if (step.kind === 'check' || step.kind === 'ask-user') return { kind: 'ask', step: step.kind, ask: askOf(step) }
  return { kind: 'fixed', step: step.kind }
}
