import { windowHeaders } from './content-policy.ts'

/** Vite marks its own inline script with it (electron.vite.config.ts): the policy of development lets that one in. */
export const devNonce = 'development'

/**
 * Headers of a window whose sources Vite serves: those of the built one, with Vite's inline script let in.
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
