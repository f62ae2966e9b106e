/**
 * JSON as editors' settings have it, with comments and commas after the last value, as plain JSON text. Text in quotes
 * stays as it is.
 */
export function withoutComments(text: string): string {
  const plain = text.replace(
    /("(?:[^"\\\n]|\\.)*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g,
    (_, quoted?: string) => quoted ?? ' ',
  )
  return plain.replace(/("(?:[^"\\\n]|\\.)*")|,(?=\s*[\]}])/g, (_, quoted?: string) => quoted ?? '')
}
