import { withoutThinking } from '../strategy-tools/text-answer.ts'

/** The labelled parts of an answer in the text protocol, in their order. */
export interface Segment {
  /** `null`: the text before the first label. */
  readonly label: Label | null
  readonly body: string
}
type Label = 'thought' | 'action' | 'input' | 'observation' | 'final'

const labelLine =
  /^([\s>*_#\-`\u200b\ufeff]*(?:\d+[.)][\s*_]*)?)(thoughts?|action[ _]?input|action|observations?|final[ _]answer)([\s\d*_]*)[:\uff1a](.*)$/i
const fenceLine = /^\s*(?:```|~~~)/

/**
 * Splits an answer into its labelled parts.
 *
 * 1. A closed code fence in an input holds no labels; labels in any other fence count.
 * 2. Thinking in `<think>` tags is not part of the answer.
 */
export function segmentsOf(answer: string): Segment[] {
  const lines = withoutThinking(answer).split(/\r\n|\r|\n/)
  const segments: { label: Label | null; lines: string[] }[] = [{ label: null, lines: [] }]
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    const current = segments.at(-1)
    const close = takesFences(current) && fenceLine.test(line) ? closing(lines, at) : -1
    if (close > at) {
      current?.lines.push(...lines.slice(at, close + 1))
      at = close
      continue
    }
    const found = labelIn(line)
    if (found === null) {
      if (!fenceLine.test(line)) current?.lines.push(line)
      continue
    }
    const next = { label: found.label, lines: [] as string[] }
    segments.push(next)
    // A fence may open on the label's own line.
    const end = takesFences(next) && fenceLine.test(found.rest) ? closing(lines, at) : -1
    next.lines.push(...(end > at ? [found.rest, ...lines.slice(at + 1, end + 1)] : [found.rest]))
    if (end > at) at = end
  }
  return segments.map(({ label, lines: body }) => ({ label, body: body.join('\n').trim() }))
}

const takesFences = (segment: { readonly label: Label | null } | undefined): boolean =>
  segment?.label === 'input' || segment?.label === 'final'

/** The line that closes the fence opened at `from`, or -1; a fence after another label closes nothing. */
function closing(lines: readonly string[], from: number): number {
  const close = lines.findIndex((line, at) => at > from && /^\s*(?:```|~~~)\s*$/.test(line))
  if (close < 0) return -1
  // An opening fence with a language between the two: this one was never closed.
  return lines.slice(from + 1, close).some((line) => /^\s*(?:```|~~~)\w/.test(line)) ? -1 : close
}

function labelIn(line: string): { readonly label: Label; readonly rest: string } | null {
  const [, before = '', word, after = '', rest = ''] = labelLine.exec(line) ?? []
  if (word === undefined) return null
  // `**Action:** x` and `**Action**: x`: the markers belong to the label; in `Action Input: **/*.ts` they don't.
  const bold = before.includes('**') && !after.includes('**')
  return { label: labelOf(word.toLowerCase()), rest: bold ? rest.replace(/^\s*\*\*/, '') : rest }
}

function labelOf(word: string): Label {
  if (word.startsWith('thought')) return 'thought'
  if (word.startsWith('observation')) return 'observation'
  if (word.startsWith('final')) return 'final'
  return word === 'action' ? 'action' : 'input'
}
