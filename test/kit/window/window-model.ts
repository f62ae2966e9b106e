import { z } from 'zod'
import { done, type Exchange, openFaultServer, refuse, say, startStream } from '../model-server/model-fault-server.ts'

/** The scripted model's answer to one request; `until` holds the stream open after the text. */
export type WindowAnswer =
  | {
      readonly kind: 'answer'
      /** Streamed before the text. */
      readonly thinking?: string
      readonly text?: string
      readonly calls?: readonly { readonly tool: string; readonly arguments: unknown }[]
      readonly until?: Promise<unknown>
      /** Streamed after `until`. */
      readonly more?: string
    }
  | { readonly kind: 'refuse'; readonly status: number; readonly message: string; readonly retryAfter?: number }
  /** The connection breaks after the text. */
  | { readonly kind: 'cut'; readonly text: string }

const requestBody = z.object({
  model: z.string(),
  reasoning_effort: z.string().optional(),
  messages: z.array(z.object({ role: z.string(), content: z.unknown() })),
  tools: z.array(z.unknown()).optional(),
})
export type WindowModelRequest = z.infer<typeof requestBody>

export interface WindowModel {
  /** Base URL, ending in `/v1`. */
  readonly url: string
  /** The parsed requests so far. */
  readonly requests: readonly WindowModelRequest[]
  close(): Promise<void>
}

/** @param key the only key that is accepted; null accepts all */
export interface WindowModelOptions {
  readonly key?: string
  readonly answer: (request: WindowModelRequest, turn: number) => WindowAnswer
}

/** A Chat Completions server on loopback for tests that drive the window. */
export async function openWindowModel({ key, answer }: WindowModelOptions): Promise<WindowModel> {
  const requests: WindowModelRequest[] = []
  const server = await openFaultServer(async (exchange) => {
    const { received, response } = exchange
    if (key !== undefined && received.headers.authorization !== `Bearer ${key}`)
      return refuse(response, 401, { message: 'Incorrect API key provided.', code: 'invalid_api_key' })
    if (received.method === 'GET') {
      response.writeHead(200, { 'content-type': 'application/json' })
      return response.end(JSON.stringify({ object: 'list', data: [{ id: 'scripted', object: 'model' }] }))
    }
    const request = requestBody.parse(JSON.parse(received.body))
    const turn = requests.push(request) - 1
    await give(exchange, answer(request, turn))
  })
  return { url: server.url, requests: requests, close: server.close }
}

async function give({ response, turn, closed }: Exchange, answer: WindowAnswer): Promise<void> {
  if (answer.kind === 'refuse') {
    const headers = answer.retryAfter === undefined ? {} : { 'retry-after': String(answer.retryAfter) }
    return refuse(response, answer.status, { message: answer.message }, headers)
  }
  startStream(response)
  response.write(say.role())
  if (answer.kind === 'answer' && answer.thinking !== undefined) response.write(say.reasoning(answer.thinking))
  if (answer.text !== undefined) response.write(say.text(answer.text))
  if (answer.kind === 'cut') {
    response.write('')
    await new Promise<void>((resolve) => response.write(say.text(' and'), () => resolve()))
    response.socket?.destroy()
    return
  }
  await Promise.race([answer.until, closed])
  if (answer.more !== undefined) response.write(say.text(answer.more))
  const calls = answer.calls ?? []
  for (const [index, call] of calls.entries())
    response.write(say.call(index, `call_${turn}_${index}`, call.tool, JSON.stringify(call.arguments)))
  response.end([say.finish(calls.length > 0 ? 'tool_calls' : 'stop'), say.usage(100, 10), done].join(''))
}

/** A promise that the test resolves. */
export function gate(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open }
}
