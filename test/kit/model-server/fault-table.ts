import type { FailureKind } from '../../../src-shared/base/failure.ts'
import { answerFaults } from './answer-faults.ts'
import type { Dialect } from './dialects.ts'
import { type Exchange, startStream } from './model-fault-server.ts'
import { overflows, refusals } from './refusals.ts'
import { streamFaults } from './stream-faults.ts'

/** One fault of a model's server. */
export interface TabledFault {
  readonly name: string
  /** `whole`: the answer can be used all the same. */
  readonly is: FailureKind | 'whole'
  /** Number of tries; null: any. */
  readonly tries: number | null
  readonly says: RegExp
  readonly serve: (exchange: Exchange, dialect: Dialect) => void
}

const anything = /./

const refusing =
  (status: number, error: unknown, headers: Record<string, string> = {}): TabledFault['serve'] =>
  ({ response }, { refusal }) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(refusal(error)))

/** Every fault of servers that is known here, by its name; each can happen in every dialect. */
export function faultTable(api: Dialect['api']): readonly TabledFault[] {
  return [
    ...refusals.map(({ name, status, error, headers, kind, tries, says }) => ({
      name: `${name} (${status})`,
      is: kind,
      tries,
      says,
      serve: refusing(status, error, headers),
    })),
    ...overflows.map(([status, error]) => ({
      name: `a full context: ${status} ${JSON.stringify(error).slice(0, 100)}`,
      is: 'context-overflow' as const,
      tries: 1,
      says: /too long/,
      serve: refusing(status, error),
    })),
    ...streamFaults.map(({ name, kind, kinds, tries, triesIn, act }) => ({
      name: `${name}, between its calls`,
      is: kinds?.[api] ?? kind,
      tries: kind === 'model-stalled' ? null : (triesIn?.[api] ?? tries),
      says: anything,
      serve: betweenCalls(act),
    })),
    ...answerFaults.map((fault) => ({ ...fault, tries: null, says: anything })),
  ]
}

const betweenCalls =
  (act: TabledFault['serve']): TabledFault['serve'] =>
  (exchange, dialect) => {
    startStream(exchange.response)
    exchange.response.write(dialect.events.slice(0, dialect.finishedAt - 2).join(''))
    setImmediate(() => act(exchange, dialect))
  }
