/**
 * A command's output as plain text: escape sequences and control characters removed, of progress lines only what
 * was printed last (threat T27). One pass; a sequence that never ends removes no more than its line.
 *
 * Source: ECMA-48 5.4 and 5.6; xterm control sequences.
 */
export function plainText(output: string): string {
  const text = withoutControls(output).replaceAll('\r\n', '\n')
  const parts: string[] = []
  let from = 0
  for (let at = text.indexOf('\r'); at >= 0; at = text.indexOf('\r', from)) {
    const start = text.lastIndexOf('\n', at) + 1
    const end = text.indexOf('\n', at)
    parts.push(text.slice(from, start), lastWritten(text.slice(start, end < 0 ? text.length : end)))
    from = end < 0 ? text.length : end
  }
  parts.push(text.slice(from))
  return parts.join('')
}

/** What may begin a control sequence: a control character other than CR, LF and TAB. */
const control = /(?![\t\n\r])\p{Cc}/gu

function withoutControls(output: string): string {
  const parts: string[] = []
  let from = 0
  for (control.lastIndex = 0; control.test(output); control.lastIndex = from) {
    const at = control.lastIndex - 1
    parts.push(output.slice(from, at))
    from = afterControl(output, at)
  }
  control.lastIndex = 0
  parts.push(output.slice(from))
  return parts.join('')
}

/** The end of the control sequence at `at`. */
function afterControl(text: string, at: number): number {
  const code = text.charCodeAt(at)
  if (code === 0x1b) return afterEscape(text, at + 1)
  if (code === 0x9b) return afterParameters(text, at + 1)
  if (code === 0x90 || code === 0x98 || (code >= 0x9d && code <= 0x9f)) return afterString(text, at + 1)
  return at + 1
}

function afterEscape(text: string, at: number): number {
  const mark = text.charAt(at)
  if (mark === '[') return afterParameters(text, at + 1)
  if (mark !== '' && ']PX^_'.includes(mark)) return afterString(text, at + 1)
  let end = at
  while (isBetween(text, end, 0x20, 0x2f)) end += 1
  return isBetween(text, end, 0x30, 0x7e) ? end + 1 : end
}

function afterParameters(text: string, at: number): number {
  let end = at
  while (isBetween(text, end, 0x20, 0x3f)) end += 1
  return isBetween(text, end, 0x40, 0x7e) ? end + 1 : end
}

function afterString(text: string, at: number): number {
  for (let end = at; end < text.length; end++) {
    const code = text.charCodeAt(end)
    if (code === 0x07 || code === 0x9c) return end + 1
    if (code === 0x1b) return text.charAt(end + 1) === '\\' ? end + 2 : end
    if (code === 0x0a) return end
  }
  return text.length
}

function isBetween(text: string, at: number, low: number, high: number): boolean {
  const code = text.charCodeAt(at)
  return code >= low && code <= high
}

/** `10 %\r50 %\rdone` shows `done`. */
function lastWritten(line: string): string {
  return line.split('\r').findLast((part) => part !== '') ?? ''
}
