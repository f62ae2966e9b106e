import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/**
 * Who may use the host over the loopback address: a browser that was handed the one-time token, and keeps the
 * cookie it was exchanged for. Other sites in the same browser can't send the cookie (SameSite) and fail the
 * checks of `Host` (DNS rebinding) and `Origin`.
 */
export interface Gate {
  /** The token, for the address that is printed. */
  readonly token: string
  /** Whether the request names this server itself, and comes from no other site. */
  isOurs(request: IncomingMessage): boolean
  isKnown(request: IncomingMessage): boolean
  /** Takes the token once. @returns the cookie to set, or null where the token is wrong or used up */
  exchange(token: string): string | null
}

export function createGate(port: number): Gate {
  const token = randomBytes(32).toString('base64url')
  const session = randomBytes(32).toString('base64url')
  // Cookies don't know ports: two servers on one machine must not overwrite each other's.
  const cookieName = `stratagem_${port}`
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`]
  let used = false
  return {
    token,
    isOurs: ({ headers }) => {
      const origin = headers.origin
      if (headers.host === undefined || !hosts.includes(headers.host)) return false
      return origin === undefined || origin === `http://${headers.host}`
    },
    isKnown: ({ headers }) => same(cookieIn(headers.cookie ?? '', cookieName), session),
    exchange: (given) => {
      if (used || !same(given, token)) return null
      used = true
      return `${cookieName}=${session}; HttpOnly; SameSite=Strict; Path=/`
    },
  }
}

function cookieIn(header: string, name: string): string {
  const pair = header
    .split(';')
    .map((each) => each.trim())
    .find((each) => each.startsWith(`${name}=`))
  return pair?.slice(name.length + 1) ?? ''
}

/** Compares without telling by its time how much was right. */
function same(given: string, wanted: string): boolean {
  const a = Buffer.from(given)
  const b = Buffer.from(wanted)
  return a.length === b.length && timingSafeEqual(a, b)
}
