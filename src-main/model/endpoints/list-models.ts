import { z } from 'zod'
import { parseOutside } from '../../../src-shared/base/excess.ts'
import { type Fault, FaultError } from '../fault.ts'
import { Halt } from '../halt.ts'
import { messagesAddress, messagesHeaders } from '../messages/messages-address.ts'
import { openClient, sendingTo } from '../open-client.ts'
import { explainError } from '../tolerance/explain-error.ts'
import { webPage } from '../tolerance/explain-stream.ts'
import { plainFetch } from '../tolerance/plain-fetch.ts'
import { readText, sniffBody } from '../tolerance/sniff-body.ts'
import { watchBody } from '../tolerance/watch-body.ts'
import type { Connection } from '../wire.ts'

/** Maximum size of a list, bytes; OpenRouter's is under 1 MB. */
const maxBytes = 8_000_000
/** Timeout, ms; servers that have a list send it immediately. */
const maxWaitMs = 20_000

const entry = z.object({ id: z.string().optional(), name: z.string().optional() })
const list = z.union([
  z.object({ data: z.array(entry) }).transform(({ data }) => data),
  z.object({ models: z.array(entry) }).transform(({ models }) => models),
  z.array(entry),
])

export type ModelList =
  | { readonly ok: true; readonly models: readonly string[] }
  | { readonly ok: false; readonly fault: Fault }

/** The models that an endpoint lists, in alphabetical order. Never rejects. */
export async function listModels(connection: Connection, now: number, signal: AbortSignal): Promise<ModelList> {
  const halt = new Halt(signal, { idleMs: Math.min(maxWaitMs, connection.profile.idleLimitMs), barrenMs: maxWaitMs })
  try {
    const text = await read(connection, halt)
    const found = list.parse(parseOutside(text))
    const names = found.flatMap((each) => each.id ?? each.name ?? [])
    return { ok: true, models: [...new Set(names)].sort((a, b) => a.localeCompare(b)) }
  } catch (error) {
    const progress = { answered: halt.answered, started: false, now }
    return { ok: false, fault: explainError(connection, error, progress) }
  } finally {
    halt.end('enough')
    halt.close()
  }
}

async function read(connection: Connection, halt: Halt): Promise<string> {
  const watch = { signal: halt.signal, alive: () => halt.alive() }
  const response = await ask(connection, halt.signal)
  watch.alive()
  if (response.body === null) return ''
  const { kind, body } = await sniffBody(watchBody(response.body, watch))
  const text = await readText(body, maxBytes)
  if (kind === 'page') throw new FaultError(webPage(connection, text.slice(0, 500)))
  return text
}

async function ask(connection: Connection, signal: AbortSignal): Promise<Response> {
  if (connection.profile.api !== 'messages')
    return openClient(connection.profile.baseUrl).get('/models', sendingTo(connection, signal)).asResponse()
  const url = messagesAddress(connection, 'models')
  url.searchParams.set('limit', '1000')
  return plainFetch(url, { method: 'GET', headers: messagesHeaders(connection), signal })
}
