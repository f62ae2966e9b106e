import type { Readable, Writable } from 'node:stream'
import type { AnyMessage, Stream } from '@agentclientprotocol/sdk'
import { z } from 'zod'
import { excessInJson } from '../../src-shared/base/excess.ts'
import type { AgentLimits } from './limits.ts'
import { lineReader } from './line-reader.ts'

/** Receives what passes. */
export interface WireListener {
  /** A `session/update`, as it came. */
  update(params: unknown): void
  /** A request of ours was answered; called before anything that the agent sends after it is looked at. */
  answered(method: string): void
  /** Something that the protocol does not know; the connection goes on. */
  oddity(text: string): void
  raw(direction: '→' | '←' | '!', line: string): void
}

export interface Wire {
  /** For the SDK: answers to what it asked, and requests of the agent. */
  readonly stream: Stream
  /** No more comes: the agent has ended. */
  close(): void
}

const id = z.union([z.string(), z.number()])
const response = z.object({ id, result: z.unknown().optional(), error: z.unknown().optional() })
const request = z.object({ id, method: z.string(), params: z.unknown().optional() })
const note = z.object({ method: z.string(), params: z.unknown().optional() })

/**
 * Stands between an agent's process and the SDK, which trusts what it reads.
 *
 * 1. Updates go to the listener in their order and are not checked against the SDK's schemas: kinds that are unknown
 *    today reach the listener too.
 * 2. An answer reaches the SDK once, and only if it was asked for.
 * 3. Lines that are no messages, messages that are too long and unknown notes are reported and skipped.
 */
export function openWire(
  from: Readable,
  to: Writable,
  limits: Pick<AgentLimits, 'maxLine' | 'maxRequests'>,
  listener: WireListener,
): Wire {
  const pending = new Map<string | number, string>()
  const asked = new Set<string | number>()
  let isClosed = false
  let incoming: ReadableStreamDefaultController<AnyMessage> | null = null
  const readable = new ReadableStream<AnyMessage>({
    start: (controller) => {
      incoming = controller
    },
    cancel: () => {
      isClosed = true
    },
  })
  const write = (message: unknown) => {
    const line = JSON.stringify(message)
    listener.raw('→', line)
    if (to.writable) to.write(`${line}\n`)
  }
  const writable = new WritableStream<AnyMessage>({
    write: (message) => {
      const sent = request.safeParse(message)
      if (sent.success) pending.set(sent.data.id, sent.data.method)
      else if ('id' in message && message.id !== null && message.id !== undefined) asked.delete(message.id)
      write(message)
    },
  })
  const pass = (message: AnyMessage) => {
    if (!isClosed) incoming?.enqueue(message)
  }
  const take = (line: string) => {
    if (isClosed) return
    listener.raw('←', line)
    const message = jsonOf(line)
    const came = request.safeParse(message)
    if (came.success) return takeRequest(came.data)
    const answer = response.safeParse(message)
    if (answer.success && !isNote(message)) return takeAnswer(answer.data)
    const noted = note.safeParse(message)
    if (!noted.success) return listener.oddity('It printed a line that is no message.')
    if (noted.data.method === 'session/update') listener.update(noted.data.params)
    else if (noted.data.method === '$/cancel_request') pass({ jsonrpc: '2.0', ...noted.data })
    return undefined
  }
  const takeRequest = (message: z.infer<typeof request>) => {
    if (asked.has(message.id)) return listener.oddity('It sent two requests with one id.')
    if (asked.size >= limits.maxRequests) {
      const error = { code: -32000, message: 'Too many requests are open.' }
      return write({ jsonrpc: '2.0', id: message.id, error })
    }
    asked.add(message.id)
    return pass({ jsonrpc: '2.0', id: message.id, method: message.method, params: message.params })
  }
  const takeAnswer = ({ id: of, result, error }: z.infer<typeof response>) => {
    const method = pending.get(of)
    if (method === undefined) return listener.oddity('It answered something that was not asked, or twice.')
    pending.delete(of)
    listener.answered(method)
    if (error === undefined) return pass({ jsonrpc: '2.0', id: of, result: result ?? {} })
    return pass({ jsonrpc: '2.0', id: of, error: errorOf(error) })
  }
  const lines = lineReader(limits.maxLine, take, (length) => {
    listener.raw('!', `a message of more than ${length} characters was dropped`)
    listener.oddity('It sent a message that is too long; it was dropped.')
  })
  from.on('data', (bytes: Uint8Array) => lines.push(bytes))
  const close = () => {
    if (isClosed) return
    isClosed = true
    incoming?.close()
  }
  from.on('error', () => undefined)
  // The end of the process is reported by its exit; a pipe that breaks is part of that.
  to.on('error', () => undefined)
  return { stream: { readable, writable }, close }
}

const isNote = (message: unknown): boolean => typeof message === 'object' && message !== null && 'method' in message

function jsonOf(line: string): unknown {
  if (excessInJson(line) !== null) return null
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

const errorShape = z.object({
  code: z.number().catch(-32603),
  message: z.string().catch(''),
  data: z.unknown().optional(),
})
const errorOf = (error: unknown) => errorShape.catch({ code: -32603, message: '', data: undefined }).parse(error)
