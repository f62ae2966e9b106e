/**
 * Characters that can make a text look like another one: controls, bidirectional marks, zero-width and
 * other ignorable characters, blanks that are no plain blank, halves of a character (threat T24).
 */
const hidden =
  /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Surrogate}\p{Noncharacter_Code_Point}\u2800]|(?! )\p{Zs}/gu

/** The text with every hidden character written out as `⟨U+202E⟩`; line feeds and tabs stay. */
export function visible(text: string): string {
  return text.replace(hidden, (character) => {
    if (character === '\n' || character === '\t') return character
    return `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`
  })
}

/**
 * The name or path of a file, as it stands within a line: a line feed or a tab in it is written out too, or a name could
 * forge lines of its own for a model or a person.
 */
export const visibleName = (name: string): string =>
  visible(name).replace(/[\n\t]/g, (character) => (character === '\n' ? '⟨U+000A⟩' : '⟨U+0009⟩'))

/** What some file systems leave out of names: HFS+ takes `.g\u200Cit` for `.git` (CVE-2014-9390). */
export const dropIgnorable = (name: string): string => name.replace(/\p{Default_Ignorable_Code_Point}/gu, '')
