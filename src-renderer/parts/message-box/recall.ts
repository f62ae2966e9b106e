/**
 * Goes through the messages that were sent before, as a shell does. Only from an empty box, or from one that holds such a message:
 * what is being written is never replaced.
 * @param sent newest first
 * @param caret where it stands in the text; in a later line the arrow moves it up as usual
 * @returns the text to show; null if the key is not for this
 */
export function recalled(sent: readonly string[], text: string, caret: number, key: string): string | null {
  const unique = [...new Set(sent)]
  const at = text === '' ? -1 : unique.indexOf(text)
  if (text !== '' && at === -1) return null
  if (key === 'ArrowUp') return text.slice(0, caret).includes('\n') ? null : (unique[at + 1] ?? null)
  if (key !== 'ArrowDown' || at === -1 || text.slice(caret).includes('\n')) return null
  return unique[at - 1] ?? ''
}
