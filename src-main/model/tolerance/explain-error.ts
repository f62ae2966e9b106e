import { parseOutside } from '../../../src-shared/base/excess.ts'
import { type Fault, FaultError } from '../fault.ts'
import type { Connection } from '../wire.ts'
import { badAddress, causes, explainNetwork, noAddress } from './explain-network.ts'
import { explainStatus } from './explain-status.ts'
import { cutOff, malformed } from './explain-stream.ts'
import { askedWait, serverText } from './server-text.ts'
import { StatusError } from './status-error.ts'

/** How far a request was when something was thrown. */
export interface Progress {
  /** The server had begun to answer. */
  readonly answered: boolean
  /** A part of the answer had arrived. */
  readonly started: boolean
  /** ms since 1970 */
  readonly now: number
}

/** Turns any error of a stream into a fault. Only this file knows the errors of `openai` and of `fetch`. */
export function explainError(at: Connection, error: unknown, progress: Progress): Fault {
  const chain = chainOf(error)
  for (const each of chain) {
    if (each instanceof FaultError) return each.fault
    if (each instanceof StatusError) return explainStatus(at, toldByStatus(each, progress.now))
  }
  if (badAddress(at)) return noAddress(at, String(error))
  if (error instanceof SyntaxError) return malformed(at, error.message)
  return explainConnection(at, error, progress)
}

function explainConnection(at: Connection, error: unknown, progress: Progress): Fault {
  const all = causes(error)
  const detail = all.map(({ text }) => text).join(': ')
  if (all.some(({ code }) => code.startsWith('HPE_'))) return malformed(at, detail)
  return progress.answered ? cutOff(at, detail) : explainNetwork(at, error)
}

// `openai` wraps whatever its `fetch` throws.
function chainOf(error: unknown): Error[] {
  const chain: Error[] = []
  for (let each = error; each instanceof Error && chain.length < 6; each = each.cause) chain.push(each)
  return chain
}

function toldByStatus({ status, headers, body }: StatusError, now: number) {
  const said = parsed(body)
  return {
    words: serverText(said, status),
    afterMs: retryAfter(headers, now) ?? askedWait(said),
    location: headers.get('location'),
  }
}

function parsed(text: string): unknown {
  try {
    return parseOutside(text)
  } catch {
    return text
  }
}

interface HeaderReader {
  get(name: string): string | null
}

/**
 * How long a server asks to wait, ms; null if it does not say. `retry-after` is in seconds or an HTTP date
 * (RFC 9110, 10.2.3), `retry-after-ms` in milliseconds.
 * @param now ms since 1970
 */
function retryAfter(headers: HeaderReader, now: number): number | null {
  const ms = amount(headers.get('retry-after-ms'))
  if (ms !== null) return ms
  const header = headers.get('retry-after')
  const seconds = amount(header)
  if (seconds !== null) return seconds * 1000
  const date = header === null ? Number.NaN : Date.parse(header)
  return Number.isNaN(date) ? null : Math.max(0, date - now)
}

function amount(text: string | null): number | null {
  if (text === null || !/^\s*\d+(\.\d+)?\s*$/.test(text)) return null
  return Number(text)
}
