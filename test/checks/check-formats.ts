/** The only file that formats numbers, plurals and lists for people. */
const home = 'src-shared/base/format.ts'

/** Lines that produce no text for people. */
const exceptions: readonly string[] = [
  // A number for a calculation.
  'src-main/model/demo/own-tools.ts',
  // A prompt: another wording would change the request.
  'src-main/strategy/loop/final-answer.ts',
  // The number in a file name, and the range in a patch.
  'src-main/host/presets/project-presets.ts',
  'src-main/tools/text/unified-diff.ts',
]

const byHand: { readonly [what: string]: RegExp } = {
  'a plural': /=== '?1'? \? \(?('[^']*'|`[^`]*`) : ('[^']*[a-z]'|`[^`]*`)/,
  'a number': /\.toFixed\(|new Intl\.(NumberFormat|PluralRules)/,
  'a list': /new Intl\.ListFormat|\.join\(['`] (and|or) ['`]\)/,
}

/**
 * The lines of a file that format a number, a plural or a list themselves. @param file path from the top of the
 * repository
 */
export function findHandMade(file: string, text: string): readonly string[] {
  if (file === home || exceptions.includes(file)) return []
  return text.split('\n').flatMap((line, at) =>
    Object.entries(byHand)
      .filter(([, pattern]) => pattern.test(line))
      .map(([what]) => `${file}:${at + 1} makes ${what} by hand: use ${home}`),
  )
}
