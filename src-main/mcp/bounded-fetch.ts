import { excessInMessage } from '../../src-shared/base/excess.ts'
import { fetchAsUser } from '../network/fetch-as-user.ts'

/** Characters of one message, as over standard input and output. */
const maxMessage = 10_000_000

type Fetching = (url: string | URL, init?: RequestInit) => Promise<Response>

/**
 * A `fetch` for a server over HTTP whose messages are limited in size, values and depth before anything parses them
 * (T79). A message over a limit breaks the answer, with a sentence.
 */
export const boundedFetch =
  (fetching: Fetching = fetchAsUser): Fetching =>
  async (url, init) => {
    const response = await fetching(url, init)
    const { body } = response
    if (body === null) return response
    const type = response.headers.get('content-type') ?? ''
    const limit = type.includes('text/event-stream') ? eventLimit() : wholeLimit()
    const { status, statusText, headers } = response
    return new Response(
      body.pipeThrough(new TextDecoderStream()).pipeThrough(limit).pipeThrough(new TextEncoderStream()),
      {
        status,
        statusText,
        headers,
      },
    )
  }

/** An answer is passed on once it is whole. */
function wholeLimit(): TransformStream<string, string> {
  const parts: string[] = []
  let size = 0
  return new TransformStream({
    transform: (part) => {
      size += part.length
      if (size > maxMessage) throw tooMuch('it is too long')
      parts.push(part)
    },
    flush: (on) => on.enqueue(within(parts.join(''))),
  })
}

/** Of a stream of events, each line is a message or less. Source: HTML, 9.2.6, Interpreting an event stream. */
function eventLimit(): TransformStream<string, string> {
  let open: string[] = []
  let size = 0
  return new TransformStream({
    transform: (part, on) => {
      const end = Math.max(part.lastIndexOf('\n'), part.lastIndexOf('\r')) + 1
      size += part.length
      if (end === 0) {
        if (size > maxMessage) throw tooMuch('it is too long')
        open.push(part)
        return
      }
      const lines = [...open, part.slice(0, end)].join('')
      open = [part.slice(end)]
      size = part.length - end
      for (const line of lines.split(/[\r\n]/)) within(line)
      on.enqueue(lines)
    },
    flush: (on) => on.enqueue(open.join('')),
  })
}

function within(text: string): string {
  const excess = excessInMessage(text)
  if (excess !== null) throw tooMuch(excess)
  return text
}

const tooMuch = (why: string) => new Error(`the server sent a message that is too much: ${why}`)
