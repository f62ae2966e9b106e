/** The first line of a text, from 1, on which a word stands in quotes; 0 if it does not. */
export function lineIn(text: string, quoted: string): number {
  const at = text.split('\n').findIndex((line) => line.includes(`'${quoted}'`) || line.includes(`"${quoted}"`))
  return at + 1
}
