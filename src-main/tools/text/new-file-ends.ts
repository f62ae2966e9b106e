import { matchesGlob } from '../../../src-shared/base/glob.ts'
import type { GuardedFiles } from '../workspace-port.ts'

/**
 * The line ends that the project wants for a file: what the nearest `.gitattributes` that names it says (`eol`), else
 * what `.editorconfig` says (`end_of_line`); null if neither says.
 * Sources: https://git-scm.com/docs/gitattributes, https://spec.editorconfig.org
 * @param path of the file, relative to the project
 */
export async function wantedEnds(files: Pick<GuardedFiles, 'readText'>, path: string): Promise<'\n' | '\r\n' | null> {
  const folders = foldersOf(path)
  const textOf = async (folder: string, name: string) => {
    const read = await files.readText(folder === '' ? name : `${folder}/${name}`)
    return read.ok ? read.text : null
  }
  for (const [name, say] of [
    ['.gitattributes', attributeIn],
    ['.editorconfig', propertyIn],
  ] as const) {
    for (const folder of folders) {
      const text = await textOf(folder, name)
      if (text === null) continue
      const found = say(text, folder === '' ? path : path.slice(folder.length + 1))
      if (found !== null) return found === 'crlf' ? '\r\n' : found === 'lf' ? '\n' : null
      if (name === '.editorconfig' && /^\s*root\s*=\s*true\s*$/im.test(beforeSections(text))) break
    }
  }
  return null
}

/** The file's own folder first, the project's (empty) last. */
function foldersOf(path: string): string[] {
  const names = path.split('/').slice(0, -1)
  return [...names.keys()]
    .reverse()
    .map((at) => names.slice(0, at + 1).join('/'))
    .concat('')
}

/** `lf`, `crlf`, or `none` if the file is said to be binary; null: nothing is said. The last line that fits counts. */
function attributeIn(text: string, path: string): string | null {
  let found: string | null = null
  for (const line of text.split(/\r?\n/)) {
    if (/^\s*(#|$)/.test(line)) continue
    const [pattern = '', ...attributes] = line.trim().split(/\s+/)
    if (pattern.startsWith('[attr]') || !matchesGlob(pattern, path)) continue
    for (const each of attributes) {
      if (each === '-text' || each === 'binary') found = 'none'
      else if (/^[-!]eol$/.test(each)) found = null
      else if (/^eol=(lf|crlf)$/.test(each)) found = each.slice(4)
    }
  }
  return found
}

const beforeSections = (text: string) => text.split(/^\s*\[/m, 1)[0] ?? ''

function propertyIn(text: string, path: string): string | null {
  let found: string | null = null
  let concerns = false
  for (const line of text.split(/\r?\n/)) {
    const section = /^\s*\[(.+)\]\s*$/.exec(line)?.[1]
    if (section !== undefined) concerns = fits(section, path)
    const value = concerns ? /^\s*end_of_line\s*=\s*(\w+)\s*$/i.exec(line)?.[1]?.toLowerCase() : undefined
    if (value !== undefined) found = value === 'lf' || value === 'crlf' ? value : 'none'
  }
  return found
}

/** In a section's name `**` stands also within a name, and `{n1..n2}` is a range of numbers, which no line end needs. */
const fits = (section: string, path: string) => section === '*' || matchesGlob(section.replace(/^\*\*$/, '*'), path)
