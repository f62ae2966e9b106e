import { type Named, namedIn } from '../refusals/named.ts'

/** The text of a server's error, which comes in many shapes. */
export interface ServerText {
  readonly text: string
  /** `context_length_exceeded`, `insufficient_quota`, …; empty if there is none. */
  readonly code: string
  /** An HTTP status inside the error object, as OpenRouter sends it in a stream. */
  readonly status: number | null
  readonly page: boolean
  readonly named: Named
}

const most = 600

/** @param body the error's JSON as parsed, or its text */
export function serverText(body: unknown, status: number | null = null): ServerText {
  if (typeof body === 'string') return fromText(body, status)
  // Gemini wraps its error in a list.
  if (Array.isArray(body) && body.length === 1) return serverText(body[0], status)
  const inner = field(body, 'error') ?? body
  if (typeof inner === 'string') return fromText(inner, status)
  const code = [field(inner, 'code'), field(inner, 'type')].find((each) => typeof each === 'string')
  const number = numeric(field(inner, 'code')) ?? numeric(field(inner, 'status'))
  return {
    text: shorten(says(inner)),
    code: typeof code === 'string' ? code : '',
    status: status ?? number,
    page: false,
    named: namedIn(inner),
  }
}

function fromText(text: string, status: number | null): ServerText {
  const page = /^\s*<(!doctype|html|head|body|\?xml)/i.test(text)
  return { text: shorten(text), code: '', status, page, named: namedIn(page ? '' : text) }
}

// `message` (most), `detail` (FastAPI: text or a list), OpenRouter's provider error in `metadata.raw`.
function says(error: unknown): string {
  const message = field(error, 'message') ?? field(error, 'detail') ?? error
  const raw = field(field(error, 'metadata'), 'raw')
  const text = typeof message === 'string' ? message : (JSON.stringify(message) ?? '')
  return typeof raw === 'string' && raw !== '' ? `${text}: ${raw}` : text
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

function numeric(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d{3}$/.test(value) ? Number(value) : value
  return typeof number === 'number' && number >= 400 && number <= 599 ? number : null
}

function shorten(text: string): string {
  const plain = text.replace(/\s+/g, ' ').trim()
  return plain.length <= most ? plain : `${plain.slice(0, most)}…`
}

/**
 * How long the error asks to wait, ms; null if it does not say. Google's `RetryInfo` has a duration such as `7s` or `3.5s`.
 * Source: google/rpc/error_details.proto, and the JSON form of `google.protobuf.Duration`.
 */
export function askedWait(body: unknown): number | null {
  if (Array.isArray(body) && body.length === 1) return askedWait(body[0])
  const details = field(field(body, 'error') ?? body, 'details')
  if (!Array.isArray(details)) return null
  for (const each of details.slice(0, 20)) {
    const delay = field(each, 'retryDelay')
    const seconds = typeof delay === 'string' ? /^(\d{1,9}(?:\.\d{1,9})?)s$/.exec(delay)?.[1] : undefined
    if (seconds !== undefined) return Math.round(Number(seconds) * 1000)
  }
  return null
}
