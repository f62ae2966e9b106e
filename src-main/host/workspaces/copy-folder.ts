import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CopyOptions } from '../../workspace/checkout-copy.ts'
import type { HostFolders } from '../base/host-folders.ts'
import type { ProjectWork } from './workspace-services.ts'

/**
 * The folder of an isolated copy: its files, and beside them what the app keeps of it.
 *
 * 1. It appears under its name when it is whole, and disappears from there at once: half a copy is none.
 */
export interface CopyFolder {
  /** Holds all of the copy. */
  readonly base: string
  /** Within `base`: where the files are. */
  readonly files: string
}

/**
 * Where git stops looking upward: a copy is no repository, and must not be taken for a part of one that the data
 * folder happens to lie in, such as the user's home. Source: gitrepository-layout(5), "gitfile".
 */
const noRepository = 'gitdir: none-in-a-copy\n'

/** The folder that all copies are in. */
export const allCopies = ({ options }: { readonly options: HostFolders }) => join(options.dataFolder, 'copies')

/** Of the copy's snapshots, beside its files. */
export const indexIn = (base: string) => join(base, 'index')

/** The temporary folder of commands that work in the copy. */
export const temporaryIn = (base: string) => join(base, 'temporary')

/** Fills a new copy from a snapshot; what another attempt left under its name is removed. */
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

/** Under this name while it is made. */
const halfOf = (base: string) => `${base}.half`

/** What can't be removed now, such as a file that a virus scanner holds, is tried again at the next start. */
export async function removeFolder(folder: string): Promise<void> {
  const gone = `${folder}.gone`
  const whole = await rename(folder, gone).then(
    () => gone,
    () => folder,
  )
  await rm(whole, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined)
}

/** Removes a copy, and what an attempt to make it left. */
export async function removeCopy(base: string): Promise<void> {
  await removeFolder(base)
  await rm(halfOf(base), { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined)
}

/** The name of the copy that an entry of `allCopies` belongs to; null for one that is being removed. */
export function copyNamed(entry: string): string | null {
  if (entry.endsWith('.gone')) return null
  return entry.endsWith('.half') ? entry.slice(0, -'.half'.length) : entry
}
