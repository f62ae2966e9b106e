/** What a body holds, by its first character: servers and proxies are often wrong about the content type. */
type BodyKind = 'events' | 'json' | 'page' | 'nothing'

export interface Sniffed {
  readonly kind: BodyKind
  /** The whole body, from its first byte. */
  readonly body: ReadableStream<Uint8Array>
}

export async function sniffBody(body: ReadableStream<Uint8Array>): Promise<Sniffed> {
  const reader = body.getReader()
  const read: Uint8Array[] = []
  let kind: BodyKind = 'nothing'
  while (kind === 'nothing') {
    const { done, value } = await reader.read()
    if (done) break
    read.push(value)
    kind = kindOf(value)
  }
  return { kind, body: restored(read, reader) }
}

function kindOf(bytes: Uint8Array): BodyKind {
  const first = bytes.find((byte) => byte > 0x20 && byte !== 0xef && byte !== 0xbb && byte !== 0xbf)
  if (first === undefined) return 'nothing'
  if (first === 0x7b || first === 0x5b) return 'json'
  return first === 0x3c ? 'page' : 'events'
}

function restored(read: Uint8Array[], reader: ReadableStreamDefaultReader<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    async pull(stream) {
      const early = read.shift()
      if (early !== undefined) return stream.enqueue(early)
      const { done, value } = await reader.read()
      if (done) stream.close()
      else stream.enqueue(value)
    },
    cancel: () => reader.cancel(),
  })
}

/** The body as text, at most this much of it. @param most bytes */
export async function readText(body: ReadableStream<Uint8Array>, most: number): Promise<string> {
  const decoder = new TextDecoder()
  const reader = body.getReader()
  let text = ''
  for (let left = most; left > 0; ) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    text += decoder.decode(value, { stream: true })
    left -= value.length
  }
  await reader.cancel()
  return text
}
