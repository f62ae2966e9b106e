import type { FailureKind } from '../../../src-shared/base/failure.ts'
import type { Dialect } from './dialects.ts'
import { type Exchange, hangUp, startStream } from './model-fault-server.ts'

export interface AnswerFault {
  readonly name: string
  /** `whole`: the answer can be used all the same. */
  readonly is: FailureKind | 'whole'
  readonly serve: (exchange: Exchange, dialect: Dialect) => void
}

const page = '<!doctype html><title>Sign in</title><p>Sign in to the network</p>'
const whole = ({ events }: Dialect): string => events.join('')
const stream = ({ response }: Exchange, text: string | Buffer) => {
  startStream(response)
  response.end(text)
}
/** Of an answer, a half that ends between two events. */
const half = ({ events }: Dialect): string => events.slice(0, 3).join('')

/** Answers that are none, and odd ones that can be used. */
export const answerFaults: readonly AnswerFault[] = [
  {
    name: 'nothing comes, not even a head',
    is: 'model-stalled',
    serve: () => undefined,
  },
  {
    name: 'only comments come',
    is: 'model-stalled',
    serve: ({ response }) => {
      startStream(response)
      const timer = setInterval(() => response.write(': still there\n\n'), 10)
      response.on('close', () => clearInterval(timer))
    },
  },
  {
    name: 'the connection is cut before the head',
    is: 'model-unreachable',
    serve: ({ response }) => hangUp(response),
  },
  {
    name: 'the head is no HTTP',
    is: 'model-malformed',
    serve: ({ response }) => response.socket?.end('SSH-2.0-OpenSSH_9.6\r\n'),
  },
  {
    name: 'a body shorter than it says',
    is: 'model-cut-off',
    serve: ({ response }, dialect) => {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'content-length': '100000' })
      response.write(half(dialect), () => hangUp(response))
    },
  },
  { name: 'an empty body', is: 'model-cut-off', serve: (exchange) => stream(exchange, '') },
  {
    name: 'a success without a body',
    is: 'model-cut-off',
    serve: ({ response }) => response.writeHead(204).end(),
  },
  { name: 'a stream of blank lines', is: 'model-cut-off', serve: (exchange) => stream(exchange, '\n\n\n\n') },
  {
    name: 'a web page',
    is: 'model-malformed',
    serve: ({ response }) => response.writeHead(200, { 'content-type': 'text/html' }).end(page),
  },
  {
    name: 'a web page that does not exist',
    is: 'model-rejected',
    serve: ({ response }) => response.writeHead(404, { 'content-type': 'text/html' }).end(page),
  },
  {
    name: 'the web page of a gateway',
    is: 'model-overloaded',
    serve: ({ response }) => response.writeHead(503, { 'content-type': 'text/html' }).end(page),
  },
  {
    name: 'a redirect to elsewhere',
    is: 'model-rejected',
    serve: ({ response }) => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
  },
  {
    name: 'an error with the status of a success',
    is: 'model-rejected',
    serve: ({ response }) =>
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end('{"error":{"message":"The model is not there.","code":"odd"}}'),
  },
  {
    name: 'an error without a body',
    is: 'model-overloaded',
    serve: ({ response }) => response.writeHead(500).end(),
  },
  {
    name: 'an error whose JSON is cut',
    is: 'model-rejected',
    serve: ({ response }) => response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":{"mess'),
  },
  {
    name: 'an error that is null',
    is: 'model-rejected',
    serve: ({ response }) => response.writeHead(400, { 'content-type': 'application/json' }).end('null'),
  },
  {
    name: 'an error of a megabyte',
    is: 'model-rejected',
    serve: ({ response }) => response.writeHead(400).end('x'.repeat(1_000_000)),
  },
  {
    name: 'an error in bytes that are no text',
    is: 'model-rejected',
    serve: ({ response }) => response.writeHead(400).end(Buffer.from([0xff, 0xfe, 0x80, 0x1b, 0x5b, 0x32, 0x4a])),
  },
  ...([520, 524, 529] as const).map(
    (status): AnswerFault => ({
      name: `the status ${status} of gateways and providers`,
      is: 'model-overloaded',
      serve: ({ response }) => response.writeHead(status).end('busy'),
    }),
  ),
  {
    name: 'a proxy that asks for a password',
    is: 'model-rejected',
    serve: ({ response }) => response.writeHead(407, { 'proxy-authenticate': 'Basic realm="x"' }).end('Log in'),
  },
  {
    name: 'hints before the head',
    is: 'whole',
    serve: (exchange, dialect) => {
      exchange.response.writeEarlyHints({ link: '</style.css>; rel=preload' })
      stream(exchange, whole(dialect))
    },
  },
  {
    name: 'a stream in pieces of three bytes',
    is: 'whole',
    serve: ({ response }, dialect) => {
      startStream(response)
      const bytes = Buffer.from(whole(dialect))
      for (let at = 0; at < bytes.length; at += 3) response.write(bytes.subarray(at, at + 3))
      response.end()
    },
  },
  {
    name: 'a byte order mark before the stream',
    is: 'whole',
    serve: (exchange, dialect) => stream(exchange, `\ufeff${whole(dialect)}`),
  },
  {
    name: 'lines that end as on Windows',
    is: 'whole',
    serve: (exchange, dialect) => stream(exchange, whole(dialect).replaceAll('\n', '\r\n')),
  },
  {
    name: 'comments between the events',
    is: 'whole',
    serve: (exchange, { events }) => stream(exchange, events.join(': OPENROUTER PROCESSING\n\n')),
  },
  {
    name: 'no space after the names of fields',
    is: 'whole',
    serve: (exchange, dialect) => stream(exchange, whole(dialect).replaceAll('data: ', 'data:')),
  },
  {
    name: 'fields of events that say nothing here',
    is: 'whole',
    serve: (exchange, { events }) =>
      stream(exchange, events.map((each, at) => `id: ${at}\nretry: 9\n${each}`).join('')),
  },
  {
    name: 'an event of a kind that nobody knows',
    is: 'whole',
    serve: (exchange, { events: [first = '', ...rest] }) =>
      stream(exchange, [first, 'event: surprise\ndata: {"type":"surprise","object":"surprise"}\n\n', ...rest].join('')),
  },
  {
    name: 'an error after the end',
    is: 'whole',
    serve: (exchange, dialect) =>
      stream(exchange, whole(dialect) + dialect.error({ code: 'server_error', message: 'late' })),
  },
  {
    name: 'garbage after the end',
    is: 'whole',
    serve: (exchange, dialect) => stream(exchange, `${whole(dialect)}data: {"cho`),
  },
  {
    name: 'the wrong type of content',
    is: 'whole',
    serve: ({ response }, dialect) => response.writeHead(200, { 'content-type': 'text/plain' }).end(whole(dialect)),
  },
]
