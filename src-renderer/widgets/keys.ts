/** Keys are written as `mod+shift+k`, `Escape` or `[` everywhere. `mod` is ⌘ on a Mac and Ctrl elsewhere. */
const onMac = /mac/i.test(navigator.platform)

const macNames: Record<string, string> = { mod: '⌘', shift: '⇧', alt: '⌥', ctrl: '⌃' }
const plainNames: Record<string, string> = { mod: 'Ctrl', shift: 'Shift', alt: 'Alt', ctrl: 'Ctrl' }
const keyNames: Record<string, string> = {
  Escape: 'Esc',
  Enter: '↵',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Delete: 'Del',
  Space: 'Space',
}

/** The displayed form: `⌘⇧K` on a Mac, `Ctrl+Shift+K` elsewhere. */
export function keyLabel(keys: string): string {
  const names = keys.split('+').map((part) => {
    const named = (onMac ? macNames : plainNames)[part] ?? keyNames[part]
    return named ?? (part.length === 1 ? part.toUpperCase() : part)
  })
  return names.join(onMac ? '' : '+')
}

/** Whether a key press matches `keys`. */
export function matchesKeys(event: KeyboardEvent, keys: string): boolean {
  const parts = keys.split('+')
  const key = parts.at(-1) ?? ''
  const wantsMod = parts.includes('mod')
  const mod = onMac ? event.metaKey : event.ctrlKey
  const other = onMac ? event.ctrlKey : event.metaKey
  if (mod !== wantsMod || other) return false
  if (event.altKey !== parts.includes('alt')) return false
  // With Alt, letters produce other characters on a Mac, so the physical key is compared.
  if (parts.includes('alt') && /^[a-z]$/.test(key)) return event.code === `Key${key.toUpperCase()}`
  // A character such as `?` needs Shift only on some keyboards.
  const isSign = key.length === 1 && !/[a-z0-9]/i.test(key)
  if (!isSign && event.shiftKey !== parts.includes('shift')) return false
  return event.key.toLowerCase() === key.toLowerCase() || (key === 'Space' && event.key === ' ')
}
