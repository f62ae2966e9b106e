import type { Connection } from '../wire.ts'

/** The endpoint's name in messages: `http://localhost:11434/v1 (profile “Ollama”)`. */
export function endpointName(connection: Connection): string {
  return `${shownAddress(connection.profile.baseUrl)} (profile “${connection.profile.name}”)`
}

/** A base URL without parts that may be secret: user, password, query. */
export function shownAddress(baseUrl: string): string {
  if (!URL.canParse(baseUrl)) return baseUrl.slice(0, 200)
  const url = new URL(baseUrl)
  return `${url.origin}${url.pathname}`.replace(/\/$/, '')
}

/** The address that the user probably meant; null if the base URL already ends in a version. */
export function suggestAddress(baseUrl: string): string | null {
  if (!URL.canParse(baseUrl)) return null
  const plain = shownAddress(baseUrl)
  const cut = plain.replace(/\/(chat\/completions|completions|models|responses)$/, '')
  if (cut !== plain) return cut
  return /\/v\d+[a-z]*(\/[a-z]+)?$/.test(plain) ? null : `${plain}/v1`
}
