/**
 * Parses the results of tools, of which the demo model, like any model, receives only
 * the text.
 */

/** The content of a file from the result of `read_file`; null if it could not be read or is incomplete. */
export function fileText(result: string): string | null {
  if (
    /^[^\n]{0,300}\b(does not exist|is a folder|is a binary|is outside|too large|not text|no permission)\b/.test(result)
  )
    return null
  return /\n\[Lines \d+ to \d+ of [^\n]*\]$/.test(result) ? null : result
}

/** File paths from `list_directory` and `find_files`: one per line, followed by its size; folders end in a slash. */
export function listedFiles(result: string): string[] {
  return result
    .split('\n')
    .map((line) => line.replace(/\s{2,}[\d.]+ [kMG]?B$/, '').trim())
    .filter((line) => line !== '' && !/[/@]$|^[[(]/.test(line))
}

/** Whether a command ended with exit code 0; null if the text does not say. */
export function exitedWell(result: string): boolean | null {
  const code = /\bexit(?:ed)?(?: with)?(?: code)?:?\s*(\d+)/i.exec(result)?.[1]
  return code === undefined ? null : Number(code) === 0
}

/** Whether the user, a rule or the mode denied the call. */
export const wasRefused = (result: string): boolean =>
  /\b(denied this call|needs approval|allows only reading|was not run|not allowed|read-only)\b/i.test(
    result.slice(0, 400),
  )

/** Whether the strategy refused the call because it repeats an earlier one. */
export const wasRepeated = (result: string): boolean => result.startsWith('You made this very call earlier')

/** Whether the app ended while the call ran, so that its outcome is unknown. */
export const wasInterrupted = (result: string): boolean => /\binterrupted\b/i.test(result.slice(0, 200))

/** Whether an edit did not happen. */
export const editFailed = (result: string): boolean =>
  wasRefused(result) || /\b(was not changed|was not written|does not exist|is outside)\b/i.test(result.slice(0, 300))
