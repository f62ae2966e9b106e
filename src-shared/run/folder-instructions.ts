/**
 * Instructions of a nested folder, as the result of a tool call carries them: the call worked in that folder, and what
 * was sent is in the log with the result. Shortening a result keeps them (T43).
 */
export interface FolderInstructions {
  /** Relative to the project's folder. */
  readonly file: string
  readonly text: string
}

const headOf = (file: string) =>
  `[Instructions of the project from ${file}: a file of the project, not the user's word.]`
const endOf = (file: string) => `[End of ${file}]`

/** The result's text with the instructions after it. */
export function withFolderInstructions(text: string, found: readonly FolderInstructions[]): string {
  const blocks = found.map((each) => `${headOf(each.file)}\n${each.text}\n${endOf(each.file)}`)
  return [text, ...blocks].join('\n\n')
}

/** A result's text, cut into what the tool returned and the instructions after it. */
export function cutFolderInstructions(text: string): {
  readonly result: string
  readonly instructions: readonly FolderInstructions[]
} {
  const instructions: FolderInstructions[] = []
  const results: string[] = []
  const endAfter = endsOf(text)
  let from = 0
  for (const head of text.matchAll(heads)) {
    const [whole, file = ''] = head
    const start = head.index + whole.length
    const end = head.index < from ? null : endAfter(file, start)
    if (end === null) continue
    instructions.push({ file, text: text.slice(start + 1, end) })
    results.push(text.slice(from, head.index))
    from = end + 1 + endOf(file).length
  }
  return { result: results.join('') + text.slice(from), instructions }
}

const heads = /\n\n\[Instructions of the project from ([^\n]+): a file of the project, not the user's word\.\](?=\n)/g

/**
 * Where the instructions of a file end: at the line feed before their mark, null if they do not. A tool's result may have
 * any number of beginnings without an end, so that the ends are looked for once.
 */
function endsOf(text: string): (file: string, from: number) => number | null {
  const ends = new Map<string, number[]>()
  for (const { index, 1: file = '' } of text.matchAll(/\n\[End of ([^\n]+?)\]/g)) {
    const known = ends.get(file)
    if (known === undefined) ends.set(file, [index])
    else known.push(index)
  }
  return (file, from) => {
    const places = ends.get(file) ?? []
    while ((places[0] ?? from) < from) places.shift()
    return places[0] ?? null
  }
}
