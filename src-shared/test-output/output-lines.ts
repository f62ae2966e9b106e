/** More than this of an output is not read; runners say what matters last. Characters. */
const maxLength = 1_000_000

// biome-ignore lint/suspicious/noControlCharactersInRegex: colors begin with it
const colors = /\u001b\[[0-9;?]*[A-Za-z]/g

/** The lines of what a command printed, without colors, the last of them when it is very long. */
export function outputLines(output: string): string[] {
  return output.slice(-maxLength).replace(colors, '').split(/\r?\n/)
}
