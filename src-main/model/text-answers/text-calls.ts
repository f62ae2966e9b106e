import type { JsonObject } from '../../../src-shared/base/json.ts'
import type { ToolInfo } from '../../../src-shared/model/tool.ts'
import { namedCalls } from './named-calls.ts'
import type { TextCall } from './text-call.ts'

/** A longer text holds no call, characters. */
const maxRead = 1_000_000

/**
 * The calls at the end of a text that offered tools, in the marks that models are trained on and that their server should
 * have read; null if there are none. What stands in a code block, or before other text, is an example.
 */
export function callsAtEnd(
  text: string,
  tools: readonly ToolInfo[],
): { readonly text: string; readonly calls: readonly TextCall[] } | null {
  if (text.length > maxRead) return null
  const plain = text.trimEnd()
  const start = firstMark(plain)
  if (start === -1)
    return wholeCall(plain, tools) ?? namedCalls(plain, tools, (tool, pairs) => withValues(tool, pairs, tools))
  const before = plain.slice(0, start)
  if ((before.match(/^ {0,3}(```|~~~)/gm) ?? []).length % 2 === 1) return null
  const calls = readAll(plain.slice(start), tools)
  return calls === null || calls.length === 0 ? null : { text: before.trim(), calls }
}

const anyMark =
  /<tool_call>|<tools>|<\|tool_call\|>|functools\[|<[｜|]tool[▁_]calls[▁_]begin[｜|]>|(?:<\|start\|>assistant)?<\|channel\|>commentary to=|<function=|<\|?tool_calls?_section_begin\|?>|\[TOOL_CALLS\]|<\|python_tag\|>|<(?:[\w-]+:)?(?:function_calls|tool_call)>|<invoke name=/

function firstMark(text: string): number {
  return text.search(anyMark)
}

type Reader = (match: RegExpExecArray, tools: readonly ToolInfo[]) => readonly TextCall[] | null

/** One kind of mark each. Sources: chat templates of the models, and the tool parsers of vLLM. */
const readers: readonly { readonly mark: RegExp; readonly read: Reader }[] = [
  // Hermes, Qwen 2.5 and 3; GLM; Qwen-Coder inside the same mark. Some models leave out the last end.
  {
    mark: /^<(?:[\w-]+:)?tool_call>([\s\S]*?)(?:<\/(?:[\w-]+:)?tool_call>|$)/,
    read: ([, body = ''], tools) => inMark(body.trim(), tools),
  },
  {
    mark: /^<function=([^>\s]+)>([\s\S]*?)(?:<\/function>|$)/,
    read: ([, name = '', body = ''], tools) => [byParameters(name, body, tools)],
  },
  // MiniMax, and what models write that know Anthropic's text.
  {
    mark: /^<(?:[\w-]+:)?function_calls>([\s\S]*?)<\/(?:[\w-]+:)?function_calls>/,
    read: ([, body = ''], tools) => invocations(body, tools),
  },
  { mark: /^<invoke name="[^"]+">[\s\S]*?<\/invoke>/, read: ([body], tools) => invocations(body, tools) },
  // Mistral, in both of its forms.
  { mark: /^\[TOOL_CALLS\]\s*(\[[\s\S]*\])/, read: ([, list = '']) => fromJson(list) },
  {
    mark: /^(?:\[TOOL_CALLS\])\s*([\w.-]+)\s*(?:\[CALL_ID\][\w-]*\s*)?\[ARGS\]\s*(\{[\s\S]*?\})(?=\s*(?:\[TOOL_CALLS\]|$))/,
    read: ([, tool = '', args = '']) => [{ tool, arguments: args }],
  },
  // Qwen 2.5 in the mark of its prompt; Granite and Phi 4; Phi 4 without its marks.
  { mark: /^<tools>([\s\S]*?)(?:<\/tools>|$)/, read: ([, body = '']) => fromJson(body.trim()) },
  {
    mark: /^<\|tool_call\|>([\s\S]*?)(?:<\|\/tool_call\|>|$)/,
    read: ([, body = '']) => fromJson(body.trim()),
  },
  { mark: /^functools(\[[\s\S]*\])$/, read: ([, list = '']) => fromJson(list) },
  // DeepSeek V3 and R1; from V3.1 on the name comes first, and the arguments are in no fence.
  {
    mark: /^<[｜|]tool[▁_]calls[▁_]begin[｜|]>([\s\S]*?)(?:<[｜|]tool[▁_]calls[▁_]end[｜|]>|$)/,
    read: ([, body = '']) => fromDeepSeek(body),
  },
  // gpt-oss, whose answer has channels. Source: OpenAI, Harmony response format.
  {
    mark: /^(?:<\|start\|>assistant)?<\|channel\|>commentary to=(?:functions\.)?([\w.-]+)[^<]{0,100}(?:<\|constrain\|>\w*\s*)?<\|message\|>([\s\S]*?)(?:<\|call\|>|$)/,
    read: ([, tool = '', args = '']) => [{ tool, arguments: args.trim() }],
  },
  // Llama 3.
  {
    mark: /^<\|python_tag\|>\s*(\{[\s\S]*?\})\s*(?:<\|eom_id\|>|<\|eot_id\|>|$)/,
    read: ([, body = '']) => fromJson(body),
  },
  // Kimi K2.
  {
    mark: /^<\|tool_calls_section_begin\|>([\s\S]*?)(?:<\|tool_calls_section_end\|>|$)/,
    read: ([, body = '']) =>
      [
        ...body.matchAll(
          /<\|tool_call_begin\|>\s*(?:functions\.)?([\w.-]+?)(?::\d+)?\s*<\|tool_call_argument_begin\|>([\s\S]*?)<\|tool_call_end\|>/g,
        ),
      ].map(([, tool = '', args = '']) => ({ tool, arguments: args.trim() })),
  },
]

function fromDeepSeek(body: string): readonly TextCall[] {
  return body
    .split(/<[｜|]tool[▁_]call[▁_]begin[｜|]>/)
    .slice(1)
    .map((each) => {
      const [first = '', second = ''] = each
        .replace(/<[｜|]tool[▁_]call[▁_]end[｜|]>[\s\S]*$/, '')
        .split(/<[｜|]tool[▁_]sep[｜|]>/)
      const [, name = '', fenced = ''] = /^([\w.-]+)\s*```(?:json)?\n([\s\S]*?)\n?```\s*$/.exec(second.trim()) ?? []
      return name === '' ? { tool: first.trim(), arguments: second.trim() } : { tool: name, arguments: fenced }
    })
}

/** All calls up to the end; null if something else is there. */
function readAll(marked: string, tools: readonly ToolInfo[]): readonly TextCall[] | null {
  const calls: TextCall[] = []
  for (let left = marked.trim(); left !== ''; ) {
    const found = readers
      .map(({ mark, read }) => ({ match: mark.exec(left), read }))
      .find(({ match }) => match !== null)
    const read = found?.match ? found.read(found.match, tools) : null
    if (!found?.match || read === null) return null
    calls.push(...read)
    left = left.slice(found.match[0].length).replace(/^\s*(?:<\/tool_call>\s*)*/, '')
  }
  return calls
}

function inMark(body: string, tools: readonly ToolInfo[]): readonly TextCall[] | null {
  const coder = /^<function=([^>\s]+)>([\s\S]*?)(?:<\/function>|$)/.exec(body)
  if (coder !== null) return [byParameters(coder[1] ?? '', coder[2] ?? '', tools)]
  if (body.startsWith('{') || body.startsWith('[')) return fromJson(body) ?? brokenJson(body)
  if (body.startsWith('<invoke')) return invocations(body, tools)
  const glm = /^([\w.-]+)\s*((?:<arg_key>[\s\S]*)?)$/.exec(body)
  if (glm === null) return null
  const pairs = [...(glm[2] ?? '').matchAll(/<arg_key>([\s\S]*?)<\/arg_key>\s*<arg_value>([\s\S]*?)<\/arg_value>/g)]
  return [
    withValues(
      glm[1] ?? '',
      pairs.map(([, name = '', value = '']) => [name.trim(), value] as const),
      tools,
    ),
  ]
}

/** JSON that is not whole, with a name: the model is told of it as of any other call. */
function brokenJson(body: string): readonly TextCall[] | null {
  const name = /"name"\s*:\s*"([^"]+)"/.exec(body)?.[1]
  const args = /"(?:arguments|parameters)"\s*:\s*([\s\S]*)$/.exec(body)?.[1]
  return name === undefined ? null : [{ tool: name, arguments: args ?? '' }]
}

function byParameters(name: string, body: string, tools: readonly ToolInfo[]): TextCall {
  // Llama 3's own functions have their arguments as JSON.
  if (body.trim().startsWith('{')) return { tool: name, arguments: body.trim() }
  const pairs = [...body.matchAll(/<parameter=([^>\s]+)>([\s\S]*?)(?:<\/parameter>|(?=<parameter=)|$)/g)]
  return withValues(
    name,
    pairs.map(([, key = '', value = '']) => [key, value.replace(/^\n|\n$/g, '')] as const),
    tools,
  )
}

function invocations(body: string, tools: readonly ToolInfo[]): readonly TextCall[] {
  return [...body.matchAll(/<invoke name="([^"]+)">([\s\S]*?)<\/invoke>/g)].map(([, name = '', inner = '']) => {
    const pairs = [...inner.matchAll(/<parameter name="([^"]+)"[^>]*>([\s\S]*?)<\/parameter>/g)]
    return withValues(
      name,
      pairs.map(([, key = '', value = '']) => [key, value] as const),
      tools,
    )
  })
}

/** Values as their parameters want them: what is no text is JSON. */
function withValues(tool: string, pairs: readonly (readonly [string, string])[], tools: readonly ToolInfo[]): TextCall {
  const properties = tools.find(({ name }) => name === tool)?.parameters['properties']
  const values = pairs.map(([name, text]) => {
    const schema = isObject(properties) ? properties[name] : undefined
    const takesText = !isObject(schema) || schema['type'] === undefined || [schema['type']].flat().includes('string')
    return [name, takesText ? text : (parsed(text) ?? text)] as const
  })
  return { tool, arguments: JSON.stringify(Object.fromEntries(values)) }
}

/** `{"name", "arguments"}`, or a list of these; null if it is none. */
function fromJson(text: string): readonly TextCall[] | null {
  const read = parsed(text)
  const value = isObject(read) && Array.isArray(read['tool_calls']) ? read['tool_calls'] : read
  const calls = (Array.isArray(value) ? value : [value]).map(callIn)
  return calls.length > 0 && calls.every((each) => each !== null) ? calls : null
}

function callIn(value: unknown): TextCall | null {
  if (!isObject(value)) return null
  const inner = isObject(value['function']) ? value['function'] : value
  const { name } = inner
  const args = inner['arguments'] ?? inner['parameters'] ?? {}
  if (typeof name !== 'string' || name === '') return null
  return { tool: name, arguments: typeof args === 'string' ? args : JSON.stringify(args) }
}

/** An answer that is nothing but the JSON of a call of an offered tool. */
function wholeCall(text: string, tools: readonly ToolInfo[]): ReturnType<typeof callsAtEnd> {
  const fenced = /^```(?:json|tool_call)?[^\S\n]*\n([\s\S]*?)\n```$/.exec(text.trim())
  const body = (fenced?.[1] ?? text).trim()
  if (!/^[[{]/.test(body) || !/"(arguments|parameters)"/.test(body)) return null
  const calls = fromJson(body)
  const known = new Set(tools.map(({ name }) => name))
  return calls?.every(({ tool }) => known.has(tool)) ? { text: '', calls } : null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
