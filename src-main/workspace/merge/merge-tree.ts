import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { SnapshotRepository } from '../snapshots/snapshot-repository.ts'
import { namedSnapshot, readSnapshot } from '../snapshots/take-snapshot.ts'
import type { TreeFile } from './merge-differences.ts'

interface NewFile {
  readonly path: string
  /** Null: it is removed. */
  readonly file: TreeFile
}

/** A snapshot like `ours` with other files at some paths; also returns the paths that clash with the rest. */
export async function commitTree(
  repository: SnapshotRepository,
  ours: string,
  files: readonly NewFile[],
): Promise<{ readonly target: string; readonly inTheWay: readonly string[] }> {
  if (files.length === 0) return { target: ours, inTheWay: [] }
  const { notCovered, held } = await readSnapshot(repository, ours)
  const inTheWay = await withoutRoom(repository, ours, files)
  const fitting = files.filter(({ path }) => !inTheWay.has(path))
  // Removals come first, so that a folder can replace a file.
  const lines = fitting
    .toSorted((one, other) => Number(one.file !== null) - Number(other.file !== null))
    .map(({ path, file }) => `${file?.mode ?? '0'} ${file?.object ?? nothing}\t${path}\0`)
  const index = join(repository.folder, repository.temporaryName('index'))
  try {
    await repository.text(['read-tree', ours], { index })
    await repository.text(['update-index', '-z', '--index-info'], { index, input: lines.join('') })
    const tree = (await repository.text(['write-tree'], { index })).trim()
    const { id } = await namedSnapshot(repository, tree, notCovered, held)
    return { target: id, inTheWay: [...inTheWay] }
  } finally {
    await rm(index, { force: true })
  }
}

const nothing = '0'.repeat(40)

/** Paths that need a folder where there is still a file, or the other way round. */
async function withoutRoom(
  repository: SnapshotRepository,
  ours: string,
  files: readonly NewFile[],
): Promise<ReadonlySet<string>> {
  const gone = new Set(files.flatMap(({ path, file }) => (file === null ? [path] : [])))
  const all = (await repository.text(['ls-tree', '-r', '-z', '--name-only', ours])).split('\0')
  const staying = new Set(all.filter((path) => path !== '' && !gone.has(path)))
  const folders = new Set([...staying].flatMap(foldersOf))
  const written = files.filter(({ file }) => file !== null).map(({ path }) => path)
  return new Set(written.filter((path) => folders.has(path) || foldersOf(path).some((each) => staying.has(each))))
}

function foldersOf(path: string): string[] {
  const parts = path.split('/')
  return parts.slice(1).map((_, at) => parts.slice(0, at + 1).join('/'))
}
