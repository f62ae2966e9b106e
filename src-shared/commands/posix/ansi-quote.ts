/** The text of `$'…'` after its escapes. Source: the GNU bash manual, 3.1.2.4 ANSI-C Quoting. */
export const ansiText = (quoted: string): string =>
  quoted.replace(
    /\\(?:([abeEfnrtv\\'"?])|([0-7]{1,3})|x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|c([\s\S]))/g,
    (all, letter?: string, octal?: string, hex?: string, short?: string, long?: string, control?: string) => {
      if (letter !== undefined) return letters[letter] ?? letter
      if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8) % 256)
      if (control !== undefined) return String.fromCharCode(control.charCodeAt(0) % 32)
      const code = Number.parseInt(hex ?? short ?? long ?? '', 16)
      return code <= 0x10ffff ? String.fromCodePoint(code) : all
    },
  )

const letters: { readonly [letter: string]: string | undefined } = {
  a: '\u0007',
  b: '\b',
  e: '\u001b',
  E: '\u001b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
}
