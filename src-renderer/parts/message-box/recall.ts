/**
 * Browses previously sent messages with the arrow keys, as shells do. Works only in an empty box or one that contains
 * such a message, so that unsent text is never replaced.
 * @param sent newest first
 * @param caret index in the text; on lines after the first, the arrow moves the caret as usual
 * @returns the text to show; null if the key is not handled
 */
export function recallMessage(sent: readonly string[], text: string, caret: number, key: string): string | null {
  const unique = [...new Set(sent)]
  const at = text === '' ? -1 : unique.indexOf(text)
  if (text !== '' && at === -1) return null
  if (key === 'ArrowUp') return text.slice(0, caret).includes('\n') ? null : (unique[at + 1] ?? null)
  if (key !== 'ArrowDown' || at === -1 || text.slice(caret).includes('\n')) return null
  return unique[at - 1] ?? ''
}
