import { z } from 'zod'
import { assertNever } from '../../src-shared/base/assert-never.ts'
import { toolLimits } from '../../src-shared/model/tool.ts'
import { editedRequest, type PausedContent, type PauseEdit } from '../../src-shared/run/debug/pause-events.ts'
import { callProblem, type DraftCall } from './draft-call.ts'

/** What a person writes at a pause. `text`: of the editor, null while it is as it was. */
export type PauseDraft =
  | { readonly editing: 'no' }
  | { readonly editing: 'step'; readonly text: string | null }
  | { readonly editing: 'answer'; readonly text: string; readonly calls: readonly DraftCall[] }
export const noDraft: PauseDraft = { editing: 'no' }

/** How an answer of this step is written, if it is more than a text. */
export function answerTemplate(content: PausedContent): string {
  if (content.kind === 'ask' && content.step === 'check') return '{"exitCode": 0, "output": ""}'
  return content.kind === 'fixed' && content.step === 'hook' ? '{"decision": "continue", "output": ""}' : ''
}

/** Whether a person may answer in place of the step. */
export const isAnswerable = (content: PausedContent): boolean => content.kind !== 'fixed' || content.step === 'hook'

export type DraftEdit =
  | { readonly ok: true; readonly edit: PauseEdit | null }
  | { readonly ok: false; readonly problem: string }

/** The edit that a draft means; an editor whose text is as it was edits nothing. */
export function editOf(draft: PauseDraft, content: PausedContent): DraftEdit {
  switch (draft.editing) {
    case 'no':
      return { ok: true, edit: null }
    case 'step':
      return draft.text === null || draft.text === contentText(content)
        ? { ok: true, edit: null }
        : readEdit(content, draft.text)
    case 'answer': {
      const problem = draft.calls.map(callProblem).find((each) => each !== null)
      if (problem !== undefined) return { ok: false, problem }
      const calls = draft.calls.map(({ tool, arguments: given }) => ({ tool: tool.trim(), arguments: given }))
      return { ok: true, edit: { kind: 'answer', answer: { text: draft.text, calls } } }
    }
    default:
      return assertNever(draft)
  }
}

/** The paused step as the text of its editor, and back. */

const editedCall = z.strictObject({ arguments: z.record(z.string(), z.unknown()), limits: toolLimits })

/** What can be edited, as JSON; null if nothing can be. */
export function contentText(content: PausedContent): string | null {
  switch (content.kind) {
    case 'request':
      return JSON.stringify(content.request, null, 2)
    case 'call':
      return JSON.stringify({ arguments: argumentsIn(content.arguments), limits: content.limits }, null, 2)
    case 'ask':
      return JSON.stringify(content.ask, null, 2)
    case 'fixed':
      return null
  }
}

/** A model’s arguments that are no JSON are shown as their text. */
function argumentsIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

export type ReadEdit =
  | { readonly ok: true; readonly edit: PauseEdit }
  | { readonly ok: false; readonly problem: string }

/** The edit that the text means, or why it means none. The host validates it against the tool’s own schema. */
export function readEdit(content: PausedContent, text: string): ReadEdit {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (thrown) {
    return {
      ok: false,
      problem: `This is not valid JSON: ${thrown instanceof Error ? thrown.message : String(thrown)}`,
    }
  }
  switch (content.kind) {
    case 'request': {
      const read = editedRequest.safeParse(value)
      return read.success ? { ok: true, edit: { kind: 'request', request: read.data } } : faults(read.error)
    }
    case 'call': {
      const read = editedCall.safeParse(value)
      if (!read.success) return faults(read.error)
      const { arguments: given, limits } = read.data
      return { ok: true, edit: { kind: 'call', arguments: JSON.stringify(given), limits } }
    }
    case 'ask': {
      const read = z.json().safeParse(value)
      return read.success ? { ok: true, edit: { kind: 'ask', ask: read.data } } : faults(read.error)
    }
    case 'fixed':
      return { ok: false, problem: 'Nothing in this step can be edited.' }
  }
}

function faults(error: z.ZodError): ReadEdit {
  const found = error.issues.slice(0, 3).map(({ path, message }) => `${path.join('.') || 'it'}: ${message}`)
  return { ok: false, problem: `This does not fit: ${found.join('; ')}.` }
}
