import { excessInJson } from './excess.ts'

/**
 * Reads the JSON object that a model wrote as a call's arguments: also one in a Markdown fence, one that is a JSON text
 * itself (encoded twice), and one after an empty object.
 * @throws SyntaxError of the text as it was written, if it is none of these
 */
export function readWritten(text: string): { readonly value: unknown; readonly form: string | null } {
  try {
    const value: unknown = JSON.parse(text)
    const inner = typeof value === 'string' ? objectIn(value) : undefined
    return inner === undefined ? { value, form: null } : { value: inner, form: 'a JSON text that holds the object' }
  } catch (thrown) {
    for (const { pattern, form } of wrappings) {
      const inner = objectIn(pattern.exec(text)?.[1] ?? '')
      if (inner !== undefined) return { value: inner, form }
    }
    throw thrown
  }
}

const wrappings = [
  { pattern: /^\s*```(?:json)?[ \t]*\n([\s\S]*?)\n?\s*```\s*$/, form: 'a fenced object' },
  { pattern: /^\s*\{\s*\}\s*(\{[\s\S]*\})\s*$/, form: 'the object after an empty one' },
]

function objectIn(text: string): object | undefined {
  if (!/^\s*\{/.test(text) || excessInJson(text) !== null) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}
