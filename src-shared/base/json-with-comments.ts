/**
 * JSON as editors' settings have it, with comments and commas after the last value, as plain JSON text. Text in quotes
 * stays as it is. What is not closed ends with its line, or the text: the time grows with the length alone.
 */
export function withoutComments(text: string): string {
  const plain = text.replace(
    /("(?:[^"\\\n]|\\.)*"?)|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g,
    (_, quoted?: string) => quoted ?? ' ',
  )
  return plain.replace(/("(?:[^"\\\n]|\\.)*"?)|,(?=\s*[\]}])/g, (_, quoted?: string) => quoted ?? '')
}

/** A value of JSON as editors' settings have it; null if it is none. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return parsedLoosely(text)
  }
}

function parsedLoosely(text: string): unknown {
  try {
    return JSON.parse(withoutComments(text))
  } catch {
    return null
  }
}
