import { assertNever } from '../../../src-shared/base/assert-never.ts'
import type { ToolCall } from '../../../src-shared/model/message.ts'
import type { StoredEvent } from '../../../src-shared/run/event.ts'
import type { BoundRole } from '../../../src-shared/run/leaf-starts.ts'

/** Maximum number of texts kept for sharing; when it is reached, they are all dropped. */
const maxTexts = 2000

/**
 * Replaces equal texts of many events by one string, to save memory: each event that is read contains new copies of
 * texts that a run repeats, such as its models, tools and call ids.
 */
export function shareTexts(): (event: StoredEvent) => StoredEvent {
  const texts = new Map<string, string>()
  const models = new Map<string, BoundRole>()
  const text = (each: string): string => {
    const known = texts.get(each)
    if (known !== undefined) return known
    if (texts.size >= maxTexts) texts.clear()
    texts.set(each, each)
    return each
  }
  const bound = (each: BoundRole): BoundRole => {
    const key = JSON.stringify(each)
    const known = models.get(key) ?? each
    models.set(key, known)
    return known
  }
  const call = (each: ToolCall): ToolCall => ({ ...each, id: text(each.id), tool: text(each.tool) })
  return (event) => {
    switch (event.type) {
      case 'model-start':
        return { ...event, role: text(event.role), bound: bound(event.bound) }
      case 'model-end': {
        const { outcome } = event
        if (!outcome.ok) return event
        const { message, model } = outcome.value
        const shared = { ...message, toolCalls: message.toolCalls.map(call) }
        return { ...event, outcome: { ok: true, value: { ...outcome.value, model: text(model), message: shared } } }
      }
      case 'tool-start':
        return { ...event, call: call(event.call) }
      case 'tool-end': {
        const { outcome } = event
        if (!outcome.ok) return event
        const { callId, tool, summary } = outcome.value
        const shared = { ...outcome.value, callId: text(callId), tool: text(tool), summary: text(summary) }
        return { ...event, outcome: { ok: true, value: shared } }
      }
      case 'approval-answer':
      case 'approval-ask':
      case 'branches-end':
      case 'branches-start':
      case 'child-end':
      case 'child-start':
      case 'files':
      case 'files-step':
      case 'model-retry':
      case 'model-try-now':
      case 'notice':
      case 'pause-answer':
      case 'pause-ask':
      case 'phase-end':
      case 'phase-start':
      case 'run-end':
      case 'run-resume':
      case 'run-start':
      case 'step-end':
      case 'step-start':
      case 'tool-begin':
      case 'unknown':
        return event
      default:
        return assertNever(event)
    }
  }
}
