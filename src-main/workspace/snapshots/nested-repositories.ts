import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gitFailed } from '../git/git-runner.ts'
import { pathsIn } from './paths-in.ts'
import type { SnapshotRepository } from './snapshot-repository.ts'

/** Working files of repositories within the project, submodules included. */
export interface NestedFiles {
  /** Repositories, ending with a slash, whose files are listed. */
  readonly entered: ReadonlySet<string>
  readonly files: readonly string[]
  /** Git's messages. */
  readonly trouble: string
}

/** A nested repository with more files is not covered: it may be anything, such as a clone of a whole system. */
const maxFiles = 50_000
/** How deep repositories are entered within each other. */
const maxDepth = 8
const emptyBlob = 'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391'
/** Never written to disk, and taken out of the index again. */
const placeholder = '.stratagem-nested'

/**
 * Lists the files of nested repositories. Git lists such a folder as one entry and does not enter it, except where its
 * index has files: so it gets a placeholder there for as long as it lists. Once an index has files of the folder, git
 * enters it by itself.
 *
 * @param index a copy that may be changed
 * @param listed what git listed: nested repositories end with a slash
 */
export async function filesInNested(
  repository: SnapshotRepository,
  index: string,
  listed: readonly string[],
): Promise<NestedFiles> {
  const entered = new Set<string>()
  const files: string[] = []
  let trouble = ''
  let next = listed.filter(isNested)
  const placed: string[] = []
  try {
    for (let depth = 0; next.length > 0 && depth < maxDepth; depth++) {
      const places = next.map((folder) => `${folder}${placeholder}`)
      placed.push(...places)
      const lines = places.map((path) => `100644 ${emptyBlob}\t${path}\0`).join('')
      await repository.text(['update-index', '-z', '--index-info'], { index, input: lines })
      const args = ['--literal-pathspecs', 'ls-files', '-z', '--others', '--exclude-standard', '--', ...next]
      const ran = await repository.run(args, { index })
      if (ran.code !== 0) throw gitFailed(args, ran)
      trouble += ran.trouble
      const found = pathsIn(ran.output)
      const small = next.filter((folder) => found.filter((path) => path.startsWith(folder)).length <= maxFiles)
      for (const folder of small) entered.add(folder)
      files.push(...found.filter((path) => small.some((folder) => path.startsWith(folder))))
      next = found.filter((path) => isNested(path) && small.some((folder) => path.startsWith(folder)))
    }
  } finally {
    if (placed.length > 0) {
      const input = placed.map((path) => `${path}\0`).join('')
      await repository.text(['update-index', '-z', '--force-remove', '--stdin'], { index, input })
    }
  }
  await remember(repository, entered)
  return { entered, files: files.filter((path) => !entered.has(path)), trouble }
}

const isNested = (path: string): boolean => path.endsWith('/')

/** Next to the index: it is about the same folder. One file a repository, so that processes don't wait for each other. */
const folderOf = ({ index }: SnapshotRepository) => `${index}-nested`

async function remember(repository: SnapshotRepository, folders: ReadonlySet<string>): Promise<void> {
  if (folders.size === 0) return
  const known = new Set(await knownNested(repository))
  await mkdir(folderOf(repository), { recursive: true, mode: 0o700 })
  for (const folder of folders) {
    if (known.has(folder)) continue
    const name = createHash('sha1').update(folder).digest('hex')
    await writeFile(join(folderOf(repository), name), folder, { mode: 0o600 })
  }
}

/** The nested repositories that were ever seen in this project, ending with a slash. */
export async function knownNested(repository: SnapshotRepository): Promise<readonly string[]> {
  const names = await readdir(folderOf(repository)).catch(() => [])
  return Promise.all(names.map((name) => readFile(join(folderOf(repository), name), 'utf8')))
}
