/**
 * How the tools' results read. The demo model sees only their text, as any model does: this file is where it
 * takes them apart.
 */

/** The content of a file from `read_file`'s answer, line numbers and headings taken off. */
export function fileText(result: string): string | null {
  const numbered = result.split('\n').flatMap((line) => {
    const match = /^\s*(\d+)(?:\t|\s*[|│:→]\s?| {2})(.*)$/.exec(line)
    return match ? [{ number: Number(match[1]), text: match[2] ?? '' }] : []
  })
  if (numbered.length > 0) return numbered.map(({ text }) => text).join('\n')
  return null
}

/** File paths from `list_directory` and `find_files`; folders end in a slash and are left out. */
export function listedFiles(result: string): string[] {
  return result
    .split('\n')
    .map((line) =>
      line
        .trim()
        .replace(/^[-*•]\s+/, '')
        .replace(/^(file|F)\s+/, ''),
    )
    .map((line) => line.replace(/\s+\(?[\d.,]+\s*(?:B|kB|KB|MB|bytes)\)?$/, '').replace(/^\.\//, ''))
    .filter((line) => /^[^\s:]+\.\w+$/.test(line))
}

/** Whether a command ended with exit code 0; null where the text says nothing of it. */
export function exitedWell(result: string): boolean | null {
  const code = /\bexit(?:ed)?(?: with)?(?: code)?:?\s*(\d+)/i.exec(result)?.[1]
  return code === undefined ? null : Number(code) === 0
}

/** Whether the user, a rule or the mode kept the call from being done. */
export const wasRefused = (result: string): boolean =>
  /\b(denied|declined|refused|not allowed|read-only|does not allow|not permitted)\b/i.test(result.slice(0, 400))

/** Whether an edit did not happen. */
export const editFailed = (result: string): boolean =>
  wasRefused(result) ||
  /\b(not found|no match|matches \d+ places|could not|failed|interrupted|does not exist|changed since)\b/i.test(
    result.slice(0, 300),
  )
