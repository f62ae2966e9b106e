import type { Connection } from '../wire.ts'

/** Placeholder for the profile's key in the value of a header. */
const keySign = '{key}'

/**
 * The key in the header that the API expects, and the profile's own headers. If one of those contains the key, it is
 * sent only there.
 */
export function headersFor(
  { profile, key }: Connection,
  usual: (key: string) => { readonly [name: string]: string },
): Headers {
  const own = Object.entries(profile.headers ?? {})
  const holdsKey = own.some(([, value]) => value.includes(keySign))
  const headers = new Headers(key === null || holdsKey ? {} : usual(key))
  for (const [name, value] of own) {
    if (key === null && value.includes(keySign)) continue
    headers.set(name, value.replaceAll(keySign, key ?? ''))
  }
  return headers
}
