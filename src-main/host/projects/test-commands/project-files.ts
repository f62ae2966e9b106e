import type { TestCommand } from '../../../../src-shared/comparison/test-command.ts'

/** The files that determine a project's test command. A null value: the file exists, and its content doesn't matter. */
export type ProjectFiles = ReadonlyMap<string, string | null>

/** A test command, if the project is of one kind. */
export type Finder = (files: ProjectFiles, platform: NodeJS.Platform) => TestCommand | null

/** The text of a file without a byte order mark; empty if there is none. */
export const textIn = (files: ProjectFiles, name: string): string => (files.get(name) ?? '').replace(/^\ufeff/, '')

/** The first of the files that exists. */
export const firstOf = (files: ProjectFiles, names: readonly string[]): string | undefined =>
  names.find((name) => files.has(name))

/** A file that says what is used, and that alone. */
export const fromMarkers =
  (markers: readonly string[], command: string): Finder =>
  (files) => {
    const source = firstOf(files, markers)
    return source === undefined ? null : { command, source }
  }

/** A file that has the tests only if its text says so. */
export const fromText =
  (names: readonly string[], says: RegExp, command: string): Finder =>
  (files) => {
    const source = names.find((name) => says.test(textIn(files, name)))
    return source === undefined ? null : { command, source }
  }

/** The lines of a section of TOML or INI, without its heading and without sections within it; null if there is none. */
export function sectionOf(text: string, heading: string): string | null {
  const lines = text.split(/\r?\n/)
  const from = lines.findIndex((line) => line.trim() === `[${heading}]`)
  if (from < 0) return null
  const rest = lines.slice(from + 1)
  const end = rest.findIndex((line) => /^\s*\[[\w."'-]+\]\s*$/.test(line))
  return rest.slice(0, end < 0 ? rest.length : end).join('\n')
}

/**
 * Whether a script tests nothing: it only prints and ends, or ends well whatever came before. As a check, everything
 * would pass it.
 */
export function isPlaceholder(script: string): boolean {
  const parts = script
    .slice(0, 10_000)
    .replaceAll(/"[^"]*"|'[^']*'/g, '""')
    .split(/(&&|\|\||;)/)
    .map((part) => part.trim())
  const commands = parts.filter((_, at) => at % 2 === 0).filter((part) => part !== '')
  if (commands.every((part) => idle.test(part))) return true
  const last = parts.findLastIndex((part, at) => at % 2 === 0 && part !== '')
  const before = parts[last - 1]
  return /^(?:true|:|exit 0)$/.test(parts[last] ?? '') && (before === '||' || before === ';')
}

const idle = /^(?:echo|printf|exit|true|false|:|rem)(?:\s|$)/i
