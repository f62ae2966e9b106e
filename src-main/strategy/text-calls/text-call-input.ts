import { parseOutside } from '../../../src-shared/base/excess.ts'
import { closingBrace } from '../strategy-tools/text-answer.ts'

/** The text after `Action Input:`. */
export type ReactInput =
  /** `text` is one JSON object; `alone`: no other text surrounds it. */
  | { readonly kind: 'json'; readonly text: string; readonly alone: boolean }
  /** `text`: without quotes or a fence around it; `whole`: as it was written. */
  | { readonly kind: 'plain'; readonly text: string; readonly whole: string }
type Read = { readonly ok: true; readonly input: ReactInput } | { readonly ok: false; readonly problem: string }

const nothing = /^(?:none|null|n\/a|nil|undefined)?$/i

/** Reads an input: one JSON object, or plain text. Text after the object is ignored. */
export function readInput(body: string): Read {
  const inside = withoutFence(body.trim())
  if (nothing.test(inside)) return { ok: true, input: { kind: 'json', text: '{}', alone: true } }
  if (!inside.startsWith('{')) return { ok: true, input: { kind: 'plain', text: unquoted(inside), whole: body.trim() } }
  const end = closingBrace(inside)
  if (end < 0) return { ok: false, problem: 'The JSON object after "Action Input:" is not closed.' }
  const text = inside.slice(0, end + 1)
  const wrong = problemIn(text)
  if (wrong !== null) return { ok: false, problem: `What stands after "Action Input:" is not valid JSON: ${wrong}.` }
  return { ok: true, input: { kind: 'json', text, alone: end === inside.length - 1 } }
}

/** The content of a fence, if the input begins with one. */
function withoutFence(text: string): string {
  const opening = /^(?:```|~~~)[\w-]*/.exec(text)
  if (opening === null) return text
  const inside = text.slice(opening[0].length)
  const end = inside.search(/```|~~~/)
  // A fence that is never closed is only a marker.
  return (end < 0 ? inside : inside.slice(0, end)).trim()
}

function unquoted(text: string): string {
  const ticked = /^`([^`\n]+)`$/.exec(text)?.[1]
  if (ticked !== undefined) return ticked
  try {
    const value: unknown = parseOutside(text)
    return typeof value === 'string' ? value : text
  } catch {
    return text
  }
}

function problemIn(text: string): string | null {
  try {
    parseOutside(text)
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
