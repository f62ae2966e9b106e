import { type BodyParts, bodyEnd } from './sniff-body.ts'

/** Longest beginning of a mark that the end of a part can hold. */
const tail = 16

/**
 * The body up to `data: [DONE]`, by which servers of Chat Completions say that a stream is whole. What parses the
 * events keeps that to itself, and some servers send no finish reason before it.
 */
export class DoneMark {
  private before = ''
  private readonly body: BodyParts
  seen = false

  constructor(body: BodyParts) {
    this.body = body
  }

  parts(): BodyParts {
    const { body } = this
    return {
      next: async () => {
        if (this.seen) {
          await body.return()
          return bodyEnd
        }
        const part = await body.next()
        if (!part.done) this.look(part.value)
        return part
      },
      return: () => body.return(),
      [Symbol.asyncIterator]() {
        return this
      },
    }
  }

  private look(bytes: Uint8Array): void {
    const text = this.before + Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
    this.seen = text.includes('[DONE]') && /(^|[\r\n])data:[^\S\r\n]*\[DONE\]/.test(text)
    this.before = text.slice(-tail)
  }
}
