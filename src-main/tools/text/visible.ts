/**
 * Characters that can make a text look like another one: control characters, bidirectional marks, zero-width and
 * other ignorable characters, spaces other than the plain one, lone surrogates (threat T24).
 */
const hidden =
  /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Surrogate}\p{Noncharacter_Code_Point}\u2800]|(?! )\p{Zs}/gu

/** The text with every hidden character written as `⟨U+202E⟩`; line feeds and tabs are kept. */
export function visible(text: string): string {
  return text.replace(hidden, (character) => {
    if (character === '\n' || character === '\t') return character
    return `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`
  })
}

/**
 * The name or path of a file for use in a line of text: a line feed or a tab in it is escaped too, or a name could
 * forge lines that a model or a person reads.
 */
export const visibleName = (name: string): string =>
  visible(name).replace(/[\n\t]/g, (character) => (character === '\n' ? '⟨U+000A⟩' : '⟨U+0009⟩'))

/** Characters that some file systems ignore in names: HFS+ takes `.g\u200Cit` for `.git` (CVE-2014-9390). */
export const dropIgnorable = (name: string): string => name.replace(/\p{Default_Ignorable_Code_Point}/gu, '')
