import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { lstat, mkdir, open, readdir, readFile, readlink, writeFile } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { z } from 'zod'
import { gitFailed } from '../git/git-runner.ts'
import { applyChange, newFolder, putChange } from '../merge/change-tree.ts'
import { isDependencyFolder } from './dependency-folders.ts'
import { pathsIn } from './paths-in.ts'
import { isOnTheWay } from './restore-files.ts'
import { largestFile } from './snapshot-files.ts'
import type { SnapshotRepository } from './snapshot-repository.ts'
import { folderMode, snapshotTrees, type TreeEntry } from './snapshot-trees.ts'
import { namedSnapshot, type Snapshot } from './take-snapshot.ts'
import { writeObject } from './write-object.ts'

/**
 * Ignored files that snapshots hold all the same, because the app's own tools edited them: what they wrote can be seen,
 * compared and undone.
 *
 * 1. A file is held from just before its first edit on. In all earlier snapshots it counts as it was then.
 * 2. A snapshot names what it holds of these (`held`); what only one of two snapshots holds is never compared.
 * 3. Their contents are in the snapshots' store, and kept by refs of their own, which nothing drops.
 */
interface HeldFile {
  readonly path: string
  /** As it was before the first edit; null if there was none. */
  readonly original: TreeEntry | null
}

const heldFile = z.object({ path: z.string(), original: z.object({ mode: z.string(), id: z.string() }).nullable() })

/** Next to the index: they are about the same folder. One file each: of two processes the first one's original counts. */
const folderOf = ({ index }: SnapshotRepository) => `${index}-held`

