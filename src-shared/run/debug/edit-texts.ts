import { assertNever } from '../../base/assert-never.ts'
import { noLimits, type ToolLimits } from '../../model/tool.ts'
import type { PlannedStep } from '../leaf-starts.ts'
import type { LoggedEdit } from './pause-events.ts'

/** A step before and after a person edited it. `before` null: an answer replaces it, or an old log has only the edit. */
export interface EditTexts {
  readonly before: string | null
  readonly after: string
}

/** The same of a request, which the log has as two bodies. */
export type RequestTexts = EditTexts

interface Asked {
  readonly step: PlannedStep
  readonly limits: ToolLimits | null
}

/** @param request the texts of an edited request; null: not known yet */
export function editTexts({ step, limits }: Asked, edit: LoggedEdit, request: RequestTexts | null): EditTexts | null {
  switch (edit.kind) {
    case 'request':
      return request
    case 'call':
      return {
        before: step.type === 'tool-start' ? callText(step.call.arguments, limits ?? noLimits) : null,
        after: callText(edit.arguments, edit.limits),
      }
    case 'ask':
      return { before: step.type === 'step-start' ? pretty(step.ask) : null, after: pretty(edit.ask) }
    case 'answer': {
      const { text, calls } = edit.answer
      return {
        before: null,
        after: [text, ...calls.map((call) => `${call.tool} ${indented(call.arguments)}`)].join('\n'),
      }
    }
    default:
      return assertNever(edit)
  }
}

/** The limits only if there are any. */
function callText(given: string, limits: ToolLimits): string {
  const isFree = limits.writable === null && limits.readOnly.length === 0
  return isFree ? indented(given) : `${indented(given)}\n${pretty({ limits })}`
}

const pretty = (value: unknown): string => JSON.stringify(value, null, 2)

/** JSON text indented; other text as it is. */
export function indented(text: string): string {
  try {
    return pretty(JSON.parse(text))
  } catch {
    return text
  }
}
