import { readFileSync } from 'node:fs'
import { z } from 'zod'

const netLog = z.object({
  constants: z.object({ logEventTypes: z.record(z.string(), z.number()) }),
  events: z.array(z.object({ type: z.number(), params: z.record(z.string(), z.unknown()).optional() })),
})

/** What the browser engine did on the network, by its own log. */
export interface NetworkUse {
  /** Hosts of addresses that were requested, of names that were looked up, and of connections. */
  readonly hosts: ReadonlySet<string>
  /** `URL_REQUEST_START_JOB https://example.com/`, one for each use. */
  readonly uses: readonly string[]
  /** How many events were read. */
  readonly read: number
}

/**
 * Events that name whom the engine talks to. Whatever else it logs of a request (sockets, caches, proxies) comes of
 * these.
 */
const naming =
  /^(?:URL_REQUEST_START_JOB|CORS_REQUEST|HOST_RESOLVER_(?:MANAGER_(?:REQUEST|JOB)|DNS_TASK|SYSTEM_TASK)|DNS_TRANSACTION(?:_QUERY)?|TCP_CONNECT(?:_ATTEMPT)?|UDP_(?:CONNECT|BYTES_SENT|SEND_FROM)|SSL_CONNECT|QUIC_SESSION|CONNECT_JOB|TRANSPORT_CONNECT_JOB_CONNECT|HTTP_STREAM_(?:JOB_)?REQUEST|HTTP_STREAM_(?:JOB|REQUEST)_CONTROLLER|SOCKET_POOL(?:_CONNECTING_N_SOCKETS)?)$/

/** @param file written by `--log-net-log=FILE`; whole once the engine has ended */
export function readNetLog(file: string): NetworkUse {
  const { constants, events } = netLog.parse(JSON.parse(readFileSync(file, 'utf8')))
  const names = new Map(Object.entries(constants.logEventTypes).map(([name, number]) => [number, name]))
  const uses = events.flatMap(({ type, params = {} }) => {
    const name = names.get(type) ?? ''
    return naming.test(name) ? textsOf(params).map((text) => `${name} ${text}`) : []
  })
  return { uses, hosts: new Set(uses.map((use) => hostOf(use.slice(use.indexOf(' ') + 1)))), read: events.length }
}

const textsOf = (params: Readonly<Record<string, unknown>>): readonly string[] =>
  ['url', 'original_url', 'host', 'hostname', 'group_id', 'group_name', 'address', 'query_name'].flatMap((key) => {
    const value = params[key]
    return typeof value === 'string' && value !== '' ? [value] : []
  })

function hostOf(text: string): string {
  const plain = text.replace(/^(?:pm|ssl|socks|proxy|nik)\//, '').split(/[ <]/)[0] ?? ''
  const address = plain.includes('://') ? plain : `x://${plain}`
  try {
    return new URL(address).hostname || `${new URL(address).protocol}`
  } catch {
    return plain
  }
}
