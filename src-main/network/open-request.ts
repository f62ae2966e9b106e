import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http'
import type { Agent } from 'node:https'
import type { Socket } from 'node:net'
import type { ConnectionOptions } from 'node:tls'
import { proxyFor } from './proxy-for.ts'
import { trustedCertificates } from './trusted-certificates.ts'

/** Time that a proxy has to connect, ms. */
const connectWithin = 10_000

// Imported in the usual way, `node:http` brings Node's own `fetch` with it, which takes 30 ms; and most local endpoints
// need no TLS.
const http = () => process.getBuiltinModule('node:http')
const https = () => process.getBuiltinModule('node:https')

/**
 * Begins an HTTP request: through the proxy that the user's environment names for the address, and trusting the system's
 * certificates. A proxy that does not connect is an error with the code `EPROXY`.
 */
export function openRequest(
  address: URL,
  options: RequestOptions,
  answered: (message: IncomingMessage) => void,
): ClientRequest {
  const proxy = proxyFor(address)
  const ca = address.protocol === 'https:' ? trustedCertificates() : undefined
  const own = ca === undefined ? options : { ...options, ca }
  if (proxy === null) return (address.protocol === 'https:' ? https() : http()).request(address, own, answered)
  // The proxy looks the host up.
  const { lookup: _, agent: __, ...rest } = own
  if (address.protocol === 'https:') return https().request(address, { ...rest, agent: tunnelAgent(proxy) }, answered)
  const path = `${address.origin}${address.pathname}${address.search}`
  const headers = { ...headersOf(rest), host: address.host, ...authorization(proxy) }
  return (proxy.protocol === 'https:' ? https() : http()).request(proxy, { ...rest, path, headers }, answered)
}

const headersOf = ({ headers }: RequestOptions) => (Array.isArray(headers) ? {} : headers)

/** The header with which a proxy's user signs in, if its address names one. */
export function authorization({ username, password }: URL): Record<string, string> {
  if (username === '') return {}
  const words = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return { 'proxy-authorization': `Basic ${Buffer.from(words).toString('base64')}` }
}

/** One for each proxy, so that connections are used again. */
const agents = new Map<string, Agent>()

/** Connects through a tunnel that the proxy opens (CONNECT). */
export function tunnelAgent(proxy: URL): Agent {
  const known = agents.get(proxy.href)
  if (known !== undefined) return known
  const tls = process.getBuiltinModule('node:tls')
  const ca = trustedCertificates()
  const agent = new (https().Agent)({ keepAlive: true, ...(ca !== undefined && { ca }) })
  agent.createConnection = (options, done) => {
    const { port = 443, servername } = options
    const host = options.host ?? ''
    openTunnel(proxy, `${host.includes(':') ? `[${host}]` : host}:${port}`, (failure, socket) => {
      if (socket === null) return void done?.(failure ?? new Error('no connection'), null as never)
      const name = servername ?? host
      const more: ConnectionOptions = { socket, ...(name !== '' && { servername: name }) }
      const secure = tls.connect(Object.assign({}, options, more))
      done?.(null, secure)
    })
    return undefined
  }
  agents.set(proxy.href, agent)
  return agent
}

function openTunnel(proxy: URL, target: string, done: (failure: Error | null, socket: Socket | null) => void): void {
  const failed = (why: string, cause?: unknown) =>
    done(
      Object.assign(new Error(`the proxy ${proxy.host} ${why}`, cause === undefined ? {} : { cause }), {
        code: 'EPROXY',
      }),
      null,
    )
  const headers = { host: target, ...authorization(proxy) }
  const request = (proxy.protocol === 'https:' ? https() : http()).request(proxy, {
    method: 'CONNECT',
    path: target,
    headers,
    agent: false,
    timeout: connectWithin,
  })
  request.once('connect', ({ statusCode = 0 }, socket) => {
    if (statusCode === 200) return done(null, socket)
    socket.destroy()
    return failed(`answered with status ${statusCode}`)
  })
  request.once('response', (message) => {
    message.destroy()
    failed(`answered with status ${message.statusCode ?? 0}`)
  })
  request.once('timeout', () => request.destroy(new Error('it took too long')))
  request.once('error', (error) => failed('can’t be reached', error))
  request.end()
}
