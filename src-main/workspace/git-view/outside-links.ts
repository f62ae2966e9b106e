import { lstat, realpath } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import type { RepositoryView } from './repository-view.ts'

const atOnce = 64

/**
 * The first path that git would read through a link out of the working tree; null if there is none. Most
 * commands check for links in the path to a file; `grep` and `blame` don't.
 */
export async function firstOutsideLink(
  { top, paths }: RepositoryView,
  folder: string,
  command: string,
  args: readonly string[],
): Promise<string | null> {
  if (command === 'blame' || command === 'annotate') {
    const named = args.filter((each) => !each.startsWith('-')).map((each) => resolve(folder, each))
    return firstOut([...named, ...named.map(dirname)], top)
  }
  if (command !== 'grep' || args.includes('--cached')) return null
  const folders = new Set<string>()
  for (const path of paths)
    for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
      const each = path.slice(0, at)
      if (folders.has(each)) break
      folders.add(each)
    }
  const links: string[] = []
  const all = [...folders].map((each) => join(top, Buffer.from(each, 'latin1').toString()))
  for (let at = 0; at < all.length; at += atOnce)
    await Promise.all(
      all.slice(at, at + atOnce).map(async (each) => {
        const found = await lstat(each).catch(() => null)
        if (found !== null && !found.isDirectory()) links.push(each)
      }),
    )
  return firstOut(links, top)
}

async function firstOut(paths: readonly string[], top: string): Promise<string | null> {
  for (const path of paths) {
    const real = await realpath(path).catch(() => null)
    if (real !== null && real !== top && !real.startsWith(top + sep)) return path
  }
  return null
}
