import { type JsonObject, jsonObject } from '../../../src-shared/base/json.ts'
import type { ToolInfo } from '../../../src-shared/model/tool.ts'
import { splitPython } from './python-values.ts'
import type { TextCall } from './text-call.ts'

type Read = { readonly text: string; readonly calls: readonly TextCall[] }

/**
 * Calls at the end of a text in forms that are no marks of their own, but name an offered tool: as Python (Gemma, Llama 4),
 * as a tag of the tool's name (what models write that know Cline's prompt), or as ReAct's lines. Null if there are none.
 * @param values makes a call of names and texts, as the tool's parameters want them
 */
export function namedCalls(
  text: string,
  tools: readonly ToolInfo[],
  values: (tool: string, pairs: readonly (readonly [string, string])[]) => TextCall,
): Read | null {
  const known = new Map(tools.map(({ name, parameters }) => [name, parameters]))
  return asPython(text, known) ?? asTags(text, known, values) ?? asAction(text, known)
}

/** More are none that a model means. */
const maxCalls = 500

type Known = ReadonlyMap<string, JsonObject>

function asPython(text: string, known: Known): Read | null {
  // A text that does not end so would be looked through once for each beginning (T79).
  const fenced = !text.endsWith('```') ? null : /^([\s\S]*?)```tool_code[^\S\n]*\n([\s\S]*?)\n?```$/.exec(text)
  const body = (fenced?.[2] ?? text).trim()
  if (fenced === null && !/^\[[\w.-]+\(/.test(body)) return null
  const calls = splitPython(/^\[[\s\S]*\]$/.test(body) ? body.slice(1, -1) : body)
  if (calls === null || calls.length === 0 || !calls.every(({ tool }) => known.has(tool))) return null
  return { text: (fenced?.[1] ?? '').trim(), calls }
}

function asTags(
  text: string,
  known: Known,
  values: (tool: string, pairs: readonly (readonly [string, string])[]) => TextCall,
): Read | null {
  const calls: TextCall[] = []
  let left = text
  while (calls.length < maxCalls) {
    left = left.trimEnd()
    const name = /<\/([\w.-]{1,100})>$/.exec(left.slice(-110))?.[1] ?? ''
    const properties = jsonObject.safeParse(known.get(name)?.['properties']).data
    const from = properties === undefined ? -1 : left.lastIndexOf(`<${name}>`)
    if (properties === undefined || from === -1) break
    const pairs = pairsIn(left.slice(from + name.length + 2, -name.length - 3), Object.keys(properties))
    if (pairs === null) break
    calls.unshift(values(name, pairs))
    left = left.slice(0, from)
  }
  const isExample = (left.match(/^ {0,3}(```|~~~)/gm) ?? []).length % 2 === 1
  return calls.length === 0 || isExample ? null : { text: left.trim(), calls }
}

/** Null if something else than these tags is there. */
function pairsIn(inner: string, names: readonly string[]): readonly (readonly [string, string])[] | null {
  const pairs: (readonly [string, string])[] = []
  for (let left = inner.trim(); left !== ''; left = left.trimStart()) {
    const name = names.find((each) => left.startsWith(`<${each}>`))
    const end = name === undefined ? -1 : left.indexOf(`</${name}>`)
    if (name === undefined || end === -1) return null
    pairs.push([name, left.slice(name.length + 2, end).replace(/^\n|\n$/g, '')])
    left = left.slice(end + name.length + 3)
  }
  return pairs
}

function asAction(text: string, known: Known): Read | null {
  const from = text.startsWith('Action:') ? 0 : text.lastIndexOf('\nAction:') + 1
  const found = /^Action:[^\S\n]*([\w.-]+)[^\S\n]*\nAction Input:\s*(\{[\s\S]*\})$/.exec(text.slice(from))
  const [, tool = '', args = ''] = found ?? []
  return known.has(tool) ? { text: text.slice(0, from).trim(), calls: [{ tool, arguments: args }] } : null
}
