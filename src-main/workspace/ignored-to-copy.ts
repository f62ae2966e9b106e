import { lstat, readdir } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { gitFailed } from './git/git-runner.ts'
import { isDependencyFolder, isRebuiltFolder } from './snapshots/dependency-folders.ts'
import { heldFiles } from './snapshots/held-files.ts'
import { knownNested } from './snapshots/nested-repositories.ts'
import { isOwnTemporary } from './snapshots/own-leftovers.ts'
import { pathsIn } from './snapshots/paths-in.ts'
import type { SnapshotRepository } from './snapshots/snapshot-repository.ts'

/** What isolated copies get of a project's ignored files, and what they don't get. Project-relative paths. */
export interface IgnoredToCopy {
  readonly files: readonly string[]
  /** Brought whole, because the project's `.worktreeinclude` names them. */
  readonly folders: readonly string[]
  /** Not brought; folders end with a slash. */
  readonly leftOut: readonly string[]
}

/** The file that names more ignored files for copies, with the patterns of a `.gitignore`. */
const includeFile = '.worktreeinclude'
/** Larger ignored files are not brought unless they are named, bytes. */
const largestFile = 1024 * 1024
/** Of all ignored files together: bytes, and their number. */
const maxBytes = 20 * 1024 * 1024
const maxFiles = 500
/** An ignored folder with more files is left out whole. */
const maxInFolder = 100
/** Caches: nothing but time is lost without them. */
const caches = /(^|\/)(__pycache__|\.[\w-]*cache|\.turbo|\.vite|\.gradle|\.tox|\.nyc_output|\.DS_Store)\/?$/

/**
 * Chooses the ignored files that tests and programs may need in a copy: small ones, such as `.env` and local settings,
 * and what `.worktreeinclude` names. Packages come in their own way (`checkout-copy.ts`); build outputs are left out.
 */
export async function ignoredToCopy(repository: SnapshotRepository): Promise<IgnoredToCopy> {
  const list = async (...rules: readonly string[]) => {
    const args = ['ls-files', '-z', '--others', '--ignored', ...rules, '--directory']
    const ran = await repository.run(args)
    if (ran.code !== 0) throw gitFailed(args, ran)
    return pathsIn(ran.output).filter((path) => !isOwnTemporary(path))
  }
  const hasNamed = (await lstat(join(repository.project, includeFile)).catch(() => null))?.isFile() === true
  const named = hasNamed ? await list(`--exclude-from=${join(repository.project, includeFile)}`) : []
  const isNamed = (path: string) => named.some((each) => each === path || (each.endsWith('/') && path.startsWith(each)))
  const chosen = startOf(named)
  const held = new Set((await heldFiles(repository)).map(({ path }) => path))
  for (const path of await list('--exclude-standard')) {
    if (isNamed(path) || held.has(path) || caches.test(path)) continue
    if (path.endsWith('/') && isDependencyFolder(posix.basename(path))) continue
    await choose(repository, path, chosen)
  }
  for (const folder of await knownNested(repository)) {
    const git = `${folder}.git`
    if ((await lstat(join(repository.project, git)).catch(() => null)) !== null) chosen.leftOut.push(`${git}/`)
  }
  const { files, folders, leftOut } = chosen
  return { files, folders, leftOut: leftOut.sort() }
}

interface Chosen {
  readonly files: string[]
  readonly folders: string[]
  readonly leftOut: string[]
  bytes: number
}

const startOf = (named: readonly string[]): Chosen => ({
  files: named.filter((path) => !path.endsWith('/')),
  folders: named.filter((path) => path.endsWith('/')).map((path) => path.slice(0, -1)),
  leftOut: [],
  bytes: 0,
})

async function choose(repository: SnapshotRepository, path: string, chosen: Chosen): Promise<void> {
  const found = await smallFiles(repository, path)
  const bytes = found?.reduce((sum, { size }) => sum + size, 0) ?? 0
  const fits = found !== null && chosen.bytes + bytes <= maxBytes && chosen.files.length + found.length <= maxFiles
  if (!fits) {
    chosen.leftOut.push(path)
    return
  }
  chosen.bytes += bytes
  chosen.files.push(...found.map((each) => each.path))
}

/** A file, or all files of a folder; null if it is not small, or holds something else than files and folders. */
async function smallFiles(
  { project }: SnapshotRepository,
  path: string,
): Promise<readonly { readonly path: string; readonly size: number }[] | null> {
  if (!path.endsWith('/')) {
    const stats = await lstat(join(project, path)).catch(() => null)
    return stats?.isFile() && stats.size <= largestFile ? [{ path, size: stats.size }] : null
  }
  if (path.split('/').some(isRebuiltFolder)) return null
  const files: { path: string; size: number }[] = []
  const waiting = [path]
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const entries = await readdir(join(project, at), { withFileTypes: true }).catch(() => null)
    if (entries === null || entries.length > maxInFolder) return null
    for (const entry of entries) {
      if (entry.isDirectory()) {
        if (isDependencyFolder(entry.name) || isRebuiltFolder(entry.name) || entry.name === '.git') return null
        waiting.push(`${at}${entry.name}/`)
        if (waiting.length > maxInFolder) return null
        continue
      }
      const stats = await lstat(join(project, at, entry.name)).catch(() => null)
      if (!stats?.isFile() || stats.size > largestFile || files.length >= maxInFolder) return null
      files.push({ path: `${at}${entry.name}`, size: stats.size })
    }
  }
  return files
}
