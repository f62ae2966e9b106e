import { coversPath, matchesGlob, reachesInto } from '../base/glob.ts'
import type { Match } from './match-command.ts'
import type { CommandReading, WrittenFile } from './reading.ts'

/** Whether a command changes a file that fits a glob of project-relative paths, as far as its text tells; in any case. */
export function matchWritten(glob: string, { writes }: Pick<CommandReading, 'writes'>): Match {
  let best: Match = 'no'
  for (const each of writes) {
    const match = matchOne(glob, each)
    if (match === 'yes') return 'yes'
    if (match === 'maybe') best = 'maybe'
  }
  return best
}

function matchOne(glob: string, { path, isWhole }: WrittenFile): Match {
  const known = path.filter((piece) => piece !== null)
  const text = plainPath(path.map((piece) => piece ?? unknown).join(''))
  if (known.length === path.length) return ends(text).some((end) => fits(glob, end, isWhole)) ? 'yes' : 'no'
  if (ends(text).some((end) => matchesGlob(glob, end, true))) return 'yes'
  return mayFit(glob.normalize('NFC').toLowerCase(), text.normalize('NFC').toLowerCase()) ? 'maybe' : 'no'
}

const unknown = '\u0000'

/** A folder that is changed as a whole fits if the glob names something in it. */
function fits(glob: string, path: string, isWhole: boolean): boolean {
  if (path === '') return isWhole
  return coversPath(glob, path, true) || (isWhole && reachesInto(glob, path, true))
}

const literalStart = (glob: string): string => glob.replace(/^(\.?\/)+/, '').replace(/[*?[{\\].*$/s, '')

function literalEnd(glob: string): string {
  const last = Math.max(...['*', '?', ']', '}', '\\'].map((each) => glob.lastIndexOf(each)))
  return glob.slice(last + 1)
}

/** What is known at both ends does not speak against it. */
function mayFit(glob: string, path: string): boolean {
  const [start, end] = [path.split(unknown, 1)[0] ?? '', path.slice(path.lastIndexOf(unknown) + 1)]
  const [from, to] = [literalStart(glob), literalEnd(glob)]
  const isAnchored = glob.replace(/\/$/, '').includes('/')
  const startFits = !isAnchored || start.startsWith('/') || start.startsWith(from) || from.startsWith(start)
  return startFits && (glob.endsWith('/') || end.endsWith(to) || to.endsWith(end))
}

/** `./src//a` and `src\a` are `src/a`; an absolute path keeps its first slash. */
function plainPath(path: string): string {
  const slashed = path.replaceAll('\\', '/').replace(/^[A-Za-z]:/, '')
  const parts: string[] = []
  for (const part of slashed.split('/')) {
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(part)
  }
  return (slashed.startsWith('/') ? '/' : '') + parts.join('/')
}

/** Of an absolute path all ends: which of them is in the project is not known here. */
function ends(path: string): readonly string[] {
  if (!path.startsWith('/')) return [path]
  const parts = path.slice(1).split('/').slice(-40)
  return parts.map((_, at) => parts.slice(at).join('/'))
}
