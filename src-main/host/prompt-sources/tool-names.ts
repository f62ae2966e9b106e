import type { Json } from '../../../src-shared/base/json.ts'

/** The app's names for what other tools call theirs; a name that is not theirs stays. */
export const ownNames = (name: string): readonly string[] => theirs[name.toLowerCase()] ?? [name]

const theirs: { readonly [name: string]: readonly string[] | undefined } = {
  read: ['read_file'],
  edit: ['edit_file'],
  multiedit: ['edit_file'],
  patch: ['edit_file'],
  write: ['write_file'],
  bash: ['shell'],
  grep: ['search_text'],
  glob: ['find_files'],
  ls: ['list_directory'],
  list: ['list_directory'],
  webfetch: ['fetch_page'],
  skill: ['load_skill'],
  question: ['ask_user'],
  askuserquestion: ['ask_user'],
}

/** All that the app has, without those of MCP servers. */
export const knownTools = [
  'read_file',
  'list_directory',
  'find_files',
  'search_text',
  'edit_file',
  'write_file',
  'shell',
  'git',
  'ask_user',
  'load_skill',
  'fetch_page',
]
export const readingTools = knownTools.filter((name) => !['edit_file', 'write_file', 'shell', 'git'].includes(name))

/** The app's tools that a name with `*` in it means, in their words or in ours. */
export function toolsLike(name: string): readonly string[] {
  if (!name.includes('*')) return ownNames(name)
  const [start = '', end = ''] = [name.slice(0, name.indexOf('*')), name.slice(name.lastIndexOf('*') + 1)]
  const fits = (each: string) =>
    each.toLowerCase().startsWith(start.toLowerCase()) && each.toLowerCase().endsWith(end.toLowerCase())
  return [...new Set([...Object.keys(theirs).filter(fits).flatMap(ownNames), ...knownTools.filter(fits)])]
}

/** `Bash(git diff:*)`: a tool's name, and what it is limited to; null: nothing. */
export interface NamedTool {
  readonly name: string
  readonly inner: string | null
}

/** A list, or names with commas or spaces between, which count only outside of parentheses. Null: it is neither. */
export function namedTools(given: Json | undefined): readonly NamedTool[] | null {
  if (given === undefined) return []
  if (Array.isArray(given)) {
    const all = given.map((each) => (typeof each === 'string' ? namedTools(each) : null))
    return all.includes(null) ? null : all.flatMap((each) => each ?? [])
  }
  if (typeof given !== 'string') return null
  const parts = given.match(/[^\s,()]+(?:\([^)]*\))?/g) ?? []
  const isWhole = parts.join('').length === given.replace(/[\s,]+(?![^(]*\))/g, '').length
  return isWhole ? parts.map(namedTool) : null
}

/** A text of one name. */
export function namedTool(text: string): NamedTool {
  const [, name = text, inner = null] = /^([^(]*)(?:\((.*)\))?$/s.exec(text) ?? []
  const limit = inner?.trim() ?? ''
  return { name, inner: limit === '' || limit === '*' ? null : limit }
}

/** `git diff:*, git log:*` as patterns of ours: `git diff *`, `git log *`. */
export const commandPatterns = (inner: string): readonly string[] =>
  inner
    .split(/,\s+/)
    .map(commandPattern)
    .filter((each) => each !== '')

/** The same for one that has no list. */
export const commandPattern = (inner: string): string => inner.trim().replace(/:\*$/, ' *')
