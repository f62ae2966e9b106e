import { z } from 'zod'
import { type Json, type JsonObject, jsonObject } from '../../../src-shared/base/json.ts'

/**
 * How the model is asked for tool calls. It makes none of its own accord, as it was not trained to; so half of the runs
 * have a server that restricts what it can write to calls, in most answers.
 */
export const callModes = ['native', 'native-forced', 'text', 'text-forced'] as const
export type CallMode = (typeof callModes)[number]

/** `strict`: a call that fits the tool's schema, if it is not cut off; `loose`: one that may not; `free`: any answer. */
type Shape = 'strict' | 'loose' | 'free'
const shapes: readonly Shape[] = ['strict', 'loose', 'free']

/**
 * The body of a request for chat completions, as it is sent on: what the model can write is restricted by what the
 * server of llama.cpp takes for it, `tool_choice` and `grammar`.
 * @param at index of the request on this server, which decides about the restriction and the tool
 */
export function shapedRequest(mode: CallMode, body: JsonObject, at: number): JsonObject {
  const shape = shapes[at % shapes.length]
  if (shape === undefined || shape === 'free') return body
  if (mode === 'native-forced') return forcedTool(body, shape, at)
  return mode === 'text-forced' ? forcedText(body, shape, at) : body
}

const nativeTool = z.object({ function: z.looseObject({ name: z.string(), parameters: jsonObject }) })

function forcedTool(body: JsonObject, shape: Shape, at: number): JsonObject {
  const tools = z.array(nativeTool).safeParse(body['tools']).data ?? []
  const tool = tools[at % tools.length]
  if (tool === undefined) return body
  const { name, parameters } = tool.function
  // The server restricts arguments to the schema that it is sent.
  const own = { name, parameters: shape === 'strict' ? requiredOnly(parameters) : anyObject }
  return {
    ...body,
    tools: [{ type: 'function', function: own }],
    tool_choice: { type: 'function', function: { name } },
  }
}

/** The same without what may be left out and without limits, which llama.cpp follows with deep recursion. */
function requiredOnly({ properties, required }: JsonObject): JsonObject {
  const names = z.array(z.string()).safeParse(required).data ?? []
  const all = jsonObject.safeParse(properties).data ?? {}
  const kept = names.map((name) => [name, plainSchema(all[name])] as const)
  return { type: 'object', properties: Object.fromEntries(kept), required: names }
}

function plainSchema(schema: Json | undefined): JsonObject {
  const { type, enum: choices } = jsonObject.safeParse(schema).data ?? {}
  if (choices !== undefined) return { enum: choices }
  if (type === 'string') return { type, maxLength: 24 }
  return type === undefined ? {} : { type }
}

const anyObject: JsonObject = {
  type: 'object',
  properties: { path: { type: 'string' }, name: { type: 'string' } },
  required: ['name'],
}

const messages = z.array(z.looseObject({ role: z.string(), content: z.unknown() }))

function forcedText(body: JsonObject, shape: Shape, at: number): JsonObject {
  const system = messages.safeParse(body['messages']).data?.find(({ role }) => role === 'system')
  const tools = typeof system?.content === 'string' ? toolsIn(system.content) : []
  const tool = tools[at % tools.length]
  if (tool === undefined) return body
  return { ...body, grammar: shape === 'strict' ? callGrammar(tool) : looseGrammar }
}

interface ToolInText {
  readonly name: string
  readonly parameters: JsonObject
}

/** The tools that a system message describes. */
function toolsIn(text: string): readonly ToolInText[] {
  return [...text.matchAll(/^### (\w+)$[\s\S]*?^Arguments \(JSON Schema\): (\{.*\})$/gm)].flatMap(
    ([, name, schema]) => {
      const parameters = jsonObject.safeParse(parsed(schema ?? ''))
      return name === undefined || !parameters.success ? [] : [{ name, parameters: parameters.data }]
    },
  )
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** A call in text with all required arguments, in the notation of llama.cpp (GBNF). */
function callGrammar({ name, parameters }: ToolInText): string {
  const required = z.array(z.string()).safeParse(parameters['required']).data ?? []
  const properties = jsonObject.safeParse(parameters['properties']).data ?? {}
  const fields = required.map((field) => `${quoted(`"${field}": `)} ${valueGrammar(properties[field])}`)
  const object = [quoted('{'), fields.join(` ${quoted(', ')} `), quoted('}')].filter((part) => part !== '').join(' ')
  return `root ::= ${quoted(`Action: ${name}\nAction Input: `)} ${object}`
}

function valueGrammar(schema: Json | undefined): string {
  const { type, enum: choices } = jsonObject.safeParse(schema).data ?? {}
  if (Array.isArray(choices)) return `(${choices.map((choice) => quoted(JSON.stringify(choice))).join(' | ')})`
  if (type === 'number' || type === 'integer') return '[1-9] [0-9]{0,2}'
  if (type === 'boolean') return '("true" | "false")'
  if (type === 'array') return quoted('[]')
  if (type === 'object') return quoted('{}')
  return String.raw`"\"" [a-zA-Z0-9_./ -]{1,24} "\""`
}

const quoted = (text: string): string => JSON.stringify(text)

/** A name and anything in a line: mostly no tool that there is, or no arguments that it takes. */
const looseGrammar = String.raw`root ::= "Action: " ("read_file" | "write_file" | "list_files" | [a-z_]{3,12}) "\nAction Input: " [^\n]{1,40}`
