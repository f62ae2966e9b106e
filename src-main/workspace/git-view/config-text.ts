/** One `name = value` of a git configuration file; section and name in lower case, since git ignores their case. */
export interface Setting {
  readonly section: string
  /** Null for `[section]`; case-sensitive. */
  readonly subsection: string | null
  readonly name: string
  readonly value: string
}

const header = /^\[([\w.-]+)(?:[ \t]+"((?:[^"\\\n]|\\.)*)")?\][ \t]*/
const assignment = /^([A-Za-z][\w-]*)[ \t]*(=)?[ \t]*/

/**
 * The settings in a git configuration file. Does not read included files or start programs, so that a
 * file from an untrusted source is safe to read. What is not understood is left out. Source: git-config(1), "Syntax".
 */
export function parseConfig(text: string): readonly Setting[] {
  const settings: Setting[] = []
  let section: Pick<Setting, 'section' | 'subsection'> | null = null
  let rest = text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n')
  while (rest !== '') {
    rest = rest.replace(/^\s+/, '')
    const opened = header.exec(rest)
    const named = assignment.exec(rest)
    if (opened !== null) {
      section = sectionOf(opened[1] ?? '', opened[2])
      rest = rest.slice(opened[0].length)
    } else if (section !== null && named !== null) {
      const { value, length } = valueAt(rest.slice(named[0].length))
      // A name without a value means true.
      settings.push({
        ...section,
        name: (named[1] ?? '').toLowerCase(),
        value: named[2] === undefined ? 'true' : value,
      })
      rest = rest.slice(named[0].length + length)
    } else rest = rest.replace(/^[^\n]*\n?/, '')
  }
  return settings
}

function sectionOf(name: string, quoted: string | undefined): Pick<Setting, 'section' | 'subsection'> {
  if (quoted !== undefined) return { section: name.toLowerCase(), subsection: quoted.replace(/\\(.)/g, '$1') }
  const dot = name.indexOf('.')
  return dot < 0
    ? { section: name.toLowerCase(), subsection: null }
    : { section: name.slice(0, dot).toLowerCase(), subsection: name.slice(dot + 1).toLowerCase() }
}

const escapes: { readonly [letter: string]: string } = { n: '\n', t: '\t', b: '\b', '"': '"', '\\': '\\', '\n': '' }

/** The value up to the end of the line, with quotes, escapes and line continuations resolved. */
function valueAt(text: string): { value: string; length: number } {
  let value = ''
  let isQuoted = false
  let at = 0
  for (; at < text.length; at++) {
    const letter = text.charAt(at)
    if (letter === '\\') value += escapes[text.charAt(++at)] ?? ''
    else if (letter === '"') isQuoted = !isQuoted
    else if (letter === '\n' || (!isQuoted && (letter === '#' || letter === ';'))) break
    else value += letter
  }
  const end = text.indexOf('\n', at)
  return { value: isQuoted ? value : value.trimEnd(), length: end < 0 ? text.length : end + 1 }
}

/** A configuration file with exactly these settings. No value may contain a line feed or a NUL. */
export const configText = (settings: readonly Setting[]): string =>
  settings
    .map(({ section, subsection, name, value }) => {
      const title = subsection === null ? section : `${section} "${escaped(subsection)}"`
      return `[${title}]\n\t${name} = "${escaped(value)}"\n`
    })
    .join('')

const escaped = (text: string) => text.replace(/["\\]/g, '\\$&')
