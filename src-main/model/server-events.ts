import { StringDecoder } from 'node:string_decoder'

/** One event of a stream. `name` is empty where the server gives none. */
export interface ServerEvent {
  readonly name: string
  readonly data: string
}

/**
 * Reads a stream of server-sent events from its bytes, however they are cut. All line ends, comments and byte order
 * marks are understood; an event without data is none; the last event needs no empty line after it.
 *
 * Each byte is looked at once. Source: https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream
 */
export class ServerEvents {
  private readonly decoder = new StringDecoder('utf8')
  /** The line that has not ended. */
  private line = ''
  private afterReturn = false
  private name = ''
  private data: string | null = null

  /** The events that these bytes end. */
  take(bytes: Uint8Array): ServerEvent[] {
    return this.read(this.decoder.write(bytes))
  }

  /** What is left when there are no more bytes. */
  end(): ServerEvent[] {
    return this.read(`${this.decoder.end()}\n\n`)
  }

  private read(text: string): ServerEvent[] {
    const found: ServerEvent[] = []
    const lines = this.split(text)
    const last = lines.length - 1
    for (let at = 0; at < last; at++) {
      const line = this.line + (lines[at] ?? '')
      this.line = ''
      if (line !== '') this.field(line)
      else this.close(found)
    }
    this.line += lines[last] ?? ''
    return found
  }

  /** `\r\n` is one end of a line, also where it is cut in the middle. */
  private split(text: string): string[] {
    const from = this.afterReturn && text.startsWith('\n') ? 1 : 0
    if (text !== '') this.afterReturn = text.endsWith('\r')
    const rest = from === 0 ? text : text.slice(from)
    return rest.includes('\r') ? rest.split(/\r\n|\r|\n/) : rest.split('\n')
  }

  private field(from: string): void {
    const line = from.startsWith('\ufeff') ? from.slice(1) : from
    if (line.startsWith('data:')) {
      const value = line.slice(line.startsWith(' ', 5) ? 6 : 5)
      this.data = this.data === null ? value : `${this.data}\n${value}`
    } else if (line.startsWith('event:')) this.name = line.slice(6).trimStart()
  }

  private close(found: ServerEvent[]): void {
    if (this.data !== null && this.data !== '') found.push({ name: this.name, data: this.data })
    this.name = ''
    this.data = null
  }
}
