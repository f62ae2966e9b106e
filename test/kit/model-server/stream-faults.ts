import type { FailureKind } from '../../../src-shared/base/failure.ts'
import type { ModelApi } from '../../../src-shared/model/provider-data.ts'
import type { Dialect } from './dialects.ts'
import { type Exchange, hangUp } from './model-fault-server.ts'

export interface StreamFault {
  readonly name: string
  readonly kind: FailureKind
  /** How many tries it deserves, before the answer is whole. */
  readonly tries: number
  readonly act: (exchange: Exchange, dialect: Dialect) => void
  readonly triesIn?: { readonly [api in ModelApi]?: number }
  /** If the package of an API takes it for something else. */
  readonly kinds?: { readonly [api in ModelApi]?: FailureKind }
}

/** The calls of a dialect's answer. */
export const calls = [
  { id: 'call_a', tool: 'read_file', arguments: '{"path":"a.js"}', complete: true },
  { id: 'call_b', tool: 'shell', arguments: '{"command":"rm -rf build/cache"}', complete: true },
]

/** What can happen in a stream, at each of its positions. */
export const streamFaults: readonly StreamFault[] = [
  { name: 'the connection is cut', kind: 'model-cut-off', tries: 3, act: ({ response }) => hangUp(response) },
  {
    name: 'the answer ends as if it were whole',
    kind: 'model-cut-off',
    tries: 3,
    act: ({ response }) => response.end(),
  },
  {
    name: 'the end comes without a finish reason',
    kind: 'model-cut-off',
    tries: 3,
    act: ({ response }, { bareEnd }) => response.end(bareEnd),
  },
  { name: 'nothing comes any more', kind: 'model-stalled', tries: 2, act: () => undefined },
  {
    name: 'an event is no JSON',
    kind: 'model-malformed',
    tries: 3,
    act: ({ response }) => response.end('event: message_delta\ndata: {"choices":[{"delta":{"content":"x"\n\n'),
  },
  {
    name: 'an event is JSON of another kind',
    kind: 'model-malformed',
    tries: 3,
    act: ({ response }) => response.end('event: message_delta\ndata: "surprise"\n\n'),
  },
  {
    name: 'an event ends in its middle',
    kind: 'model-malformed',
    tries: 3,
    kinds: { messages: 'model-cut-off' },
    act: ({ response }) => response.end('data: {"choices":[{"del'),
  },
  {
    name: 'the connection is cut in the middle of an event',
    kind: 'model-cut-off',
    tries: 3,
    act: ({ response }) => response.write('data: {"choices":[{"del', () => hangUp(response)),
  },
  {
    name: 'the server says that it broke',
    kind: 'model-overloaded',
    tries: 5,
    act: ({ response }, { error }) => response.end(error({ code: 'server_error', message: 'Provider disconnected' })),
  },
  {
    name: 'an error object says that the limit is reached',
    kind: 'model-rate-limited',
    tries: 5,
    act: ({ response }, { error }) => response.end(error({ code: 'rate_limit_error', message: 'slow down' })),
  },
  {
    name: 'an error object names a context overflow',
    kind: 'context-overflow',
    tries: 1,
    act: ({ response }, { error }) => response.end(error({ code: 'context_length_exceeded', message: 'too long' })),
  },
  {
    name: 'an error is of no known kind',
    kind: 'model-rejected',
    tries: 1,
    act: ({ response }, { error }) => response.end(error({ code: 'odd', message: 'CUDA is unhappy' })),
  },
  {
    name: 'the reason of the end is an error',
    kind: 'model-overloaded',
    tries: 5,
    triesIn: { 'chat-completions': 3 },
    act: ({ response }, { brokenEnd }) => response.end(brokenEnd),
  },
  {
    name: 'the body is no HTTP any more',
    kind: 'model-malformed',
    tries: 3,
    act: ({ response }) => response.socket?.end('garbage, not a chunk\r\n'),
  },
]
