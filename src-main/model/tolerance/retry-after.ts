interface HeaderReader {
  get(name: string): string | null
}

/**
 * How long a server asks to wait, ms; null where it does not say. `retry-after` is in seconds or an HTTP date
 * (RFC 9110, 10.2.3), `retry-after-ms` in milliseconds.
 * @param now ms since 1970
 */
export function retryAfter(headers: HeaderReader, now: number): number | null {
  const ms = amount(headers.get('retry-after-ms'))
  if (ms !== null) return ms
  const given = headers.get('retry-after')
  const seconds = amount(given)
  if (seconds !== null) return seconds * 1000
  const date = given === null ? Number.NaN : Date.parse(given)
  return Number.isNaN(date) ? null : Math.max(0, date - now)
}

function amount(text: string | null): number | null {
  if (text === null || !/^\s*\d+(\.\d+)?\s*$/.test(text)) return null
  return Number(text)
}
