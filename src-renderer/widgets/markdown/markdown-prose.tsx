import { Component, type ReactNode } from 'react'
import Markdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { CodeBlock } from '../code/code-block.tsx'
import { FileLink } from '../file-links/file-link.tsx'
import { linkFiles, placeOfNode } from './link-files.ts'
import { MarkdownImage, MarkdownLink } from './markdown-link.tsx'
import { plainReason } from './plain-reason.ts'
import { PlainText } from './plain-text.tsx'

const plugins = [remarkGfm]
const withLinks = [linkFiles]
const without: typeof withLinks = []

const components: Components = {
  a: ({ href, children }) => <MarkdownLink href={href ?? ''}>{children}</MarkdownLink>,
  span: ({ node, children }) => {
    const place = placeOfNode(node)
    return place === null ? <span>{children}</span> : <FileLink place={place}>{children}</FileLink>
  },
  img: ({ src, alt }) => <MarkdownImage src={typeof src === 'string' ? src : ''} alt={alt ?? ''} />,
  // Ids in untrusted text could shadow the app's own (DOM clobbering), so all are removed.
  h1: ({ children }) => <h3 className="md-h1">{children}</h3>,
  h2: ({ children }) => <h4 className="md-h2">{children}</h4>,
  h3: ({ children }) => <h5 className="md-h3">{children}</h5>,
  h4: ({ children }) => <h6 className="md-h4">{children}</h6>,
  h5: ({ children }) => <h6 className="md-h4">{children}</h6>,
  h6: ({ children }) => <h6 className="md-h4">{children}</h6>,
  li: ({ className, children }) => <li className={className}>{children}</li>,
  sup: ({ children }) => <sup>{children}</sup>,
  section: ({ children }) => <div className="md-notes">{children}</div>,
  input: ({ checked }) => <input type="checkbox" checked={checked === true} readOnly disabled aria-label="Done" />,
  table: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <div className="md-table" tabIndex={0}>
      <table>{children}</table>
    </div>
  ),
  pre: ({ node }) => {
    const code = node?.children[0]
    if (code?.type !== 'element') return null
    const text = code.children.map((each) => (each.type === 'text' ? each.value : '')).join('')
    const classes = code.properties['className']
    const named = Array.isArray(classes) ? classes.find((each) => String(each).startsWith('language-')) : undefined
    return <CodeBlock text={text.replace(/\n$/, '')} language={String(named ?? '').slice('language-'.length)} />
  },
}

interface Props {
  readonly source: string
  /** Whether file names are links: not while the text is streaming. */
  readonly links: boolean
}

/** One block of markdown other than code. Raw HTML is shown as text, never as elements (T20). */
export function MarkdownProse({ source, links }: Props) {
  const reason = plainReason(source)
  if (reason !== null) return <PlainText text={source} reason={reason} />
  return (
    <PlainOnError source={source}>
      <Markdown
        remarkPlugins={plugins}
        rehypePlugins={links ? withLinks : without}
        components={components}
        urlTransform={(url) => url}
      >
        {source}
      </Markdown>
    </PlainOnError>
  )
}

/** If nesting overflows the parser's stack, only this block falls back to plain text. */
class PlainOnError extends Component<{ source: string; children: ReactNode }, { failedOn: string | null }> {
  override state: { failedOn: string | null } = { failedOn: null }
  static getDerivedStateFromError() {
    return { failedOn: '' }
  }
  override componentDidUpdate(before: { source: string }) {
    if (this.state.failedOn !== null && before.source !== this.props.source) this.setState({ failedOn: null })
  }
  override render() {
    return this.state.failedOn === null ? this.props.children : <p className="md-plain">{this.props.source}</p>
  }
}
