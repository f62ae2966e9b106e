/** Arguments that hold a command line, in tools of MCP servers and of other agents. */
const commandNames = /^(command|cmd|command_?line|shell_?command|script|bash|shell)$/i
const listNames = /^(args|arguments|argv)$/i
const [maxDepth, maxCommands, maxKept] = [4, 20, 100_000]

/** The command lines among a call's arguments: text, a list of words, or a program and a list of its words. */
export function commandsIn(values: unknown): readonly string[] {
  const found: string[] = []
  collect(values, found, 0)
  return found.slice(0, maxCommands).map((each) => each.slice(0, maxKept + 1))
}

function collect(value: unknown, found: string[], depth: number): void {
  if (typeof value !== 'object' || value === null || depth > maxDepth || found.length >= maxCommands) return
  if (Array.isArray(value)) {
    for (const each of value) collect(each, found, depth + 1)
    return
  }
  const entries = Object.entries(value)
  const rest = entries.flatMap(([name, each]) => (listNames.test(name) && isWords(each) ? each : []))
  for (const [name, each] of entries) {
    if (!commandNames.test(name)) collect(each, found, depth + 1)
    else if (isWords(each)) found.push(wordLine([...each, ...rest]))
    else if (typeof each === 'string' && each.trim() !== '')
      found.push(rest.length === 0 ? each : `${each} ${wordLine(rest)}`)
    else collect(each, found, depth + 1)
  }
}

const isWords = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'string')

/** Words as a POSIX shell reads them back. */
export const wordLine = (words: readonly string[]): string =>
  words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(' ')
