/** The first line of a text, from 1, that contains a word in quotes; 0 if none does. */
export function lineIn(text: string, quoted: string): number {
  const at = text.split('\n').findIndex((line) => line.includes(`'${quoted}'`) || line.includes(`"${quoted}"`))
  return at + 1
}
