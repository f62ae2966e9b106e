import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { SnapshotRepository } from './snapshot-repository.ts'

/** Writes files of a snapshot under `folder`, which must be empty or missing. `paths`: null for all of them. */
export async function extractFiles(
  repository: SnapshotRepository,
  id: string,
  paths: readonly string[] | null,
  folder: string,
): Promise<void> {
  const index = join(repository.folder, repository.temporaryName('index'))
  await mkdir(folder, { recursive: true })
  // Git uses the prefix literally, and expects forward slashes on every system.
  const prefix = `--prefix=${folder.replaceAll('\\', '/')}/`
  try {
    await repository.text(['read-tree', id], { index })
    if (paths === null) await repository.text(['checkout-index', '--all', '--quiet', prefix], { index })
    else if (paths.length > 0)
      await repository.text(['checkout-index', '-z', '--stdin', '--quiet', prefix], {
        index,
        input: paths.map((path) => `${path}\0`).join(''),
      })
  } finally {
    await rm(index, { force: true })
  }
}
