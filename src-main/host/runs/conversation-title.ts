export const newConversationTitle = 'New conversation'
const longest = 72
/** Characters of a message that are looked at. */
const seen = 10_000

/** A title from the first message: its first meaningful line, cut between words. */
export function titleFrom(message: string): string {
  const line = message
    .trimStart()
    .slice(0, seen)
    .split('\n')
    .map((each) => each.replace(/\s+/g, ' ').trim())
    .find((each) => each !== '')
  if (line === undefined) return newConversationTitle
  if (line.length <= longest) return line
  const cut = line.slice(0, longest - 1)
  const space = cut.lastIndexOf(' ')
  return `${space > longest / 2 ? cut.slice(0, space) : cut}…`
}
