import type { PausedContent } from '../../../src-shared/run/debug/pause-events.ts'
import { askOf } from './edited-step.ts'
import type { PausedLeaf } from './planned-step.ts'

/** A step as a person can edit it. */
export function contentOf(step: PausedLeaf): PausedContent {
  if (step.kind === 'call-model') {
    const { role, messages, tools, toolChoice, stop, stopAfterCalls, temperature } = step.request
    const offered = tools.map(({ name }) => name)
    const rest = { toolChoice, stop: [...stop], stopAfterCalls, temperature }
    return { kind: 'request', request: { role, messages: [...messages], tools: offered, ...rest }, offered }
  }
  if (step.kind === 'run-tool')
    return { kind: 'call', tool: step.call.tool, arguments: step.call.arguments, limits: step.limits }
  if (step.kind === 'check' || step.kind === 'ask-user') return { kind: 'ask', step: step.kind, ask: askOf(step) }
  return { kind: 'fixed', step: step.kind }
}
