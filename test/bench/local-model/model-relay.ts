import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { jsonObject } from '../../../src-shared/base/json.ts'
import { type CallMode, callModes, shapedRequest } from './call-modes.ts'

export interface ModelRelay {
  /** Base URL of the mode's endpoint. */
  url(mode: CallMode): string
  close(): Promise<void>
}

/** A server on loopback between the app and the model's server, with an endpoint for each mode. */
export async function openRelay(modelUrl: string): Promise<ModelRelay> {
  let count = 0
  const server = createServer((request, response) => {
    void relayed(request, response, modelUrl, () => count++).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The relay has no port.')
  return {
    url: (mode) => `http://127.0.0.1:${address.port}/${mode}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function relayed(request: IncomingMessage, response: ServerResponse, modelUrl: string, next: () => number) {
  const [, first, ...rest] = (request.url ?? '').split('/')
  const mode = callModes.find((each) => each === first) ?? 'native'
  // Stops the model when the app stops listening.
  const stop = new AbortController()
  response.on('close', () => stop.abort())
  const text = await bodyOf(request)
  const answer = await fetch(`${modelUrl}/${rest.join('/')}`, {
    method: request.method ?? 'GET',
    headers: { 'content-type': 'application/json' },
    signal: stop.signal,
    ...(text !== '' && { body: JSON.stringify(shapedRequest(mode, jsonObject.parse(JSON.parse(text)), next())) }),
  })
  response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' })
  if (answer.body !== null) for await (const part of answer.body) response.write(part)
  response.end()
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(Buffer.from(part))
  return Buffer.concat(parts).toString('utf8')
}
