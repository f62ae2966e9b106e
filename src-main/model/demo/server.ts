import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { answer } from './answer.ts'
import { type DemoAnswer, type DemoRequest, demoRequest } from './wire.ts'

export const demoModelName = 'stratagem-demo'

export interface DemoServer {
  /** Base URL of the API, ending in `/v1`. */
  readonly url: string
  close(): Promise<void>
}

/**
 * The offline demo model: a Chat Completions server on loopback whose answers come from rules over the
 * conversation and the offered tools. It has no knowledge of any project; it reads the current one with the tools.
 *
 * @param pace ms between the pieces of a streamed answer; 0 streams as fast as it is read
 */
export async function startDemoServer({ pace }: { readonly pace: number }): Promise<DemoServer> {
  const server = createServer((request, response) => {
    serve(request, response, pace).catch((error: unknown) => fail(response, 500, String(error)))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the demo model has no port')
  return {
    url: `http://127.0.0.1:${address.port}/v1`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function serve(request: IncomingMessage, response: ServerResponse, pace: number): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://demo')
  if (request.method === 'GET' && pathname === '/v1/models') {
    const data = [{ id: demoModelName, object: 'model', owned_by: 'stratagem' }]
    return sendJson(response, 200, { object: 'list', data })
  }
  if (request.method !== 'POST' || pathname !== '/v1/chat/completions') {
    return fail(response, 404, `the demo model serves no ${pathname}`)
  }
  const parsed = demoRequest.safeParse(JSON.parse(await bodyOf(request)))
  if (!parsed.success) return fail(response, 400, parsed.error.message)
  const reply = answer(parsed.data)
  if (parsed.data.stream) await stream(response, parsed.data, reply, pace)
  else
    sendJson(response, 200, {
      ...head(parsed.data),
      object: 'chat.completion',
      choices: [whole(reply)],
      usage: usageOf(parsed.data, reply),
    })
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString('utf8')
}

async function stream(response: ServerResponse, request: DemoRequest, reply: DemoAnswer, pace: number): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
  const base = { ...head(request), object: 'chat.completion.chunk' }
  const send = (choice: object): boolean =>
    response.write(`data: ${JSON.stringify({ ...base, choices: [{ index: 0, finish_reason: null, ...choice }] })}\n\n`)
  for (const delta of deltasOf(request, reply)) {
    if (response.destroyed) return
    send({ delta })
    if (pace > 0) await wait(pace)
  }
  send({ delta: {}, finish_reason: finishOf(reply) })
  response.write(`data: ${JSON.stringify({ ...base, choices: [], usage: usageOf(request, reply) })}\n\n`)
  response.end('data: [DONE]\n\n')
}

/** The answer in pieces: a few words of text at a time, then each call's name and its arguments in parts. */
function* deltasOf(request: DemoRequest, reply: DemoAnswer): Generator<object> {
  yield { role: 'assistant', content: '' }
  for (const piece of reply.text.match(/\S+\s*(?:\S+\s*)?|\s+/g) ?? []) yield { content: piece }
  for (const [index, call] of reply.calls.entries()) {
    yield {
      tool_calls: [
        { index, id: callId(request, index), type: 'function', function: { name: call.tool, arguments: '' } },
      ],
    }
    const text = JSON.stringify(call.arguments)
    for (let at = 0; at < text.length; at += 48) {
      yield { tool_calls: [{ index, function: { arguments: text.slice(at, at + 48) } }] }
    }
  }
}

/** Unique within a conversation, and the same for the same request. */
const callId = (request: DemoRequest, index: number): string => `demo_${request.messages.length}_${index}`
const finishOf = (reply: DemoAnswer): string => (reply.calls.length > 0 ? 'tool_calls' : 'stop')
const head = (request: DemoRequest): object => ({
  id: `demo-${request.messages.length}`,
  created: 0,
  model: demoModelName,
})

function whole(reply: DemoAnswer): object {
  const made = reply.calls.map((call, index) => ({
    id: `demo_call_${index}`,
    type: 'function',
    function: { name: call.tool, arguments: JSON.stringify(call.arguments) },
  }))
  const message = { role: 'assistant', content: reply.text, ...(made.length > 0 ? { tool_calls: made } : {}) }
  return { index: 0, finish_reason: finishOf(reply), message }
}

/** Tokens estimated as a quarter of the characters. */
function usageOf(request: DemoRequest, reply: DemoAnswer): object {
  const input = Math.ceil(request.messages.reduce((sum, each) => sum + each.content.length + 16, 0) / 4)
  const output = Math.ceil(
    (reply.text.length + reply.calls.reduce((sum, each) => sum + JSON.stringify(each).length, 0)) / 4,
  )
  return { prompt_tokens: input, completion_tokens: output, total_tokens: input + output }
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}

function fail(response: ServerResponse, status: number, message: string): void {
  if (response.headersSent) response.destroy()
  else sendJson(response, status, { error: { message, type: 'invalid_request_error' } })
}
