/** A message that is kept as a file and sent by `/name`: the user's own, or one of the project. */
export interface PromptFile {
  /** Path below its folder without `.md`, such as `review` or `team/review`. */
  readonly name: string
  /** Empty if the file says none. */
  readonly description: string
  /** What its arguments are, in the file's own words; empty if it says nothing. */
  readonly hint: string
  /** What is sent, with its placeholders; hidden characters made visible (T24). */
  readonly text: string
  readonly source: 'user' | 'project'
  /** Relative to the project's folder, or to the data folder for the user's own. */
  readonly file: string
}

/** `$3` of a price, such as `$3.50` or `$5,000`, is none. */
const placeholder = /\$(?:ARGUMENTS\[(\d{1,2})\]|(ARGUMENTS\b|[1-9](?!\d|[.,]\d)))/g

/** Whether the text has a place for arguments. */
export const takesArguments = (text: string): boolean => text.search(placeholder) !== -1

/**
 * The text with its arguments: `$ARGUMENTS` is all that was typed, `$1` to `$9` one word of it, or several in quotes;
 * `$ARGUMENTS[0]`, as Claude Code also has it, counts from 0. Arguments of a text without placeholders follow it. Arguments are inserted as they are: a `$1` in them stays.
 */
export function expandPrompt(text: string, typed: string): string {
  const all = typed.trim()
  if (!takesArguments(text)) return all === '' ? text : `${text.trimEnd()}\n\n${all}`
  const words = wordsOf(all)
  return text.replace(placeholder, (_, index: string | undefined, which: string | undefined) => {
    if (index !== undefined) return words[Number(index)] ?? ''
    return which === 'ARGUMENTS' ? all : (words[Number(which) - 1] ?? '')
  })
}

/** Cut at white space; quotes keep words together, and one that is not closed reaches to the end. */
export const wordsOf = (typed: string): readonly string[] =>
  [...typed.matchAll(/"([^"]*)(?:"|$)|'([^']*)(?:'|$)|(\S+)/g)].map(
    ([, one, other, bare]) => one ?? other ?? bare ?? '',
  )

/** Whether the text has commands in the way of other tools (`!` before a command in backticks). They are not run. */
export const hasCommands = (text: string): boolean => /(^|\s)!`[^`\n]+`/.test(text)

/** What a name after a slash may have: letters and digits of any script. A class of a pattern with the flag `u`. */
export const typeable = String.raw`[\p{L}\p{M}\p{N}_./:+-]`
const slashed = new RegExp(String.raw`^/(${typeable}+)(?:\s+([\s\S]*))?$`, 'u')

/** The name of a file as it is typed: a space, or what else can't be typed in a command, is a hyphen. */
export const typeableName = (name: string): string => {
  const typed = name.normalize('NFC').replace(new RegExp(`(?:(?!${typeable}).|:)+`, 'gsu'), '-')
  return /[\p{L}\p{N}]/u.test(typed) ? typed.replace(/(^|\/)-+|-+($|\/)/g, '$1$2') : ''
}

/** `/name` and what follows, of a message that begins with a slash; null if it doesn't. */
export function slashOf(message: string): { readonly name: string; readonly typed: string } | null {
  const found = slashed.exec(message.trimEnd())
  return found === null ? null : { name: found[1] ?? '', typed: found[2] ?? '' }
}
