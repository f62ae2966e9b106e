import { memo, useRef } from 'react'
import remend from 'remend'
import { CodeBlock } from '../code/code-block.tsx'
import { type MarkdownBlock, type MarkdownBlocks, splitBlocks } from './blocks.ts'
import { MarkdownProse } from './markdown-prose.tsx'
import { afterMarks, plainReason } from './plain-reason.ts'
import { PlainText } from './plain-text.tsx'
import './markdown.css'

/**
 * Untrusted markdown, drawn block by block. While `streaming`, only changed blocks are drawn again, and unfinished
 * syntax in the last one (`**bo`) is closed for display.
 */
export function StreamedMarkdown({ text, streaming }: { readonly text: string; readonly streaming: boolean }) {
  const blocks = useRef<MarkdownBlocks | undefined>(undefined)
  const drawn = beginningOf(text)
  const split = splitBlocks(drawn, blocks.current)
  blocks.current = split
  const groups = groupsOf(split.blocks.slice(0, maxBlocks))
  const rest = split.blocks.slice(maxBlocks).map(textOf).join('') + text.slice(drawn.length)
  return (
    <div className="md">
      {groups.map((group, index) => (
        <Group
          // Blocks are only appended, so the index identifies a block.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above.
          key={index}
          blocks={group}
          definitions={split.definitions}
          streaming={streaming && index === groups.length - 1 && rest === ''}
        />
      ))}
      {rest !== '' && (
        <PlainText text={rest} reason="The rest is shown as plain text, because the whole is very long." />
      )}
    </div>
  )
}

/** Characters, marks and blocks of a text that are drawn as Markdown: more than the longest answers of models have. */
const [maxText, maxMarks, maxBlocks] = [300_000, 50_000, 2000]

/** The beginning that is drawn as Markdown, in whole lines if it has any. */
function beginningOf(text: string): string {
  const end = Math.min(maxText, afterMarks(text, maxMarks))
  return end >= text.length ? text : text.slice(0, text.lastIndexOf('\n', end) + 1 || end)
}

const textOf = (block: MarkdownBlock): string => (block.kind === 'prose' ? block.source : `${block.text}\n`)

/** Number of blocks that are compared as one, so that a long message costs no more than a short one. */
const groupSize = 50

function groupsOf(blocks: readonly MarkdownBlock[]): readonly (readonly MarkdownBlock[])[] {
  const count = Math.ceil(blocks.length / groupSize)
  return Array.from({ length: count }, (_, index) => blocks.slice(index * groupSize, (index + 1) * groupSize))
}

interface GroupProps {
  readonly blocks: readonly MarkdownBlock[]
  readonly definitions: string
  /** Whether the last block is still streaming. */
  readonly streaming: boolean
}

const Group = memo(function Group({ blocks, definitions, streaming }: GroupProps) {
  return blocks.map((block, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a block's place is its identity.
    <Block key={index} {...drawn(block, definitions, streaming && index === blocks.length - 1)} />
  ))
}, sameGroup)

function sameGroup(a: GroupProps, b: GroupProps): boolean {
  return (
    a.definitions === b.definitions &&
    a.streaming === b.streaming &&
    a.blocks.length === b.blocks.length &&
    a.blocks.every((block, index) => block === b.blocks[index])
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
  const isUnfinished = streaming && plainReason(block.source) === null
  const source = isUnfinished
    ? remend(block.source, { linkMode: 'text-only', katex: false, images: false })
    : block.source
  const referring = definitions !== '' && source.includes('[')
  return { kind: 'prose', language: '', text: referring ? `${source}\n\n${definitions}` : source, streaming }
}

/** Compares by value, so that unchanged text is not parsed again. */
const Block = memo(function Block({ kind, language, text, streaming }: Drawn) {
  return kind === 'code' ? (
    <CodeBlock text={text} language={language} streaming={streaming} />
  ) : (
    <MarkdownProse source={text} links={!streaming} />
  )
})
