/** Indents JSON text; text that is not JSON, or is too long, is returned unchanged. */
export function prettyJson(text: string): string {
  if (text.length > 500_000) return text
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
