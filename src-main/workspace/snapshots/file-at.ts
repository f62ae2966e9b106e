import { gitFailed } from '../git/git-runner.ts'
import type { SnapshotRepository } from './snapshot-repository.ts'

/** Larger files are not read out of a snapshot, bytes; snapshots hold none that are. */
const limit = 50 * 1024 * 1024

/** The bytes of a file in a snapshot; null if it holds no such file. @param path project-relative, taken literally */
export async function fileAt(repository: SnapshotRepository, snapshot: string, path: string): Promise<Buffer | null> {
  const listArgs = ['--literal-pathspecs', 'ls-tree', '-z', snapshot, '--', path]
  // `<mode> blob <id>\t<path>`; a link (mode 120000) is no file to show.
  const found = /^100\d{3} blob ([0-9a-f]+)\t/.exec(await repository.text(listArgs))?.[1]
  if (found === undefined) return null
  const args = ['cat-file', 'blob', found]
  const run = await repository.run(args, { limit })
  if (run.code !== 0) throw gitFailed(args, run)
  return run.output
}
