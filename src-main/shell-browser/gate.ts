import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { SessionRequest } from '../../src-shared/api/session-handshake.ts'

/**
 * Decides who may use the host over the loopback address: a page of this origin that was opened with the one-time token
 * of the printed address, or that has the secret for which the token was exchanged. The page keeps the secret in its
 * own storage. No cookie is set, so nothing that a browser adds to a request by itself grants access (T34). Other
 * sites fail the checks of `Host` (DNS rebinding) and `Origin`.
 */
export interface Gate {
  /** The token for the printed address. */
  readonly token: string
  /** Whether the request is addressed to this server and comes from no other site. */
  isOurs(request: IncomingMessage): boolean
  /**
   * A correct token becomes invalid. @returns the secret of the session; null if neither token nor secret is correct
   */
  admit(credentials: Pick<SessionRequest, 'token' | 'secret'>): string | null
}

export function createGate(port: number): Gate {
  const token = randomBytes(32).toString('base64url')
  const session = randomBytes(32).toString('base64url')
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`]
  let used = false

  function takeToken(candidate: string | null): boolean {
    if (used || candidate === null || !isSame(candidate, token)) return false
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
    admit: (credentials) => {
      const tookToken = takeToken(credentials.token)
      const known = credentials.secret !== null && isSame(credentials.secret, session)
      return tookToken || known ? session : null
    },
  }
}

/** Compares in constant time. */
function isSame(candidate: string, wanted: string): boolean {
  const a = Buffer.from(candidate)
  const b = Buffer.from(wanted)
  return a.length === b.length && timingSafeEqual(a, b)
}
