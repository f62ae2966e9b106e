/**
 * What the window may load: its own files and nothing else, so that neither a script in a model's text nor a
 * picture in it reaches the network (T19, T20). Styles may be inline, since positioned popups need them.
 * Source: Content Security Policy Level 3.
 * @param connect further addresses the window may connect to
 */
function contentPolicy(connect: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "worker-src 'self'",
    `connect-src ${["'self'", ...connect].join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Headers of every response of a shell to the window. */
export function windowHeaders(connect: readonly string[]): Record<string, string> {
  return {
    'content-security-policy': contentPolicy(connect),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    // Servers on other ports are the same site: without this they might share a process with the window.
    'origin-agent-cluster': '?1',
    'cache-control': 'no-store',
  }
}
