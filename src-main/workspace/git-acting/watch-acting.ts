import { chmod, lstat, readdir, readFile, readlink, rename, symlink, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { parseConfig } from '../git-view/config-text.ts'
import type { ActingPaths } from './acting-paths.ts'
import { namesProgram } from './names-program.ts'

/** What is at a path. A file that is too large to be kept can’t be put back. */
type Found =
  | { readonly kind: 'none' | 'folder' | 'other' | 'large' }
  | { readonly kind: 'file'; readonly bytes: Buffer; readonly mode: number }
  | { readonly kind: 'link'; readonly to: string }
type State = ReadonlyMap<string, Found>

/** Bytes of a file that is kept, and files that are. */
const [largest, maxKept] = [1_000_000, 500]
/** Added to the name of a file that was put aside: git runs nothing of that name. */
const aside = '.undone'

/**
 * Remembers the files by which git would start programs.
 * @param find looked up again afterwards: a command may have made some
 * @param isHeld whether nothing but the user could change what is at this path meanwhile, as a sandbox sees to it
 * @returns puts back what has changed, keeps what was there beside it, and returns the paths, relative to the folder
 */
export async function watchActing(
  folder: string,
  find: () => Promise<ActingPaths>,
  isHeld: (path: string) => boolean,
): Promise<() => Promise<readonly string[]>> {
  const before = await stateOf(await find(), isHeld)
  return async () => {
    const after = await stateOf(await find(), isHeld)
    const undone: string[] = []
    for (const path of new Set([...before.keys(), ...after.keys()])) {
      const was = before.get(path) ?? { kind: 'none' }
      // A repository that was made meanwhile may stay, without what would start programs.
      if (!before.has(path) && !isKnown(path, before) && !startsPrograms(path, after.get(path))) continue
      if (isSame(was, after.get(path) ?? (await look(path)))) continue
      if (await putBack(path, was)) undone.push(relative(folder, path))
    }
    return undone
  }
}

/** Whether a file of a new repository does. A worktree that was added has a pointer, which is its own. */
function startsPrograms(path: string, found: Found | undefined): boolean {
  if (found === undefined || found.kind === 'none' || found.kind === 'folder') return false
  if (basename(dirname(path)) === 'hooks') return true
  if (basename(dirname(dirname(path))) === 'worktrees') return false
  if (basename(path) === 'commondir') return true
  if (!/^config(\.worktree)?$/.test(basename(path))) return false
  return found.kind !== 'file' || parseConfig(found.bytes.toString()).some(namesProgram)
}

const isKnown = (path: string, before: State) => before.has(dirname(path))

async function stateOf({ files, folders }: ActingPaths, isHeld: (path: string) => boolean): Promise<State> {
  const state = new Map<string, Found>()
  const add = async (path: string) => {
    if (!isHeld(path) && state.size < maxKept && !path.endsWith(aside)) state.set(path, await look(path))
  }
  for (const path of files) await add(path)
  for (const path of folders) {
    await add(path)
    if (isHeld(path)) continue
    for (const name of await readdir(path).catch(() => [])) if (!name.endsWith('.sample')) await add(join(path, name))
  }
  return state
}

async function look(path: string): Promise<Found> {
  try {
    const found = await lstat(path)
    if (found.isSymbolicLink()) return { kind: 'link', to: await readlink(path) }
    if (found.isDirectory()) return { kind: 'folder' }
    if (!found.isFile()) return { kind: 'other' }
    if (found.size > largest) return { kind: 'large' }
    return { kind: 'file', bytes: await readFile(path), mode: found.mode & 0o7777 }
  } catch {
    return { kind: 'none' }
  }
}

function isSame(one: Found, other: Found): boolean {
  if (one.kind === 'file' && other.kind === 'file') return one.mode === other.mode && one.bytes.equals(other.bytes)
  if (one.kind === 'link' && other.kind === 'link') return one.to === other.to
  return one.kind === other.kind
}

/** Whether it could be done. Where the folder around it is gone, nothing acts any more. */
async function putBack(path: string, was: Found): Promise<boolean> {
  if (was.kind === 'large' || was.kind === 'other' || was.kind === 'folder') return false
  try {
    await rename(path, `${path}${aside}`).catch(() => undefined)
    if (was.kind === 'file') {
      await writeFile(path, was.bytes, { flag: 'wx', mode: was.mode })
      await chmod(path, was.mode)
    }
    if (was.kind === 'link') await symlink(was.to, path)
    return (await look(dirname(path))).kind === 'folder'
  } catch {
    return false
  }
}
