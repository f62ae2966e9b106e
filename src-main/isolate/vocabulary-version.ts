/**
 * The version of the vocabulary that strategies import from 'stratagem'. It is a public interface:
 *
 * 1. A file states the version it is written for (`vocabulary: 2` in its definition); without one it has version 1.
 * 2. A file of an older version runs unchanged: names that it may use stay in `author.js`.
 * 3. A file that states a version must use the names of that version, or it is refused with the lines to change.
 */
export const vocabularyVersion = 2

/** Names that a version replaced. */
const replaced = [{ since: 2, name: 'ownTool', instead: 'strategyTool' }] as const

export interface VocabularyProblem {
  /** What is wrong, as the end of a sentence. */
  readonly message: string
  /** Counts from 1; 0 if unknown. */
  readonly line: number
  readonly advice: string
}

/** The version that a file states; 1 if it states none. For files that could not be evaluated. */
export function statedVersion(text: string): number {
  return Number(/^\s*vocabulary\s*:\s*(\d{1,6})\b/m.exec(text)?.[1] ?? 1)
}

/** Why a file can't be used with this version of the vocabulary, or null. @param stated the version the file states */
export function vocabularyProblem(text: string, stated: number): VocabularyProblem | null {
  if (stated > vocabularyVersion) return tooNew(text, stated)
  const uses = replaced
    .filter((each) => each.since <= stated)
    .map((each) => ({ ...each, lines: linesUsing(text, each.name) }))
    .filter(({ lines }) => lines.length > 0)
  if (uses.length === 0) return null
  const changes = uses.map(
    ({ name, instead, lines }) => `${instead} instead of ${name} (line ${lines.join(', line ')})`,
  )
  return {
    message: `it states version ${stated} of the vocabulary, which has ${changes.join('; ')}`,
    line: Math.min(...uses.flatMap(({ lines }) => lines)),
    advice: 'Change these lines and save the file. It is reloaded automatically.',
  }
}

const tooNew = (text: string, stated: number): VocabularyProblem => ({
  message: `it needs version ${stated} of the strategy vocabulary, and this version of Stratagem has version ${vocabularyVersion}`,
  line: text.split('\n').findIndex((line) => /^\s*vocabulary\s*:/.test(line)) + 1,
  advice: 'Update Stratagem, or use an older version of the file.',
})

/** The lines, from 1, on which a file uses an export of 'stratagem' by this name. */
function linesUsing(text: string, name: string): readonly number[] {
  const lists = [...text.matchAll(/import\s*\{([^}]*)\}\s*from\s*['"]stratagem['"]/g)].map(([, list = '']) => list)
  const whole = /import\s*\*\s*as\s+(\w+)\s+from\s*['"]stratagem['"]/.exec(text)?.[1]
  const use = lists.some((list) => new RegExp(`\\b${name}\\b`).test(list))
    ? new RegExp(`\\b${name}\\b`)
    : whole === undefined
      ? null
      : new RegExp(`\\b${whole}\\.${name}\\b`)
  return use === null ? [] : text.split('\n').flatMap((line, index) => (use.test(line) ? [index + 1] : []))
}