export async function heldFiles(repository: SnapshotRepository): Promise<readonly HeldFile[]> {
  const names = await readdir(folderOf(repository)).catch(() => [])
  const read = names.map(async (name) => {
    const text = await readFile(join(folderOf(repository), name), 'utf8').catch(() => '')
    const parsed = heldFile.safeParse(jsonOf(text))
    return parsed.success ? [parsed.data] : []
  })
  return (await Promise.all(read)).flat()
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/**
 * Makes snapshots hold these files from now on, if they are ignored.
 * @returns those that can't be held
 */
export async function holdFiles(repository: SnapshotRepository, paths: readonly string[]): Promise<readonly string[]> {
  const known = new Set((await heldFiles(repository)).map(({ path }) => path))
  const asked: string[] = []
  // Git refuses to speak of what is behind a link; nothing there is the project's.
  for (const path of paths)
    if (!known.has(path) && (await isBehindNoLink(repository.project, posix.dirname(path)))) asked.push(path)
  const ignored = await ignoredOf(repository, asked)
  const not: string[] = []
  for (const path of ignored) {
    const original = isDependency(path) ? 'not-held' : await entryAt(repository, path)
    if (original === 'not-held') not.push(path)
    else await remember(repository, { path, original })
  }
  return not
}

async function isBehindNoLink(project: string, folder: string): Promise<boolean> {
  if (folder === '.') return true
  const there = await lstat(join(project, folder)).catch(() => null)
  return there?.isSymbolicLink() !== true && isBehindNoLink(project, posix.dirname(folder))
}

/** Packages can be installed again, and copies bring them in ways of their own. */
const isDependency = (path: string): boolean => posix.dirname(path).split('/').some(isDependencyFolder)

async function remember(repository: SnapshotRepository, held: HeldFile): Promise<void> {
  const { original, path } = held
  if (original !== null) await keepObject(repository, original)
  await mkdir(folderOf(repository), { recursive: true, mode: 0o700 })
  const file = join(folderOf(repository), createHash('sha1').update(path).digest('hex'))
  await writeFile(file, JSON.stringify(held), { flag: 'wx', mode: 0o600 }).catch((thrown: unknown) => {
    if (!(thrown instanceof Error && 'code' in thrown && thrown.code === 'EEXIST')) throw thrown
  })
}

/** A ref of its own may point to any object. Source: git-update-ref(1). */
async function keepObject(repository: SnapshotRepository, { id }: TreeEntry): Promise<void> {
  await repository.text(['update-ref', `refs/held/${id}`, id])
}

async function ignoredOf(repository: SnapshotRepository, paths: readonly string[]): Promise<string[]> {
  if (paths.length === 0) return []
  const args = ['check-ignore', '--no-index', '-z', '--stdin']
  const run = await repository.run(args, { input: paths.map((path) => `./${path}\0`).join('') })
  // Exit code 1: none of them is.
  if (run.code !== 0 && run.code !== 1) throw gitFailed(args, run)
  return pathsIn(run.output).map((path) => path.slice(2))
}

/** What is at a path now, written into the store; null: nothing. */
async function entryAt(repository: SnapshotRepository, path: string): Promise<TreeEntry | null | 'not-held'> {
  const file = join(repository.project, path)
  if (!(await isOnTheWay(repository.project, posix.dirname(path)))) return null
  const found = await lstat(file).catch(() => null)
  if (found === null) return null
  try {
    if (found.isSymbolicLink())
      return { mode: '120000', id: await writeObject(repository, 'blob', await readlink(file, 'buffer')) }
    if (!found.isFile() || found.size > largestFile) return 'not-held'
    const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    try {
      const mode = (found.mode & 0o100) === 0 ? '100644' : '100755'
      return { mode, id: await writeObject(repository, 'blob', await handle.readFile()) }
    } finally {
      await handle.close()
    }
  } catch {
    return 'not-held'
  }
}

/** A snapshot that was just taken, with the files that are held. */
export async function withHeld(repository: SnapshotRepository, base: Snapshot): Promise<Snapshot> {
  const held = await heldFiles(repository)
  if (held.length === 0) return base
  const entries: [path: string, entry: TreeEntry][] = []
  const notCovered = [...base.notCovered]
  for (const { path } of held) {
    const entry = await entryAt(repository, path)
    if (entry === 'not-held') notCovered.push(path)
    else if (entry !== null) entries.push([path, entry])
  }
  return withEntries(
    repository,
    { ...base, notCovered },
    entries,
    held.map(({ path }) => path),
  )
}

/** An earlier snapshot, with the originals of the files that are held since. */
export async function completed(repository: SnapshotRepository, snapshot: Snapshot): Promise<Snapshot> {
  const known = new Set(snapshot.held)
  const later = (await heldFiles(repository)).filter(({ path }) => !known.has(path))
  if (later.length === 0) return snapshot
  const there = await presentIn(
    repository,
    snapshot.id,
    later.map(({ path }) => path),
  )
  // One that was not ignored then is there as it was.
  const missing = later.flatMap(({ path, original }) =>
    original === null || there.has(path) ? [] : [[path, original] as [string, TreeEntry]],
  )
  return withEntries(repository, snapshot, missing, [...known, ...later.map(({ path }) => path)])
}

async function presentIn(
  repository: SnapshotRepository,
  id: string,
  paths: readonly string[],
): Promise<ReadonlySet<string>> {
  return new Set(
    pathsIn(
      (await repository.run(['--literal-pathspecs', 'ls-tree', '-r', '-z', '--name-only', id, '--', ...paths])).output,
    ),
  )
}

async function withEntries(
  repository: SnapshotRepository,
  snapshot: Snapshot,
  entries: readonly (readonly [path: string, entry: TreeEntry | null])[],
  held: readonly string[],
): Promise<Snapshot> {
  const trees = snapshotTrees(repository)
  try {
    const change = newFolder(false)
    for (const [path, entry] of entries) putChange(change, path, { kind: 'entry', entry })
    const before = { mode: folderMode, id: await trees.ofSnapshot(snapshot.id) }
    const tree = (await applyChange(trees, before, change))?.id ?? (await trees.write(new Map()))
    return await namedSnapshot(repository, tree, [...new Set(snapshot.notCovered)].sort(), [...new Set(held)].sort())
  } finally {
    trees.close()
  }
}

/** Lets a new copy hold what the snapshot holds that it was made from, as it is there. */
export async function holdAsIn(repository: SnapshotRepository, snapshot: Snapshot): Promise<void> {
  for (const path of snapshot.held ?? []) {
    const original = await entryAt(repository, path)
    if (original !== 'not-held') await remember(repository, { path, original })
  }
}

/** A snapshot for other machines, and what it lacks. */
export interface PublicSnapshot {
  readonly id: string
  readonly leftOut: readonly string[]
}

/**
 * The same snapshot without ignored files, which may hold secrets. The same snapshot gives the same one each time.
 * @param named ignored files that stay in it, since the user named them
 */
export async function withoutIgnored(
  repository: SnapshotRepository,
  snapshot: Snapshot,
  named: readonly string[],
): Promise<PublicSnapshot> {
  const held = (snapshot.held ?? []).filter((path) => !named.includes(path))
  const reachable: string[] = []
  for (const path of held) if (await isBehindNoLink(repository.project, posix.dirname(path))) reachable.push(path)
  // One that is not ignored any more is a file like others. Of what is behind a link by now, nothing is known.
  const ignored = new Set(await ignoredOf(repository, reachable))
  const away = held.filter((path) => ignored.has(path) || !reachable.includes(path))
  const there = away.length === 0 ? new Set<string>() : await presentIn(repository, snapshot.id, away)
  const leftOut = away.filter((path) => there.has(path))
  if (leftOut.length === 0) return { id: snapshot.id, leftOut }
  const kept = (snapshot.held ?? []).filter((path) => !away.includes(path))
  const changed = leftOut.map((path) => [path, null] as const)
  const { id } = await withEntries(repository, { ...snapshot, held: kept }, changed, kept)
  return { id, leftOut }
}
