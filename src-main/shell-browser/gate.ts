import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { SessionRequest } from '../../src-shared/api/session-handshake.ts'

/**
 * Who may use the host over the loopback address: a page of this very origin that was opened with the one-time token
 * of the printed address, or that holds the secret which the token was exchanged for. The page keeps the secret in its
 * own storage. No cookie is set, so nothing that a browser adds by itself to a request is worth anything (T34). Other
 * sites fail the checks of `Host` (DNS rebinding) and `Origin`.
 */
export interface Gate {
  /** The token, for the address that is printed. */
  readonly token: string
  /** Whether the request names this server itself, and comes from no other site. */
  isOurs(request: IncomingMessage): boolean
  /** Uses the token up, if it is right. @returns the secret of the session; null when neither token nor secret is right */
  admit(given: Pick<SessionRequest, 'token' | 'secret'>): string | null
}

export function createGate(port: number): Gate {
  const token = randomBytes(32).toString('base64url')
  const session = randomBytes(32).toString('base64url')
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`]
  let used = false

  function takeToken(given: string | null): boolean {
    if (used || given === null || !isSame(given, token)) return false
    used = true
    return true
  }

  return {
    token,
    isOurs: ({ headers }) => {
      const origin = headers.origin
      if (headers.host === undefined || !hosts.includes(headers.host)) return false
      return origin === undefined || origin === `http://${headers.host}`
    },
    admit: (given) => {
      const tookToken = takeToken(given.token)
      const known = given.secret !== null && isSame(given.secret, session)
      return tookToken || known ? session : null
    },
  }
}

/** Compares without giving away by its time how much was right. */
function isSame(given: string, wanted: string): boolean {
  const a = Buffer.from(given)
  const b = Buffer.from(wanted)
  return a.length === b.length && timingSafeEqual(a, b)
}
