/** JSON text, indented for the eye; text that is no JSON, or too long to be worth it, as it is. */
export function prettyJson(text: string): string {
  if (text.length > 500_000) return text
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
