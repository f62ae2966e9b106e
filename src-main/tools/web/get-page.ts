import { lookup as lookUp } from 'node:dns/promises'
import type { IncomingMessage } from 'node:http'
import { isIP, type LookupFunction } from 'node:net'
import { openRequest } from '../../network/open-request.ts'
import { proxyFor } from '../../network/proxy-for.ts'
import { isPublicAddress } from './public-address.ts'

/** Time limit of a request, its redirects included, ms. */
const within = 30_000
/** Maximum bytes that are read of a page. */
const maxBytes = 5_000_000
const maxRedirects = 5

export type Page =
  | { readonly kind: 'page'; readonly url: string; readonly type: string; readonly text: string; readonly cut: boolean }
  /** To another host, which needs an approval of its own. */
  | { readonly kind: 'elsewhere'; readonly url: string }
  /** A sentence. */
  | { readonly kind: 'failed'; readonly why: string }

/** All IP addresses of a host. */
export type Resolve = (host: string) => Promise<readonly string[]>
export interface WebPorts {
  readonly resolve: Resolve
  /** Whether pages may be read from this IP address. */
  isAllowed(address: string): boolean
}
export const webPorts: WebPorts = {
  resolve: async (host) => (await lookUp(host, { all: true })).map(({ address }) => address),
  isAllowed: isPublicAddress,
}

/**
 * Reads a page by GET, without cookies, keys or a referrer.
 *
 * 1. The host's addresses are looked up once, all have to be allowed, and the connection goes to one of these very
 *    addresses: a second lookup could answer otherwise. A proxy that the user's environment names looks up itself, and
 *    also names that only it knows.
 * 2. Redirects are followed on the same host only, each looked at like the first address.
 * 3. Bytes and time are limited, and only text is read.
 */
export async function getPage(address: URL, signal: AbortSignal, ports: WebPorts = webPorts): Promise<Page> {
  const limit = AbortSignal.timeout(within)
  try {
    return await follow(address, AbortSignal.any([signal, limit]), ports)
  } catch (thrown) {
    if (signal.aborted) throw thrown
    if (limit.aborted) return failed(`${address.host} did not answer within ${within / 1000} seconds.`)
    return failed(`${address.host} can't be read: ${thrown instanceof Error ? thrown.message : String(thrown)}.`)
  }
}

async function follow(first: URL, signal: AbortSignal, ports: WebPorts): Promise<Page> {
  let address = first
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    const allowed = await allowedAddresses(address, ports)
    if (typeof allowed === 'string') return failed(allowed)
    const answer = await request(address, allowed, signal)
    const next = redirectOf(answer, address)
    if (next === null) return await read(answer, address)
    answer.destroy()
    if (!/^https?:$/.test(next.protocol))
      return failed(`${address.href} redirects to ${next.href}, which is no web page.`)
    if (!staysAt(address, next)) return { kind: 'elsewhere', url: next.href }
    address = next
  }
  return failed(`${first.href} redirects more than ${maxRedirects} times.`)
}

/**
 * Whether a redirect leads to the origin that was allowed, or to the same host by https in place of http. Never the
 * other way: what is asked and answered could be read and changed on its way.
 */
const staysAt = (from: URL, to: URL): boolean =>
  to.origin === from.origin || (from.protocol === 'http:' && to.protocol === 'https:' && to.host === from.host)

const orNone = (mayBeUnknown: boolean) => (thrown: unknown) => {
  if (!mayBeUnknown) throw thrown
  return []
}

async function allowedAddresses(address: URL, ports: WebPorts): Promise<readonly string[] | string> {
  const host = address.hostname.replace(/^\[|\]$/g, '')
  const isName = isIP(host) === 0
  // Behind a proxy names may be known to it alone; a name without a dot is one of the user's own network.
  const isProxied = isName && host.includes('.') && proxyFor(address) !== null
  const addresses = isName ? await ports.resolve(host).catch(orNone(isProxied)) : [host]
  if (isProxied && addresses.length === 0) return []
  if (addresses.length > 0 && addresses.every((each) => ports.isAllowed(each))) return addresses
  return `${host} is on this computer or in a private network, and pages are read only from the internet.`
}

function request(address: URL, addresses: readonly string[], signal: AbortSignal): Promise<IncomingMessage> {
  const found = addresses.map((each) => ({ address: each, family: isIP(each) }))
  const lookup: LookupFunction = (_host, { all }, done) => {
    const [one] = found
    if (all || one === undefined) done(null, found)
    else done(null, one.address, one.family)
  }
  const headers = {
    accept: 'text/html, text/*;q=0.9, application/json;q=0.8, */*;q=0.1',
    'accept-encoding': 'identity',
    'user-agent': 'Stratagem',
  }
  return new Promise((resolve, reject) => {
    openRequest(address, { headers, lookup, signal, agent: false }, resolve).on('error', reject).end()
  })
}

function redirectOf({ statusCode = 0, headers: { location } }: IncomingMessage, from: URL): URL | null {
  if (statusCode < 300 || statusCode > 399 || location === undefined) return null
  return URL.canParse(location, from) ? new URL(location, from) : null
}

async function read(answer: IncomingMessage, address: URL): Promise<Page> {
  const { statusCode = 0, headers } = answer
  const type = (headers['content-type'] ?? '').toLowerCase()
  if (statusCode < 200 || statusCode > 299) {
    answer.destroy()
    return failed(`${address.href} answered with status ${statusCode}.`)
  }
  if (!isText(type)) {
    answer.destroy()
    return failed(`${address.href} is not text: ${type === '' ? 'its type is not given' : type}.`)
  }
  const parts: Buffer[] = []
  let size = 0
  for await (const part of answer) {
    const bytes = Buffer.from(part)
    parts.push(bytes.subarray(0, maxBytes - size))
    size += bytes.length
    if (size >= maxBytes) break
  }
  return { kind: 'page', url: address.href, type, text: decoded(Buffer.concat(parts), type), cut: size > maxBytes }
}

const isText = (type: string): boolean =>
  /^(text\/|application\/([\w.+-]*\+)?(json|xml|javascript|yaml|toml))/.test(type)

function decoded(bytes: Buffer, type: string): string {
  const label = /charset="?([\w-]+)/.exec(type)?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(label).decode(bytes)
  } catch {
    return bytes.toString('utf8')
  }
}

const failed = (why: string): Page => ({ kind: 'failed', why })
