import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CopyOptions } from '../../workspace/checkout-copy.ts'
import type { HostFolders } from '../base/host-folders.ts'
import type { ProjectWork } from './workspace-services.ts'

/**
 * The folder of an isolated copy: its files, and next to them the app's own data about it.
 *
 * 1. It appears under its name only when complete, and is removed by a rename first: there is never a partial copy.
 */
export interface CopyFolder {
  /** The copy's base folder. */
  readonly base: string
  /** The folder of the files, inside `base`. */
  readonly files: string
}

/**
 * Stops git's search for a parent repository: a copy is not a repository, and must not count as part of one that the
 * data folder happens to be in, such as the user's home. Source: gitrepository-layout(5), "gitfile".
 */
const noRepository = 'gitdir: none-in-a-copy\n'

/** The folder that all copies are in. */
export const allCopies = ({ options }: { readonly options: HostFolders }) => join(options.dataFolder, 'copies')

/** The index of the copy's snapshots, next to its files. */
export const indexIn = (base: string) => join(base, 'index')

/** The temporary folder of commands that work in the copy. */
export const temporaryIn = (base: string) => join(base, 'temporary')

/** Fills a new copy from a snapshot; leftovers of an earlier attempt are removed. */
export async function makeCopy(
  parent: ProjectWork,
  { base, files }: CopyFolder,
  from: string,
  options: Omit<CopyOptions, 'index'>,
): Promise<void> {
  const half = halfOf(base)
  await rm(half, { recursive: true, force: true })
  await removeFolder(base)
  await mkdir(half, { recursive: true, mode: 0o700 })
  await writeFile(join(half, '.git'), noRepository)
  await parent.snapshots.checkoutCopy(from, join(half, files), { ...options, index: indexIn(half) })
  await rename(half, base)
}

/** Its name while it is being made. */
const halfOf = (base: string) => `${base}.half`

/** What can't be removed now, such as a file locked by a virus scanner, is tried again at the next start. */
export async function removeFolder(folder: string): Promise<void> {
  const gone = `${folder}.gone`
  const whole = await rename(folder, gone).then(
    () => gone,
    () => folder,
  )
  await rm(whole, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined)
}

/** Removes a copy, and leftovers of attempts to make it. */
export async function removeCopy(base: string): Promise<void> {
  await removeFolder(base)
  await rm(halfOf(base), { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined)
}

/** The name of the copy that an entry of `allCopies` belongs to; null for one that is being removed. */
export function copyNamed(entry: string): string | null {
  if (entry.endsWith('.gone')) return null
  return entry.endsWith('.half') ? entry.slice(0, -'.half'.length) : entry
}
