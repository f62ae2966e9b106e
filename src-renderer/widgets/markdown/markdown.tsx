import { memo, useRef } from 'react'
import remend from 'remend'
import { CodeBlock } from '../code/code-block.tsx'
import { type MarkdownBlock, type MarkdownBlocks, splitBlocks } from './blocks.ts'
import { MarkdownProse } from './markdown-prose.tsx'
import './markdown.css'

/**
 * Untrusted markdown, drawn block by block. While `streaming`, only the blocks that changed are drawn
 * again, and what is unfinished in the last one (`**bo`) is closed for the eye.
 */
export function StreamedMarkdown({ text, streaming }: { readonly text: string; readonly streaming: boolean }) {
  const kept = useRef<MarkdownBlocks | undefined>(undefined)
  const split = splitBlocks(text, kept.current)
  kept.current = split
  const last = split.blocks.length - 1
  return (
    <div className="md">
      {split.blocks.map((block, index) => (
        // Blocks only grow at the end, so their place is their identity.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above.
        <Block key={index} {...drawn(block, split.definitions, streaming && index === last)} />
      ))}
    </div>
  )
}

interface Drawn {
  readonly kind: 'code' | 'prose'
  readonly language: string
  readonly text: string
  readonly streaming: boolean
}

function drawn(block: MarkdownBlock, definitions: string, streaming: boolean): Drawn {
  if (block.kind === 'code') {
    return { kind: 'code', language: block.language, text: block.text, streaming: streaming && !block.closed }
  }
  const source = streaming ? remend(block.source, { linkMode: 'text-only', katex: false, images: false }) : block.source
  const referring = definitions !== '' && source.includes('[')
  return { kind: 'prose', language: '', text: referring ? `${source}\n\n${definitions}` : source, streaming }
}

/** Compares by value: text that did not change is not parsed again. */
const Block = memo(function Block({ kind, language, text, streaming }: Drawn) {
  return kind === 'code' ? (
    <CodeBlock text={text} language={language} streaming={streaming} />
  ) : (
    <MarkdownProse source={text} />
  )
})
