import type { Agent, ClientRequest, RequestOptions } from 'node:http'
import { authorization, tunnelAgent } from './open-request.ts'
import { proxyFor } from './proxy-for.ts'
import { trustedCertificates } from './trusted-certificates.ts'

/**
 * For libraries that make their requests themselves and take an agent: one that goes the way of `openRequest`, through the
 * user's proxy and trusting the system's certificates.
 */
export function agentFor(address: URL): Agent {
  const isSecure = address.protocol === 'https:'
  const proxy = proxyFor(address)
  if (proxy !== null) return isSecure ? tunnelAgent(proxy) : forwardingAgent(proxy)
  const ca = isSecure ? trustedCertificates() : undefined
  return newAgent(address.protocol, ca === undefined ? {} : { ca })
}

const newAgent = (protocol: string, options: object = {}): Agent => {
  const { Agent: Made } = process.getBuiltinModule(protocol === 'https:' ? 'node:https' : 'node:http')
  return new Made({ keepAlive: true, ...options })
}

/** What every agent has, though Node's types don't: it is called with each request before anything of it is sent. */
interface TakesRequests extends Agent {
  addRequest(request: ClientRequest, options: RequestOptions): void
}

/** Sends plain requests to a proxy, with their whole address. Source: RFC 9112, 3.2.2. */
function forwardingAgent(proxy: URL): Agent {
  const agent = newAgent(proxy.protocol) as TakesRequests
  const add = agent.addRequest.bind(agent)
  const { hostname, port, protocol } = proxy
  const to = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || (protocol === 'https:' ? 443 : 80) }
  const addRequest: TakesRequests['addRequest'] = (request, options) => {
    request.path = `http://${String(request.getHeader('host'))}${request.path}`
    for (const [name, value] of Object.entries(authorization(proxy))) request.setHeader(name, value)
    add(request, { ...options, ...to })
  }
  // A request is refused by an agent of another protocol than its own.
  return Object.assign(agent, { addRequest, protocol: 'http:' })
}
