import { ImageOff } from 'lucide-react'
import { isValidElement, type ReactNode } from 'react'
import { hasHidden, revealHidden } from '../../../src-shared/base/hidden-characters.ts'
import { namesOtherHost, safeLink } from './safe-link.ts'

/**
 * A link in untrusted text. Its title is the real host, which is also written out if the link text names another one.
 */
export function MarkdownLink({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  const link = safeLink(href)
  const words = textOf(children)
  const shown = hasHidden(words) ? revealHidden(words) : children
  if (link.kind === 'inert') {
    return (
      <span className="md-inert" title={link.target === '' ? undefined : `Not a web address: ${link.target}`}>
        {shown}
      </span>
    )
  }
  return (
    <a href={link.href} target="_blank" rel="noopener noreferrer" title={`Opens ${link.host}`}>
      {shown}
      {namesOtherHost(words, link.host) && <span className="md-host"> ({link.host})</span>}
    </a>
  )
}

/** Images are never loaded: a request would send what the model wrote into the address to its server (T19). */
export function MarkdownImage({ src, alt }: { readonly src: string; readonly alt: string }) {
  const link = safeLink(src)
  const label = `Image${alt === '' ? '' : `: ${revealHidden(alt)}`}`
  return (
    <span className="md-image">
      <ImageOff size={13} aria-hidden="true" />
      {link.kind === 'web' ? (
        <a href={link.href} target="_blank" rel="noopener noreferrer" title={`Not loaded. Opens ${link.host}`}>
          {label} <span className="md-host">({link.host})</span>
        </a>
      ) : (
        <span title="Images in answers are not loaded">{label}</span>
      )}
    </span>
  )
}

function textOf(node: ReactNode): string {
  if (typeof node === 'string' || typeof node === 'number') return String(node)
  if (Array.isArray(node)) return node.map(textOf).join('')
  if (isValidElement<{ children?: ReactNode }>(node)) return textOf(node.props.children)
  return ''
}
