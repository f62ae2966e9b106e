import { excessInJson } from '../base/excess.ts'
import { revealHidden } from '../base/hidden-characters.ts'
import type { JsonObject } from '../base/json.ts'
import { jsonObject } from '../base/json.ts'
import { readWritten } from '../base/whole-object.ts'
import type { ToolCall } from '../model/message.ts'

/** Values of arguments; a call with more is refused. */
const mostValues = 20_000

/** The call's arguments, or null where the model's text is no JSON object, or far too much of it. */
export function argumentsOf(call: Pick<ToolCall, 'arguments'>): JsonObject | null {
  try {
    if (excessInJson(call.arguments, mostValues) !== null) return null
    const read = jsonObject.safeParse(readWritten(call.arguments.trim() === '' ? '{}' : call.arguments).value)
    return read.success ? read.data : null
  } catch {
    return null
  }
}

const telling = ['command', 'path', 'file', 'pattern', 'query', 'glob', 'question', 'goal', 'task', 'url', 'args']
const longest = 400

/** What a call works on, in one line: its command, path or pattern. Hidden characters are made visible (T24). */
export function subjectOf(call: Pick<ToolCall, 'arguments'>): string {
  const read = argumentsOf(call)
  if (read === null) return ''
  const key = telling.find((name) => read[name] !== undefined && read[name] !== '')
  const value = key === undefined ? firstText(read) : read[key]
  const text = Array.isArray(value) ? value.join(' ') : typeof value === 'string' ? value : ''
  return revealHidden(text.replace(/\s+/g, ' ').slice(0, longest))
}

function firstText(read: JsonObject): string | undefined {
  return Object.values(read).find((value) => typeof value === 'string')
}

/** The same of a call that is still being written: its JSON is cut somewhere. */
export function draftSubject(text: string): string {
  const found = /"(?:command|path|pattern|query|question|goal)"\s*:\s*"((?:[^"\\]|\\.)*)/.exec(text)?.[1] ?? ''
  return revealHidden(found.replace(/\\n/g, ' ').replace(/\\(.)/g, '$1').slice(0, longest))
}
