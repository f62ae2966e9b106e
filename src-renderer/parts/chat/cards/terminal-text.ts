import { withoutEnding } from '../../../../src-shared/base/without-ending.ts'

/**
 * Command output as colored text. All other terminal control sequences are removed (T27): cursor moves, titles, links,
 * clipboard writes, device strings, and sequences cut off at the end.
 */
export interface TerminalPart {
  readonly text: string
  /** 0 to 7 (ANSI order); null is the default color. */
  readonly colour: number | null
  readonly bold: boolean
  readonly faint: boolean
}

// CSI, OSC/DCS/SOS/PM/APC up to their end (or the end of the text), other escapes, and lone controls.
const sequence =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it matches control characters.
  /(?:\u001b\[|\u009b)([0-9;:?<=>]*[ -/]*)([@-~]|$)|(?:\u001b[\]PX^_]|[\u0090\u0098\u009d-\u009f])[\s\S]*?(?:\u0007|\u001b\\|\u009c|$)|\u001b(?:[ -/]*[0-~]|$)|[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g

const plain = { colour: null, bold: false, faint: false }
type Style = Omit<TerminalPart, 'text'>

export function terminalParts(output: string): readonly TerminalPart[] {
  const parts: TerminalPart[] = []
  let style: Style = plain
  let from = 0
  const add = (text: string) => {
    if (text !== '') parts.push({ text, ...style })
  }
  const text = overwritten(output)
  for (const found of text.matchAll(sequence)) {
    add(text.slice(from, found.index))
    from = found.index + found[0].length
    if (found[2] === 'm') style = restyled(style, found[1] ?? '')
  }
  add(text.slice(from))
  return parts
}

export function plainTerminalText(output: string): string {
  return overwritten(output).replace(sequence, '')
}

/** For a line rewritten from its start (a progress bar), keeps the last version. */
function overwritten(output: string): string {
  if (!output.includes('\r')) return output
  return output
    .replace(/(?<!\r)\r+\n/g, '\n')
    .split('\n')
    .map((line) => withoutEnding(line, '\r').split('\r').at(-1) ?? '')
    .join('\n')
}

function restyled(style: Style, codes: string): Style {
  let now = style
  const list = codes.split(/[;:]/).map(Number)
  for (let at = 0; at < list.length; at++) {
    const code = list[at] ?? 0
    // 38 and 48 select a color from a larger palette; its parameters are skipped.
    if (code === 38 || code === 48) at += list[at + 1] === 5 ? 2 : 4
    else now = withCode(now, code)
  }
  return now
}

function withCode(style: Style, code: number): Style {
  if (code === 0) return plain
  if (code === 1) return { ...style, bold: true }
  if (code === 2) return { ...style, faint: true }
  if (code === 22) return { ...style, bold: false, faint: false }
  if (code === 39) return { ...style, colour: null }
  if (code >= 30 && code <= 37) return { ...style, colour: code - 30 }
  return code >= 90 && code <= 97 ? { ...style, colour: code - 90 } : style
}

/** The last lines of a long output. `hidden`: number of lines left out before them. */
export function lastLines(output: string, most: number, maxChars: number): { text: string; hidden: number } {
  const near = output.length > maxChars ? output.slice(-maxChars) : output
  const lines = withoutEnding(near, '\n').split('\n')
  const newest = lines.slice(-most)
  const shown = newest.join('\n')
  const before = output.slice(0, withoutEnding(output, '\n').length - shown.length)
  return { text: shown, hidden: before === '' ? 0 : before.split('\n').length - 1 }
}
