/** Where numbers, plurals and lists for people are made. */
const home = 'src-shared/base/format.ts'

/** Not text that people read. */
const exceptions: readonly string[] = [
  // A number that is computed with.
  'src-main/model/demo/own-tools.ts',
  // A prompt: other words would be another request.
  'src-main/strategy/loop/final-answer.ts',
  // The number in a file's name, and the range in a patch.
  'src-main/host/presets/project-presets.ts',
  'src-main/tools/text/unified-diff.ts',
]

const byHand: { readonly [what: string]: RegExp } = {
  'a plural': /=== '?1'? \? \(?('[^']*'|`[^`]*`) : ('[^']*[a-z]'|`[^`]*`)/,
  'a number': /\.toFixed\(|new Intl\.(NumberFormat|PluralRules)/,
  'a list': /new Intl\.ListFormat|\.join\(['`] (and|or) ['`]\)/,
}

/** The lines of a file that make a number, a plural or a list by hand. @param file path from the top of the repository */
export function findHandMade(file: string, text: string): readonly string[] {
  if (file === home || exceptions.includes(file)) return []
  return text.split('\n').flatMap((line, at) =>
    Object.entries(byHand)
      .filter(([, pattern]) => pattern.test(line))
      .map(([what]) => `${file}:${at + 1} makes ${what} by hand: use ${home}`),
  )
}
