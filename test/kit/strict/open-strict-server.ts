import type { ServerResponse } from 'node:http'
import type { ModelReply } from '../../../src-shared/model/message.ts'
import { event, openFaultServer, startStream } from '../model-server/model-fault-server.ts'
import { type Body, isObject, type Refused } from './rule.ts'
import { streamed } from './streamed.ts'
import type { StrictServer } from './strict-servers.ts'

export interface OpenStrictServer {
  readonly url: string
  /** Bodies of the requests that were answered, and of those that were refused. */
  readonly taken: readonly Body[]
  readonly refused: readonly { readonly body: Body; readonly why: string }[]
  close(): Promise<void>
}

/**
 * A server that refuses what the real one refuses, and answers what keeps all of its rules.
 * @param says the answer to a request, by the value of its header `x-turn`
 */
export async function openStrictServer(
  { profile: { api }, rules, quirks = {}, wrap = (same) => same }: StrictServer,
  says: (turn: string, body: Body) => ModelReply,
): Promise<OpenStrictServer> {
  const taken: Body[] = []
  const refused: { body: Body; why: string }[] = []
  const server = await openFaultServer(({ received, response }) => {
    const parsed: unknown = JSON.parse(received.body)
    const body = isObject(parsed) ? parsed : {}
    const broken = rules.map((rule) => rule.check(body)).find((each) => each !== null)
    if (broken) {
      refused.push({ body, why: JSON.stringify(broken.error) })
      return refuse(response, wrap(broken), quirks.errorsInside)
    }
    taken.push(body)
    startStream(response)
    response.end(streamed(api, says(String(received.headers['x-turn'] ?? ''), body), quirks))
  })
  return { url: server.url, taken, refused, close: server.close }
}

function refuse(response: ServerResponse, { status, error }: Refused, inside: 'body' | 'stream' | undefined): void {
  if (inside === 'stream') {
    startStream(response)
    response.end(event(isObject(error) && 'error' in error ? error : { error }))
  } else
    response
      .writeHead(inside === 'body' ? 200 : status, { 'content-type': 'application/json' })
      .end(JSON.stringify(error))
}
