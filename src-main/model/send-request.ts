import type { IncomingMessage, RequestOptions } from 'node:http'
import { openRequest } from '../network/open-request.ts'
import { type BodyParts, bodyEnd } from './tolerance/sniff-body.ts'

/** Timeout of a connection, ms. */
const connectWithin = 10_000
/** From this number of characters on, encoding twice takes longer than sending in two pieces. */
const longBody = 65_536

export interface Sending {
  readonly method: string
  readonly headers: { readonly [name: string]: string }
  readonly body: string | null
  readonly signal: AbortSignal | null
}

export interface HttpAnswer {
  readonly status: number
  /** Names and values alternate. */
  readonly rawHeaders: readonly string[]
  readonly parts: BodyParts
}

/**
 * Sends one HTTP request; settles when the head of the answer has arrived. Uses Node's HTTP client and not `fetch`,
 * which takes several times as long to send a request and to pass on a part of an answer.
 *
 * 1. No redirect is followed, and only the given headers, `host`, `connection` and `content-length` are sent,
 *    and to a proxy what it needs.
 * 2. After an abort the connection is closed and the answer's body ends with an error.
 */
export function sendRequest(address: URL, { method, headers, body: text, signal }: Sending): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    // A long body is encoded once, for its length and for sending; a short one is sent with the head in one piece.
    const body = text === null || text.length < longBody ? text : Buffer.from(text)
    const options: RequestOptions = {
      method,
      headers: withLength(headers, body),
      ...(signal === null ? {} : { signal }),
    }
    let broken: Error | null = null
    const sent = openRequest(address, options, (message) => {
      const { statusCode: status = 0, rawHeaders } = message
      resolve({ status, rawHeaders, parts: messageParts(message, () => broken) })
    })
    sent.on('error', (error) => {
      broken = error
      reject(error)
    })
    sent.on('socket', (socket) => {
      if (!socket.connecting) return
      const late = setTimeout(() => sent.destroy(noConnection()), connectWithin)
      const settled = () => clearTimeout(late)
      socket.once(address.protocol === 'https:' ? 'secureConnect' : 'connect', settled)
      sent.once('close', settled)
    })
    sent.end(body ?? undefined)
  })
}

const withLength = (headers: Sending['headers'], body: Buffer | string | null) =>
  body === null ? headers : { ...headers, 'content-length': String(Buffer.byteLength(body)) }

const noConnection = () => Object.assign(new Error('the connection took too long'), { code: 'ETIMEDOUT' })

/**
 * The body of an answer in parts; data that arrives together is one part. Leaving the loop closes the connection.
 * @param broken the request's error, if any: the body itself sees only a closed connection
 */
function messageParts(message: IncomingMessage, broken: () => Error | null): BodyParts {
  const parts = message[Symbol.asyncIterator]()
  return {
    async next() {
      try {
        return await parts.next()
      } catch (error) {
        throw broken() ?? error
      }
    },
    return: () => {
      message.destroy()
      return Promise.resolve(bodyEnd)
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}
