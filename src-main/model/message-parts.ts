import type { IncomingMessage } from 'node:http'
import { type BodyParts, bodyEnd } from './tolerance/sniff-body.ts'

/**
 * The body of an answer, part by part; what has come at the same time is one part. Leaving it closes the connection.
 * @param broken what went wrong with the request meanwhile: more than the body knows, to which all is a closed connection
 */
export function messageParts(message: IncomingMessage, broken: () => Error | null): BodyParts {
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
