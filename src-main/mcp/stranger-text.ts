import { plainText } from '../../src-shared/base/plain-text.ts'
import { visible } from '../tools/text/visible.ts'

/** Characters of a server's text in a question. */
const maxText = 4000

/** A server's text as the user sees it: without hidden characters (T24), and cut. */
export const shown = (text: string): string => {
  const clean = visible(plainText(text))
  return clean.length <= maxText ? clean : `${clean.slice(0, maxText)}… (${clean.length - maxText} more characters)`
}

/** So that a reader sees whose words they are. */
export const quoted = (text: string): string => text.replace(/^/gm, '> ')

/** Text of a stranger in a question, which is shown as Markdown. */
export function fenced(text: string): string {
  const fence = '`'.repeat(Math.max(3, ...[...text.matchAll(/`{3,}/g)].map(([found]) => found.length + 1)))
  return `${fence}\n${text}\n${fence}`
}
