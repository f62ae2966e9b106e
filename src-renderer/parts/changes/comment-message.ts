import { plural } from '../../../src-shared/base/format.ts'
import type { LineComment } from '../../stores/files/comments-store.ts'

type QuotedComment = Pick<LineComment, 'path' | 'side' | 'from' | 'to' | 'code' | 'text'>

/** Longer ranges are quoted only up to this many lines: the agent has the file. */
const maxQuoted = 12

/** Formats comments as the text of a message: each with its file, its lines and the comment. */
export function commentMessage(comments: readonly QuotedComment[]): string {
  const head = plural(comments.length, 'A comment on the changes:', `${comments.length} comments on the changes:`)
  return [head, ...comments.map(partOf)].join('\n\n')
}

function partOf({ path, side, from, to, code, text }: QuotedComment): string {
  const lines = `\`${path}:${from}${to === from ? '' : `-${to}`}\`${side === 'old' ? ' (as it was before)' : ''}`
  const quoted = code.slice(0, maxQuoted).map((line) => `> ${line}`.trimEnd())
  const more = code.length > maxQuoted ? [`> … ${code.length - maxQuoted} more lines`] : []
  return `${[lines, ...quoted, ...more].join('\n')}\n\n${text.trim()}`
}

/** `Line 13`, `Lines 12–14`. */
export function linesText({ from, to }: Pick<LineComment, 'from' | 'to'>): string {
  return from === to ? `Line ${from}` : `Lines ${from}–${to}`
}
