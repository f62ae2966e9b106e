import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'

export interface ScriptedCall {
  readonly tool: string
  readonly arguments?: unknown
  /** The arguments as the model wrote them, in place of `arguments`. */
  readonly raw?: string
}
/** The scripted model's answer to one request. */
export interface ScriptedAnswer {
  readonly text?: string
  readonly calls?: readonly ScriptedCall[]
  /** The server sends the first half of the text, then waits until this has settled. */
  readonly until?: Promise<unknown>
  /** Replies with this HTTP status and body instead. */
  readonly status?: number
  readonly body?: string
}
interface ServerRequest {
  readonly messages: readonly { readonly role: string; readonly content?: unknown; readonly tool_call_id?: string }[]
  readonly tools?: readonly { readonly function: { readonly name: string } }[]
  readonly model: string
}
export interface HostModelServer {
  /** Base URL, ending in `/v1`. */
  readonly url: string
  /** Requests in the order of their arrival. */
  readonly requests: readonly ServerRequest[]
  readonly sent: readonly string[]
  readonly keys: readonly string[]
}

/** A Chat Completions server on loopback that answers by a function of the request; closed after the test. */
export async function hostModelServer(
  script: (requests: ServerRequest, turn: number) => ScriptedAnswer,
): Promise<HostModelServer> {
  const requests: ServerRequest[] = []
  const sent: string[] = []
  const keys: string[] = []
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await textOf(request)
    if (request.method !== 'POST') return response.writeHead(404).end()
    keys.push(request.headers.authorization ?? '')
    sent.push(body)
    const one: ServerRequest = JSON.parse(body)
    requests.push(one)
    return answer(response, script(one, requests.length - 1))
  }
  // The client notices a broken connection; a script that throws fails the test as an unhandled rejection.
  const server = createServer((request, response) => void serve(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  )
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return { url: `http://127.0.0.1:${address.port}/v1`, requests, sent, keys }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(Buffer.from(part))
  return Buffer.concat(parts).toString('utf8')
}

async function answer(response: ServerResponse, says: ScriptedAnswer): Promise<void> {
  if (says.status !== undefined) {
    response.writeHead(says.status, { 'content-type': 'application/json' }).end(says.body ?? '{}')
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const send = (delta: unknown, finish: string | null = null) =>
    response.write(
      `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'scripted', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`,
    )
  const text = says.text ?? ''
  const half = Math.ceil(text.length / 2)
  if (text !== '') send({ role: 'assistant', content: text.slice(0, half) })
  await says.until
  if (text.length > half) send({ content: text.slice(half) })
  const calls = says.calls ?? []
  calls.forEach((call, index) => {
    const written = { name: call.tool, arguments: call.raw ?? JSON.stringify(call.arguments) }
    send({
      tool_calls: [
        { index, id: `call_${Math.random().toString(36).slice(2, 10)}`, type: 'function', function: written },
      ],
    })
  })
  send({}, calls.length > 0 ? 'tool_calls' : 'stop')
  const usage = { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 }
  response.write(
    `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'scripted', choices: [], usage })}\n\n`,
  )
  response.end('data: [DONE]\n\n')
}
