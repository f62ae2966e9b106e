import { windowHeaders } from './content-policy.ts'

/** The nonce of Vite's inline script (electron.vite.config.ts), which the development policy allows. */
export const devNonce = 'development'

/**
 * Headers of a window served by Vite: those of the built one, plus Vite's inline script.
 * @param connect further addresses the window may connect to, such as Vite's own socket
 */
export function devHeaders(connect: readonly string[]): Record<string, string> {
  const headers = windowHeaders(connect)
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      value.replace("script-src 'self'", `script-src 'self' 'nonce-${devNonce}'`),
    ]),
  )
}
