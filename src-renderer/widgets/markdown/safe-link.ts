import { revealHidden } from '../../../src-shared/base/hidden-characters.ts'

/** The safe form of a link in untrusted text (T19, T20): only http and https can be opened, and only by a click. */
export type SafeLink =
  | { readonly kind: 'web'; readonly href: string; readonly host: string }
  /** Not opened; `target` is shown with hidden characters made visible. */
  | { readonly kind: 'inert'; readonly target: string }

export function safeLink(target: string): SafeLink {
  const inert: SafeLink = { kind: 'inert', target: revealHidden(target) }
  if (!/^https?:\/\//i.test(target)) return inert
  try {
    const url = new URL(target)
    if (url.protocol !== 'http:' && url.protocol !== 'https:') return inert
    // A user name and password before the host only serve to disguise the address.
    url.username = ''
    url.password = ''
    return { kind: 'web', href: url.href, host: url.host }
  } catch {
    return inert
  }
}

/** Whether the link text names a different host than the address. */
export function namesOtherHost(words: string, host: string): boolean {
  const named = /(?:https?:\/\/)?((?:[\p{L}\p{N}-]+\.)+\p{L}{2,})/iu.exec(words)?.[1]
  if (named === undefined) return false
  const plain = (name: string) => asciiHost(name).replace(/^www\./, '')
  return plain(named) !== plain(host.replace(/:\d+$/, ''))
}

function asciiHost(name: string): string {
  try {
    return new URL(`http://${name}`).hostname
  } catch {
    return name.toLowerCase()
  }
}
