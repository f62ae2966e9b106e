import type { ToolServices } from '../tool.ts'
import { projectPath } from './walk.ts'

/** A line with a match of which only the beginning was printed. */
export interface LongLine {
  /** Project-relative. */
  readonly path: string
  /** From 1. */
  readonly number: number
  /** Shows a part of the line in its place. */
  show(part: string): void
}

interface Wanted {
  readonly pattern: string
  readonly literal?: boolean | undefined
  readonly ignore_case?: boolean | undefined
}

/** Characters shown on each side of a match, and at most of the match itself. */
const around = 200
const matchLimit = 400
/** Files that are searched again: their names are arguments. */
const fileLimit = 100

/** Shows long lines around their first match, which may be far behind the beginning. */
export async function showLongLines(
  services: ToolServices,
  { pattern, literal = false, ignore_case: ignoreCase = false }: Wanted,
  lines: readonly LongLine[],
  signal: AbortSignal,
): Promise<void> {
  const wanted = new Map(lines.map((line) => [`${line.path}:${line.number}`, line]))
  const files = [...new Set(lines.map(({ path }) => path))].slice(0, fileLimit)
  if (files.length === 0) return
  const sought = literal ? pattern.replace(/[\\^$.|?*+()[\]{}#&~-]/g, '\\$&') : pattern
  const args = ['--only-matching', '--no-heading', '--with-filename', '--line-number', '--column', '--null']
  args.push('--no-messages', '--no-ignore', '--hidden', `--regexp=.{0,${around}}(?:${sought}).{0,${around}}`)
  if (ignoreCase) args.push('--ignore-case')
  const take = (printed: string) => {
    const [, name = '', number = '', column = '', text = ''] = /^([^\0]+)\0(\d+):(\d+):(.*)$/s.exec(printed) ?? []
    const key = `${projectPath(name)}:${number}`
    const line = wanted.get(key)
    wanted.delete(key)
    const most = matchLimit + 2 * around
    const shown = text.length <= most ? text : `${text.slice(0, most / 2)} [… ] ${text.slice(-most / 2)}`
    line?.show(`[from column ${column} of a long line] ${shown}`)
    return wanted.size > 0
  }
  await services.ripgrep([...args, '--', ...files.map((path) => `./${path}`)], services.files.folder, take, signal)
}
