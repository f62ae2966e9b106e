import type { SessionRequest } from '../../src-shared/api/session-handshake.ts'

/**
 * What proves to the browser shell that this page is the user's. The printed address holds a token after `#`, which
 * the browser sends to nobody; it is exchanged once for a secret, which the page's own storage keeps for this origin.
 */
export interface PageSession {
  request(): SessionRequest
  /** Other tabs of this origin, and this one after a reload, are known by it. */
  keep(secret: string): void
}

const stored = 'stratagem-session'

/** @param renewed called when another tab was opened with a new address, which lets this one in, too */
export function openPageSession(renewed: () => void): PageSession {
  const token = tokenInAddress()
  // Neither the history nor a bookmark is to keep it.
  if (token !== null) history.replaceState(null, '', location.pathname)
  addEventListener('storage', ({ key, newValue }) => {
    if (key === stored && newValue !== null) renewed()
  })
  // A new address that is entered over an old one of the same port loads nothing by itself.
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
