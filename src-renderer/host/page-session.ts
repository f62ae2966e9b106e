import type { SessionRequest } from '../../src-shared/api/session-handshake.ts'

/**
 * Authenticates this page to the browser shell. The printed address holds a token after `#`, which browsers never send;
 * the page exchanges it once for a secret and keeps that in its origin's storage.
 */
export interface PageSession {
  request(): SessionRequest
  /** Identifies other tabs of this origin, and this tab after a reload. */
  keep(secret: string): void
}

const stored = 'stratagem-session'

/** @param renewed called when another tab opened a new address, whose secret also authenticates this tab */
export function openPageSession(renewed: () => void): PageSession {
  const token = tokenInAddress()
  // Removed so that neither history nor bookmarks contain the token.
  if (token !== null) history.replaceState(null, '', location.pathname)
  addEventListener('storage', ({ key, newValue }) => {
    if (key === stored && newValue !== null) renewed()
  })
  // Changing only the hash of the address does not reload the page.
  addEventListener('hashchange', () => {
    if (tokenInAddress() !== null) location.reload()
  })
  return {
    request: () => ({ kind: 'session', token, secret: localStorage.getItem(stored) }),
    keep: (secret) => {
      if (localStorage.getItem(stored) !== secret) localStorage.setItem(stored, secret)
    },
  }
}

function tokenInAddress(): string | null {
  return new URLSearchParams(location.hash.slice(1)).get('token')
}
