import { BlockList, isIP } from 'node:net'

/**
 * The proxy that the user's environment names for an address: `HTTPS_PROXY` or `HTTP_PROXY` by its protocol, else
 * `ALL_PROXY`; null: none, or `NO_PROXY` excepts the host. Never one for this computer itself.
 * Small letters count before capitals, as in curl.
 */
export function proxyFor(address: URL, environment: NodeJS.ProcessEnv = process.env): URL | null {
  const host = address.hostname.replace(/^\[|\]$/g, '').toLowerCase()
  if (isHere(host) || isExcepted(host, portOf(address), variable('no_proxy', environment))) return null
  const named = variable(`${address.protocol.slice(0, -1)}_proxy`, environment) || variable('all_proxy', environment)
  const whole = named === '' || /^[a-z][a-z\d+.-]*:\/\//i.test(named) ? named : `http://${named}`
  if (!URL.canParse(whole)) return null
  const proxy = new URL(whole)
  return /^https?:$/.test(proxy.protocol) ? proxy : null
}

const variable = (name: string, environment: NodeJS.ProcessEnv): string =>
  (environment[name] || environment[name.toUpperCase()] || '').trim()

const portOf = ({ port, protocol }: URL): string => port || (protocol === 'https:' ? '443' : '80')

const isHere = (host: string): boolean => /^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|::1|0\.0\.0\.0|::)$/.test(host)

function isExcepted(host: string, port: string, list: string): boolean {
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .some((entry) => {
      if (entry === '' || entry === '*') return entry === '*'
      const [, name = '', only] = /^\[?(.+?)\]?(?::(\d+))?$/.exec(isIP(entry) === 6 ? `[${entry}]` : entry) ?? []
      if (only !== undefined && only !== port) return false
      const [network = '', bits] = name.split('/')
      if (bits !== undefined) return isWithin(host, network, Number(bits))
      const plain = name.replace(/^\*?\./, '')
      return host === plain || host.endsWith(`.${plain}`)
    })
}

function isWithin(host: string, network: string, bits: number): boolean {
  const version = isIP(host)
  if (version === 0 || version !== isIP(network) || !(bits >= 0 && bits <= (version === 4 ? 32 : 128))) return false
  const family = version === 4 ? 'ipv4' : 'ipv6'
  const list = new BlockList()
  list.addSubnet(network, bits, family)
  return list.check(host, family)
}
