import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client'

/** A call that reached the server, perhaps, and has no result: the server may have done it wholly, in part or not at all. */
export class UnclearEnd extends Error {
  readonly isCut: boolean

  /** @param isCut whether the connection ended, so that the same call can have a result another time */
  constructor(why: string, isCut: boolean) {
    super(why)
    this.isCut = isCut
  }
}

const cutText = 'the connection ended before the whole result had arrived'
const cutCode = -32_000
/** Errors of connections that were never made: nothing was sent. */
const neverConnected = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EPROXY|ERR_TLS.*|.*CERT.*)$/
const brokenSocket = new Set<unknown>(['ECONNRESET', 'EPIPE'])
/** A gateway has lost the server in the middle of the request. Source: RFC 9110, 15.6.3 and 15.6.5 */
const lostByGateway = new Set([502, 504])

/** A failed request as an unclear end; null if the server has answered it, or was never asked. */
export function unclearEnd(thrown: unknown): UnclearEnd | null {
  if (!(thrown instanceof Error)) return null
  if (codeOf(thrown) === cutCode && thrown.message.includes(cutText)) return new UnclearEnd(cutText, true)
  if ('status' in thrown && lostByGateway.has(Number(thrown.status)))
    return new UnclearEnd(`a gateway before it answered with status ${String(thrown.status)}`, false)
  // Of `fetch`: what an answer's head or body lacked. Of a JSON text: its end.
  if (thrown instanceof SyntaxError || brokenSocket.has(codeOf(thrown))) return new UnclearEnd(cutText, true)
  if (!(thrown instanceof TypeError)) return null
  const isSent = !neverConnected.test(String(codeOf(thrown.cause)))
  if (thrown.message === 'terminated' || (thrown.message === 'fetch failed' && isSent))
    return new UnclearEnd(cutText, true)
  return null
}

const codeOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'code' in value ? value.code : null

/**
 * Has a request whose stream of events ends without its result fail at once; otherwise it would wait for its time limit.
 * To be called before the client connects. Source: Model Context Protocol, Transports, Sending Messages to the Server
 */
export function failWithStream(transport: Transport): void {
  const waiting = new Set<string | number>()
  const send = transport.send.bind(transport)
  transport.onmessage = (message: JSONRPCMessage) => {
    if (!('method' in message) && 'id' in message && message.id !== undefined) waiting.delete(message.id)
  }
  transport.send = async (message, options) => {
    if (!('method' in message && 'id' in message)) return send(message, options)
    const { id } = message
    waiting.add(id)
    const onRequestStreamEnd = () => {
      options?.onRequestStreamEnd?.()
      if (waiting.delete(id)) transport.onmessage?.({ jsonrpc: '2.0', id, error: { code: cutCode, message: cutText } })
    }
    return send(message, { ...options, onRequestStreamEnd })
  }
}
