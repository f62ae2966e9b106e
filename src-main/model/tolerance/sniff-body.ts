/**
 * A body in parts. Not a stream: each wrapped stream costs as much per part as everything else that is done
 * with it. `return` may be called while a `next` is pending, and ends it.
 */
export interface BodyParts extends AsyncIterableIterator<Uint8Array, undefined> {
  return(): Promise<IteratorReturnResult<undefined>>
  [Symbol.asyncIterator](): BodyParts
}
export const bodyEnd = { done: true, value: undefined } as const

/** The kind of a body by its first character: servers and proxies often send a wrong content type. */
type BodyKind = 'events' | 'json' | 'page' | 'nothing'

export interface SniffedBody {
  readonly kind: BodyKind
  /** The whole body, from its first byte. */
  readonly body: BodyParts
}

export async function sniffBody(body: BodyParts): Promise<SniffedBody> {
  const read: Uint8Array[] = []
  let kind: BodyKind = 'nothing'
  while (kind === 'nothing') {
    const { done, value } = await body.next()
    if (done) break
    read.push(value)
    kind = kindOf(value)
  }
  return { kind, body: restored(read, body) }
}

function kindOf(bytes: Uint8Array): BodyKind {
  const first = bytes.find((byte) => byte > 0x20 && byte !== 0xef && byte !== 0xbb && byte !== 0xbf)
  if (first === undefined) return 'nothing'
  if (first === 0x7b || first === 0x5b) return 'json'
  return first === 0x3c ? 'page' : 'events'
}

function restored(read: Uint8Array[], rest: BodyParts): BodyParts {
  return {
    next: () => {
      const value = read.shift()
      return value === undefined ? rest.next() : Promise.resolve({ done: false, value })
    },
    return: () => rest.return(),
    [Symbol.asyncIterator]() {
      return this
    },
  }
}

/** The body as text, at most this much of it. @param most bytes */
export async function readText(body: AsyncIterable<Uint8Array>, most: number): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let left = most
  for await (const bytes of body) {
    text += decoder.decode(bytes, { stream: true })
    left -= bytes.length
    if (left <= 0) return text
  }
  return text + decoder.decode()
}
