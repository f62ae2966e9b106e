/** The width that the environment gives, characters; null if it gives none. Source: POSIX, Environment Variables, COLUMNS */
export function columnsOf({ COLUMNS }: NodeJS.ProcessEnv): number | null {
  const columns = Number(COLUMNS)
  return Number.isInteger(columns) && columns > 0 ? columns : null
}

/** Narrower terminals get lines of this width. */
const minWidth = 24
/** From this width on, what an option does stands beside it. */
const twoColumns = 60

/**
 * The usage for a terminal: lines that are too long are broken between words, with the text of an option beside it, or
 * below it where that is narrow. Words that are longer stay whole.
 * @param width characters; null: as it is
 */
export function wrapUsage(text: string, width: number | null): string {
  const lines = text.split('\n')
  if (width === null || lines.every((line) => line.length <= width)) return text
  const most = Math.max(minWidth, width)
  const wrapped: string[] = []
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? ''
    at += 1
    const option = optionIn(line)
    const indent = /^ */.exec(line)?.[0].length ?? 0
    const rest: string[] = []
    const continues = (next: string) =>
      option !== null ? /^ {12,}\S/.test(next) : indent === 2 && /^ {2}(?!--)\S/.test(next) && !line.startsWith('  --')
    while (continues(lines[at] ?? '')) {
      rest.push((lines[at] ?? '').trim())
      at += 1
    }
    wrapped.push(
      ...(option === null
        ? broken([line.trim(), ...rest], Math.min(indent, most < twoColumns ? narrow : column), most)
        : besideOf(option, rest, most)),
    )
  }
  return wrapped.join('\n')
}

/** Where texts of options stand, and in narrow terminals. */
const column = 27
const narrow = 6

/** An option and what stands beside it; null if the line is none. */
function optionIn(line: string): RegExpExecArray | null {
  const found = /^( {2}--\S.*?) {2,}(\S.*)$/.exec(line)
  // One that reaches to the text has only one space after it.
  return found ?? /^( {2}--[^,]{22}) ([^\s-].*)$/.exec(line)
}

function besideOf([, flag = '', first = '']: RegExpExecArray, rest: readonly string[], width: number): string[] {
  if (width < twoColumns) return [...broken([flag.trim()], 2, width), ...broken([first, ...rest], narrow, width)]
  const [head = '', ...more] = broken([first, ...rest], column, width)
  if (flag.length >= column) return [flag, head, ...more]
  return [`${flag.padEnd(column)}${head.trimStart()}`, ...more]
}

/** Texts as one paragraph; further lines of one that is not indented are. */
function broken(texts: readonly string[], indent: number, width: number): string[] {
  const words = texts.join(' ').split(/ +/)
  const lines: string[] = []
  let line = ' '.repeat(indent)
  let isEmpty = true
  for (const word of words) {
    if (!isEmpty && line.length + 1 + word.length > width) {
      lines.push(line)
      line = ' '.repeat(indent === 0 ? 2 : indent)
      isEmpty = true
    }
    line += isEmpty ? word : ` ${word}`
    isEmpty = false
  }
  return [...lines, line.trimEnd()]
}
