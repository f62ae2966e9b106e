import { BlockList, isIP } from 'node:net'

/**
 * Addresses that are no server on the internet: this computer, the local network, and what is reserved. A page that is
 * fetched from there could be the router's, a cloud's metadata service or a database.
 * Source: IANA IPv4 and IPv6 Special-Purpose Address Registries (RFC 6890)
 */
const ranges4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const

/** The only range that IANA gives out for the internet; in it, tunnels to IPv4 and what is reserved. */
const global6 = ['2000::', 3] as const
const ranges6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const

const closed4 = new BlockList()
for (const [address, bits] of ranges4) closed4.addSubnet(address, bits, 'ipv4')
const open6 = new BlockList()
open6.addSubnet(...global6, 'ipv6')
const closed6 = new BlockList()
for (const [address, bits] of ranges6) closed6.addSubnet(address, bits, 'ipv6')

/** Whether an IP address is one of a server on the internet. Anything that is no address is not. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !closed4.check(address, 'ipv4')
    case 6:
      return open6.check(address, 'ipv6') && !closed6.check(address, 'ipv6')
    default:
      return false
  }
}
