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

const block =
  /\n\n\[Instructions of the project from ([^\n]+): a file of the project, not the user's word\.\]\n([\s\S]*?)\n\[End of \1\]/g

/** A result's text, cut into what the tool returned and the instructions after it. */
export function cutFolderInstructions(text: string): {
  readonly result: string
  readonly instructions: readonly FolderInstructions[]
} {
  const instructions = [...text.matchAll(block)].map(([, file = '', body = '']) => ({ file, text: body }))
  return { result: instructions.length === 0 ? text : text.replaceAll(block, ''), instructions }
}
