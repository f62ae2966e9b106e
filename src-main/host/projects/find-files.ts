import { sep } from 'node:path'
import { bundledRipgrep, walkFlags } from '../../tools/ripgrep.ts'

const maxListed = 50_000
const maxFound = 50
/** A listing is reused for this long, ms, since every key press requests one. */
const keptFor = 5_000
/** Time limit of a listing, ms; files not listed by then are not found. */
const listWithin = 10_000

/** Finds files of a project by parts of their path, as typed after an `@`. */
export interface FileFinder {
  find(folder: string, query: string): Promise<readonly string[]>
}

export function createFileFinder(elapsed: () => number): FileFinder {
  const cache = new Map<string, { at: number; files: Promise<readonly string[]> }>()
  const listed = (folder: string) => {
    const before = cache.get(folder)
    if (before !== undefined && elapsed() - before.at < keptFor) return before.files
    const files = listFiles(folder)
    cache.set(folder, { at: elapsed(), files })
    return files
  }
  return { find: async (folder, query) => bestMatches(await listed(folder), query) }
}

/** Files ignored by the project's own rules are left out. Paths are relative, with forward slashes. */
async function listFiles(folder: string): Promise<readonly string[]> {
  const files: string[] = []
  const take = (line: string) => {
    files.push((sep === '/' ? line : line.replaceAll(sep, '/')).replace(/^\.\//, ''))
    return files.length < maxListed
  }
  await bundledRipgrep(
    ['--files', '--no-messages', ...walkFlags(folder)],
    folder,
    take,
    AbortSignal.timeout(listWithin),
  )
  return files
}

/**
 * The files whose path contains the letters of the query in this order, best first: in the name, close together, short.
 */
export function bestMatches(files: readonly string[], query: string): string[] {
  const letters = query.toLowerCase()
  return files
    .map((path) => ({ path, score: scoreOf(path, letters) }))
    .filter((each) => each.score < Number.POSITIVE_INFINITY)
    .sort((a, b) => a.score - b.score || a.path.length - b.path.length || (a.path < b.path ? -1 : 1))
    .slice(0, maxFound)
    .map((each) => each.path)
}

function scoreOf(path: string, letters: string): number {
  const low = path.toLowerCase()
  const name = low.lastIndexOf('/') + 1
  const inName = low.indexOf(letters, name)
  if (inName >= 0) return inName - name
  const inPath = low.indexOf(letters)
  if (inPath >= 0) return 1000 + inPath
  return spread(low, letters)
}

/** The distance between the letters; infinite if one is missing. */
function spread(text: string, letters: string): number {
  let at = -1
  let first = -1
  for (const letter of letters) {
    at = text.indexOf(letter, at + 1)
    if (at < 0) return Number.POSITIVE_INFINITY
    if (first < 0) first = at
  }
  return 2000 + (at - first)
}
