import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { z } from 'zod'
import { temporaryFolder } from '../../../kit/host/host-open.ts'
import { chatAnswer, geminiAnswer, messagesAnswer, responsesAnswer, type ScriptedReply } from './dialects.ts'

/** The names of its arguments are what counts. */
const schema = z.looseObject({ properties: z.record(z.string(), z.unknown()).default({}) }).optional()
const tool = z.looseObject({
  name: z.string().optional(),
  input_schema: schema,
  parameters: schema,
  function: z.looseObject({ name: z.string(), parameters: schema }).optional(),
  functionDeclarations: z.array(z.looseObject({ name: z.string(), parametersJsonSchema: schema })).optional(),
})
const asked = z.looseObject({
  model: z.string().optional(),
  stream: z.boolean().optional(),
  messages: z.unknown().optional(),
  input: z.unknown().optional(),
  contents: z.unknown().optional(),
  tools: z.array(tool).optional(),
})

export interface ScriptedEndpoint {
  /** A socket of this computer: it is reached from where there is no network. */
  readonly socket: string
  /** `POST /v1/messages`, one for each request. */
  readonly requests: readonly string[]
}

export const scriptedText = 'Scripted answer: all is well.'

/** Names of tools that write a file, in the order in which they are preferred. */
const writers = ['write', 'Write', 'write_file', 'WriteFile', 'create_file', 'write_to_file']

/**
 * A model in the four dialects that agents speak. It answers with a text; if the newest task says WRITE, it first calls
 * the agent's own tool that writes a file, once.
 * @param written absolute path of that file
 */
export async function scriptedEndpoint(written: () => string): Promise<ScriptedEndpoint> {
  const requests: string[] = []
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? ''
    requests.push(`${request.method} ${path.replace(/\?.*/, '')}`)
    const text = await bodyOf(request)
    if (request.method !== 'POST')
      return asJson(response, { object: 'list', data: [{ id: 'scripted', object: 'model' }], models: [] })
    const body = asked.parse(JSON.parse(text))
    const reply = replyTo(body, written())
    const streams = body.stream === true || /:stream/i.test(path)
    if (/count_?tokens/i.test(path)) return asJson(response, { input_tokens: 10, totalTokens: 10 })
    if (path.includes('/messages')) return answer(response, messagesAnswer(reply, streams))
    if (/generateContent/i.test(path)) return answer(response, geminiAnswer(reply, streams))
    if (path.includes('/chat/completions')) return answer(response, chatAnswer(reply, streams))
    if (path.includes('/responses')) return answer(response, responsesAnswer(reply, streams))
    response.writeHead(404).end()
  }
  const server = createServer((request, response) => {
    serve(request, response).catch((fault: unknown) => {
      requests.push(`not understood: ${request.url}: ${String(fault)}`)
      response.writeHead(400).end()
    })
  })
  const socket = join(await temporaryFolder(), 'model.sock')
  await new Promise<void>((resolve) => server.listen(socket, resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return { socket, requests }
}

function replyTo({ messages, input, contents, tools = [] }: z.infer<typeof asked>, written: string): ScriptedReply {
  const said = JSON.stringify(messages ?? input ?? contents ?? '')
  const offered = new Map(tools.flatMap(argumentsOf))
  const writer = writers.find((each) => offered.has(each))
  const hasResult = /"role":"tool"|function_call_output|tool_result|functionResponse/.test(said)
  if (!said.includes('WRITE') || hasResult || writer === undefined) return { kind: 'text', text: scriptedText }
  const all = { path: written, file_path: written, filePath: written, content: 'made\n' }
  const takes = offered.get(writer) ?? []
  return {
    kind: 'call',
    name: writer,
    args: Object.fromEntries(Object.entries(all).filter(([name]) => takes.includes(name))),
  }
}

/** Names of tools, each with those of its arguments. */
function argumentsOf(one: z.infer<typeof tool>): readonly (readonly [string, readonly string[]])[] {
  const keys = (given: z.infer<typeof schema>) => Object.keys(given?.properties ?? {})
  const own = one.name === undefined ? [] : ([[one.name, keys(one.input_schema ?? one.parameters)]] as const)
  const called = one.function === undefined ? [] : ([[one.function.name, keys(one.function.parameters)]] as const)
  const declared = (one.functionDeclarations ?? []).map(
    ({ name, parametersJsonSchema }) => [name, keys(parametersJsonSchema)] as const,
  )
  return [...own, ...called, ...declared]
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(Buffer.from(part))
  return Buffer.concat(parts).toString('utf8')
}

const asJson = (response: ServerResponse, value: unknown) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))

function answer(response: ServerResponse, body: string | { readonly whole: unknown }): void {
  if (typeof body !== 'string') asJson(response, body.whole)
  else response.writeHead(200, { 'content-type': 'text/event-stream' }).end(body)
}
