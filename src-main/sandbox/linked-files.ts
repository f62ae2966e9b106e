import { lstatSync } from 'node:fs'
import { ownWork } from '../processes/marks.ts'
import { runToEnd } from '../processes/run-to-end.ts'
import { locate } from './locate.ts'

/** Folders whose files are hard links to the store of a package manager or of git, and that only those change. */
const stores: readonly string[] = ['node_modules', '.git', '.venv', 'venv', 'vendor', 'target', '.pnpm-store']
/** ms that the first command in a folder waits for the search; if it takes longer, later commands use its result. */
const waits = 1000
/** A folder is searched again after this many ms, or after this multiple of the time that the search took. */
const lasts = 15_000
const timesAsLong = 20
/** Time limit of a search, ms. */
const within = 60_000

interface Looked {
  readonly until: number
  readonly found: readonly string[]
}
const known = new Map<string, Looked>()
const looking = new Map<string, Promise<readonly string[]>>()

/**
 * Files of a folder that have another name outside of it (hard links, link(2)): writing one changes the file outside.
 * A confined command can't make such a link, since each mount counts as a separate disk; but one may already exist.
 *
 * Folders that package managers and git fill with links are skipped: a link there goes unnoticed.
 */
export async function linkedFiles(folder: string): Promise<readonly string[]> {
  const before = known.get(folder)
  // The app's own tools replace a file that they write by a new one, which breaks the link.
  if (before !== undefined && performance.now() < before.until) return before.found.filter(isLinked)
  const now = looking.get(folder) ?? look(folder)
  return before?.found.filter(isLinked) ?? (await Promise.race([now, soon()])) ?? []
}

const isLinked = (path: string) => (lstatSync(path, { throwIfNoEntry: false })?.nlink ?? 0) > 1

const soon = () => new Promise<undefined>((resolve) => setTimeout(resolve, waits, undefined).unref())

function look(folder: string): Promise<readonly string[]> {
  const began = performance.now()
  const found = search(folder).then((paths) => {
    const now = performance.now()
    known.set(folder, { until: now + Math.max(lasts, timesAsLong * (now - began)), found: paths })
    looking.delete(folder)
    return paths
  })
  looking.set(folder, found)
  return found
}

async function search(folder: string): Promise<readonly string[]> {
  const find = await locate('find')
  if (find === null) return []
  const left = stores.flatMap((name, at) => [...(at > 0 ? ['-o'] : []), '-name', name])
  const args = [folder, '-xdev', '(', ...left, ')', '-prune', '-o', '-type', 'f', '-links', '+1', '-print0']
  return leadingOut(await printed(find, args))
}

/** Files with more links than were found. */
function leadingOut(paths: readonly string[]): readonly string[] {
  const files = new Map<string, { readonly links: number; readonly names: string[] }>()
  for (const path of paths) {
    const stat = lstatSync(path, { throwIfNoEntry: false })
    if (stat === undefined) continue
    const number = `${stat.dev} ${stat.ino}`
    const file = files.get(number) ?? { links: stat.nlink, names: [] }
    file.names.push(path)
    files.set(number, file)
  }
  return [...files.values()].filter(({ links, names }) => links > names.length).flatMap(({ names }) => names)
}

/** Bytes of names that are read. */
const mostNames = 64 * 1024 * 1024

/** Names that a program prints, each terminated by a NUL byte. */
async function printed(program: string, args: readonly string[]): Promise<readonly string[]> {
  const limits = { within, most: mostNames, atMost: 'keep-first' } as const
  const asked = { program, args, folder: '/', environment: process.env }
  const end = await runToEnd(asked, { kind: 'helper', owner: ownWork }, limits).catch(() => null)
  return end?.output.toString().split('\0').slice(0, -1) ?? []
}
