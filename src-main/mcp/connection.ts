import { connectServer, isSessionLost, type McpTarget, type OpeningServer } from './connect-server.ts'
import { type Live, type McpRequests, requestsFor, type UseServer } from './offer-requests.ts'
import { openCalls } from './open-calls.ts'
import { type ToolRequests, toolRequests } from './tool-requests.ts'

/** Default time limit of the start, ms. */
const startWithin = 20_000
/** A server that is unused for this long is ended, ms. */
const idleFor = 600_000

/** Time limits that the user set for a server, ms; without one, the default is used. */
export interface McpTimeLimits {
  readonly startMs?: number | undefined
  /** Of a call, without progress. */
  readonly quietMs?: number | undefined
}

export interface McpConnection extends McpRequests, ToolRequests {
  /** The end of the program's standard error. */
  errors(): string
  close(): Promise<void>
}

/**
 * The connection to one server, opened on first use, and again after the server has ended. A server that is unused for
 * long is ended. Once it is closed, nothing is opened any more, and what is being opened is ended.
 * @param changed called when the server reports that its tools, prompts or resources have changed
 * @param gone called with the reason when the server has ended by itself
 */
export function openConnection(
  target: McpTarget,
  version: string,
  changed: () => void,
  { startMs = startWithin, quietMs }: McpTimeLimits = {},
  gone: (why: string) => void = () => undefined,
): McpConnection {
  const calls = openCalls()
  let opened: OpeningServer | null = null
  /** Other calls may still wait in them to hear the same. */
  const withoutSession: OpeningServer[] = []
  /** Of the latest process, also after its end. */
  let errors = () => ''
  const connected = (): Promise<Live> => {
    if (opened !== null) return opened.live
    const forget = () => {
      if (opened === fresh) opened = null
    }
    const heard = { changed, asked: calls.asked, gone, ended: forget }
    const fresh = connectServer(target, { version, startMs }, heard)
    errors = fresh.errors
    fresh.live.catch(forget)
    opened = fresh
    return fresh.live
  }
  const end = async () => {
    const last = opened
    opened = null
    await last?.close()
  }
  const lost = async (live: Live) => {
    const last = opened
    if (last === null || (await last.live.catch(() => null)) !== live || opened !== last) return
    opened = null
    withoutSession.push(last)
  }
  const quiet = () => {
    for (const each of withoutSession.splice(0)) void each.close()
  }
  const { use, close } = whileUsed({ connected, lost, quiet, end })
  return { ...requestsFor(use), ...toolRequests(use, calls, quietMs), errors: () => errors(), close }
}

interface Opened {
  connected(): Promise<Live>
  /** Its session is lost: whoever asks next gets another. */
  lost(live: Live): Promise<void>
  /** Nobody uses it at the moment. */
  quiet(): void
  end(): Promise<void>
}

/**
 * Uses the connection, and ends it once nobody does; `close` ends it for good. What a server refuses since it has lost
 * the session, and so has not done, is asked again in a new one.
 * Source: Model Context Protocol, Transports, Session Management
 */
function whileUsed({ connected, lost, quiet, end }: Opened) {
  let users = 0
  let isClosed = false
  let idle: NodeJS.Timeout | undefined
  const use: UseServer = async (work) => {
    if (isClosed) throw new Error('the server was ended')
    clearTimeout(idle)
    users += 1
    try {
      const live = await connected()
      try {
        return await work(live)
      } catch (thrown) {
        if (isClosed || !isSessionLost(thrown)) throw thrown
        await lost(live)
        return await work(await connected())
      }
    } finally {
      users -= 1
      if (users === 0) quiet()
      if (users === 0 && !isClosed) idle = setTimeout(() => void end(), idleFor).unref()
    }
  }
  const close = async () => {
    isClosed = true
    clearTimeout(idle)
    await end()
  }
  return { use, close }
}
