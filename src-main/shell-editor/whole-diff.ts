/** A file's text before and after a change, for an editor that draws the difference itself. */
export interface ChangedText {
  /** Null if the file is new. */
  readonly oldText: string | null
  readonly newText: string
}

interface Hunk {
  /** Counted from 0. */
  readonly oldStart: number
  readonly newStart: number
  readonly old: readonly string[]
  readonly now: readonly string[]
}

/**
 * The whole texts that a unified diff of one file stands for, if `text` is the file before it (`forward`) or after it;
 * else only the changed places of both, since the file is not as the diff says any more.
 * @param text null if the file can't be read
 */
export function changedText(patch: string, text: string | null, direction: 'forward' | 'backward'): ChangedText {
  const isNew = patch.startsWith('--- /dev/null\n')
  const hunks = hunksOf(patch)
  const [from, to] = direction === 'forward' ? (['old', 'now'] as const) : (['now', 'old'] as const)
  const given = text ?? (isNew && direction === 'forward' ? '' : null)
  const other = given === null ? null : replaced(given, hunks, from, to)
  const places = (side: 'old' | 'now') => hunks.map((hunk) => hunk[side].join('')).join('')
  const [oldText, newText] =
    given === null || other === null
      ? [places('old'), places('now')]
      : direction === 'forward'
        ? [given, other]
        : [other, given]
  return { oldText: isNew ? null : oldText, newText }
}

const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? []

function hunksOf(patch: string): Hunk[] {
  const hunks: { oldStart: number; newStart: number; old: string[]; now: string[] }[] = []
  let before: string | undefined
  for (const line of linesOf(patch)) {
    const range = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line)
    if (range !== null) {
      // An empty range is named by the line before it.
      const start = (at: string | undefined, count: string | undefined) => Number(at) - (count === '0' ? 0 : 1)
      hunks.push({ oldStart: start(range[1], range[2]), newStart: start(range[3], range[4]), old: [], now: [] })
      continue
    }
    const hunk = hunks.at(-1)
    if (hunk === undefined) continue
    const [mark, content] = [line[0], line.slice(1)]
    if (mark === '\\') withoutLastEnd(hunk, before)
    if (mark === ' ' || mark === '-') hunk.old.push(content)
    if (mark === ' ' || mark === '+') hunk.now.push(content)
    before = mark
  }
  return hunks
}

/** `\ No newline at end of file` is about the line before it. */
function withoutLastEnd(hunk: { old: string[]; now: string[] }, before: string | undefined): void {
  const cut = (lines: string[]) => lines.push((lines.pop() ?? '').replace(/\n$/, ''))
  if (before !== '+') cut(hunk.old)
  if (before !== '-') cut(hunk.now)
}

/** Null if the text is not what the hunks say. */
function replaced(text: string, hunks: readonly Hunk[], from: 'old' | 'now', to: 'old' | 'now'): string | null {
  const lines = linesOf(text)
  const result: string[] = []
  let at = 0
  for (const hunk of hunks) {
    const start = from === 'old' ? hunk.oldStart : hunk.newStart
    if (hunk[from].some((line, index) => lines[start + index] !== line)) return null
    result.push(...lines.slice(at, start), ...hunk[to])
    at = start + hunk[from].length
  }
  return [...result, ...lines.slice(at)].join('')
}
