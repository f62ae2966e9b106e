import { hash as hashOfText, randomUUID } from 'node:crypto'
import { chmod, mkdir, readdir, rename, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ProjectTrust, TrustPart } from '../../../src-shared/workspace/project-trust.ts'
import type { TreeEntry } from '../../workspace/guard/whole-tree.ts'
import type { PartContent } from './part-content.ts'
import type { TrustFile } from './project-trust.ts'
import type { TrustedProject } from './trusted-book.ts'

/** Files of one kind that projects bring, which are used from a copy of just what was trusted. */
export interface TrustedTree {
  /** What is trusted, with the folder of its copy, in which paths are as in the project; null if it is not. */
  trusted(project: TrustedProject): Promise<{ readonly content: PartContent; readonly copy: string } | null>
  trustOf(project: TrustedProject): Promise<ProjectTrust>
}

/**
 * 1. Everything that could be loaded is hashed to its last byte (T25, T46, T55).
 * 2. What is used is the bytes that were hashed, not a second reading of the project: a copy in the app's data, which
 *    no confined command sees.
 * @param read what a project's folder has of this kind
 */
export function createTrustedTree(
  part: TrustPart,
  { dataFolder, trust }: { readonly dataFolder: string; readonly trust: TrustFile },
  read: (folder: string) => Promise<PartContent>,
): TrustedTree {
  const stateOf = ({ entries, problem, hash }: PartContent, id: string): ProjectTrust['state'] => {
    if (problem !== null) return 'unusable'
    return entries.length === 0 ? 'none' : trust.of(id, part, hash)
  }
  return {
    trustOf: async ({ id, folder }) => {
      const content = await read(folder)
      const { shown: files, hash, problem } = content
      return { part, state: stateOf(content, id), hash, files, ...(problem !== null && { problem }) }
    },
    trusted: async ({ id, folder }) => {
      const content = await read(folder)
      if (stateOf(content, id) !== 'trusted') return null
      return { content, copy: await copyOf(join(dataFolder, 'trusted', id, part), content) }
    },
  }
}

/** ms after which a copy that nobody used is removed. */
const lasts = 30 * 24 * 3_600_000

/** @param home of the copies of this part of the project */
async function copyOf(home: string, { entries, hash }: PartContent): Promise<string> {
  const rights = entries.map((each) => `${each.path} ${each.kind === 'file' && each.executable}`).sort()
  const copy = join(home, hashOfText('sha256', JSON.stringify([hash, rights])).slice(0, 32))
  const known = await stat(copy).catch(() => null)
  if (known?.isDirectory() === true) {
    const now = new Date()
    await utimes(copy, now, now).catch(() => undefined)
    return copy
  }
  await mkdir(home, { recursive: true, mode: 0o700 })
  await removeOld(home)
  const making = join(home, `.${randomUUID()}`)
  await mkdir(making, { mode: 0o700 })
  for (const each of entries) await write(making, each)
  // Another process may have made the same one.
  await rename(making, copy).catch(() => rm(making, { recursive: true, force: true }))
  return copy
}

async function write(folder: string, entry: TreeEntry): Promise<void> {
  const path = join(folder, entry.path)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  // A system may not let the user make links: then the link is missing, and what needs it fails.
  if (entry.kind === 'link') return void (await symlink(entry.to, path).catch(() => undefined))
  await writeFile(path, entry.bytes, { flag: 'wx' })
  await chmod(path, entry.executable ? 0o500 : 0o400)
}

async function removeOld(home: string): Promise<void> {
  for (const name of await readdir(home).catch(() => [])) {
    const found = await stat(join(home, name)).catch(() => null)
    if (found !== null && Date.now() - found.mtimeMs > lasts)
      await rm(join(home, name), { recursive: true, force: true }).catch(() => undefined)
  }
}
