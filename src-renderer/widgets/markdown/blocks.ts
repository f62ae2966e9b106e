import { Lexer, type Token } from 'marked'
import { plainReason } from './plain-reason.ts'

/**
 * Splits markdown into blocks that are drawn separately, so that the cost of streaming is proportional to what is new.
 *
 * 1. The text is first split into sections: at a blank line, outside of a fence, before a line that starts at the
 *    margin and does not continue a list. Later text can't change a section that has ended.
 * 2. The split is decided on whole lines, or by a first letter that is sufficient, so that blocks do not depend on how
 *    the text was chunked.
 * 3. Each section is lexed by marked; its tokens are the blocks.
 */
export type MarkdownBlock =
  | { readonly kind: 'code'; readonly language: string; readonly text: string; readonly closed: boolean }
  | { readonly kind: 'prose'; readonly source: string }

export interface MarkdownBlocks {
  readonly blocks: readonly MarkdownBlock[]
  /** Number of `blocks` that later text can't change. */
  readonly settled: number
  /** The text of the settled blocks. */
  readonly settledText: string
  /** Link definitions found so far, needed by blocks with references. */
  readonly definitions: string
  readonly settledDefinitions: string
}

const nothing: MarkdownBlocks = {
  blocks: [],
  settled: 0,
  settledText: '',
  definitions: '',
  settledDefinitions: '',
}

/** The blocks of `text`. `before`, the blocks of a prefix of it, saves parsing that part again. */
export function splitBlocks(text: string, before: MarkdownBlocks = nothing): MarkdownBlocks {
  const from = before.settledText !== '' && startsAs(text, before.settledText) ? before : nothing
  const sections = cutSections(text.slice(from.settledText.length))
  const ended = sections.slice(0, -1)
  const settled = [...from.blocks.slice(0, from.settled)]
  let settledDefinitions = from.settledDefinitions
  for (const section of ended) {
    const lexed = lexSection(section)
    settled.push(...lexed.blocks)
    settledDefinitions += lexed.definitions
  }
  const last = lexSection(sections.at(-1) ?? '')
  return {
    blocks: [...settled, ...last.blocks],
    settled: settled.length,
    settledText: from.settledText + ended.join(''),
    definitions: settledDefinitions + last.definitions,
    settledDefinitions,
  }
}

/** Like `startsWith`, which compares one character at a time and takes 100 times as long. */
function startsAs(text: string, start: string): boolean {
  return text.slice(0, start.length) === start
}

const fenceOpening = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/
const listItem = /^(?:[-*+]|\d{1,9}[.)])(?:\s|$)/

/** Joining the sections returns the text. */
function cutSections(text: string): string[] {
  const sections: string[] = []
  let start = 0
  let fence = ''
  let afterBlank = false
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('\n', at)
    if (end === -1) {
      const decided = fence === '' && afterBlank && /^[^\s\d*+-]/.test(text.slice(at))
      if (decided && at > start) {
        sections.push(text.slice(start, at))
        start = at
      }
      break
    }
    const line = text.slice(at, end)
    if (fence === '' && afterBlank && startsSection(line)) {
      if (at > start) sections.push(text.slice(start, at))
      start = at
    }
    fence = fenceAfter(line, fence)
    afterBlank = fence === '' && line.trim() === ''
    at = end + 1
  }
  if (start < text.length) sections.push(text.slice(start))
  return sections
}

function startsSection(line: string): boolean {
  return /^\S/.test(line) && !listItem.test(line)
}

/** The fence that a line leaves open, or `''`. */
function fenceAfter(line: string, open: string): string {
  if (open === '') return fenceOpening.exec(line)?.[1] ?? ''
  const mark = line.trim()
  const closes = mark.length >= open.length && /^(`+|~+)$/.test(mark) && mark[0] === open[0] && /^ {0,3}\S/.test(line)
  return closes ? '' : open
}

function lexSection(section: string): { blocks: MarkdownBlock[]; definitions: string } {
  const blocks: MarkdownBlock[] = []
  let definitions = ''
  for (const token of blockTokens(section)) {
    if (token.type === 'def') definitions += `${token.raw.trim()}\n`
    else if (token.type !== 'space') blocks.push(blockOf(token))
  }
  return { blocks, definitions }
}

/** Code may be of any length: it is taken as it is. */
function withoutCode(section: string): string {
  if (!section.includes('```') && !section.includes('~~~')) return section
  let fence = ''
  return section
    .split('\n')
    .filter((line) => {
      const isCode = fence !== ''
      fence = fenceAfter(line, fence)
      return !isCode
    })
    .join('\n')
}

function blockTokens(section: string): Token[] {
  const plain: Token = { type: 'paragraph', raw: section, text: section }
  if (plainReason(withoutCode(section)) !== null) return [plain]
  try {
    return new Lexer().blockTokens(section.replace(/\r\n?/g, '\n'), [])
  } catch {
    return [plain]
  }
}

function blockOf(token: Token): MarkdownBlock {
  if (token.type !== 'code' || token['codeBlockStyle'] === 'indented') return { kind: 'prose', source: token.raw }
  const raw = token.raw.trimEnd()
  const language = /^\S*/.exec(String(token['lang'] ?? ''))?.[0] ?? ''
  return { kind: 'code', language, text: String(token['text'] ?? ''), closed: /\n {0,3}(`{3,}|~{3,})$/.test(raw) }
}
