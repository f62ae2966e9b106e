import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

/** A request, byte for byte. */
interface Received {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

export interface Exchange {
  readonly received: Received
  readonly response: ServerResponse
  /** Index of the request on this server, from 0. */
  readonly turn: number
  /** Resolves once the client has closed the connection, or the answer has ended. */
  readonly closed: Promise<void>
}

export interface FaultServer {
  /** Base URL, ending in `/v1`. */
  readonly url: string
  readonly received: readonly Received[]
  close(): Promise<void>
}

/** A model server on loopback whose script controls every byte of each answer. */
export async function openFaultServer(script: (exchange: Exchange) => unknown): Promise<FaultServer> {
  const received: Received[] = []
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const turn = received.length
    const one = { method: request.method ?? '', path: request.url ?? '', headers: request.headers, body: '' }
    received.push(one)
    const closed = new Promise<void>((resolve) => response.on('close', () => resolve()))
    const parts: Buffer[] = []
    for await (const part of request) parts.push(Buffer.from(part))
    one.body = Buffer.concat(parts).toString('utf8')
    response.on('error', () => undefined)
    await script({ received: one, response, turn, closed })
  }
  const server = createServer((request, response) => void serve(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return {
    url: `http://127.0.0.1:${address.port}/v1`,
    received,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** One event of a stream. */
export const event = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`
export const done = 'data: [DONE]\n\n'

const base = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'test-model' }
const choice = (delta: unknown, finish: string | null = null) =>
  event({ ...base, choices: [{ index: 0, delta, finish_reason: finish }] })

/** The usual events of a Chat Completions stream. */
export const say = {
  role: () => choice({ role: 'assistant', content: '' }),
  text: (text: string) => choice({ content: text }),
  reasoning: (text: string) => choice({ reasoning_content: text }),
  delta: (delta: unknown) => choice(delta),
  call: (index: number, id: string, name: string, text: string) =>
    choice({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: text } }] }),
  more: (index: number, text: string) => choice({ tool_calls: [{ index, function: { arguments: text } }] }),
  calls: (...calls: unknown[]) => choice({ tool_calls: calls }),
  finish: (reason: string) => choice({}, reason),
  usage: (input: number, output: number) =>
    event({ ...base, choices: [], usage: { prompt_tokens: input, completion_tokens: output } }),
}

export const answerWith = (response: ServerResponse, ...events: string[]) => {
  startStream(response)
  response.end(events.join(''))
}

export function startStream(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
}

/** An error answer in OpenAI's format. */
export function refuse(
  response: ServerResponse,
  status: number,
  error: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify({ error }))
}

/** Cuts the connection as a crash would, without a final chunk. */
export const hangUp = (response: ServerResponse) => void response.socket?.destroy()
