import type { GitHunks } from '../../../src-shared/workspace/git-state.ts'
import { type GitReadOptions, readGit } from '../git/read-git.ts'
import { findRepository } from '../git-view/find-repository.ts'
import { hunksOf } from '../merge/merge-hunks.ts'
import { stagePatch } from './change-index.ts'
import { cannotWrite } from './writing-view.ts'

/** Larger diffs are staged as whole files, bytes. */
const limit = 4_000_000

/**
 * The hunks of a file: those that are staged, and those that are not. None of a file that git doesn't know yet, is
 * binary, not UTF-8 or very large.
 * @param path from the top of the repository
 */
export async function fileHunks(
  folder: string,
  reading: GitReadOptions,
  path: string,
  signal: AbortSignal,
): Promise<GitHunks> {
  const [unstaged, staged] = await Promise.all([
    patchOf(folder, reading, path, false, signal),
    patchOf(folder, reading, path, true, signal),
  ])
  const texts = (patch: string) => hunksOf(patch).map((hunk) => hunk.patch)
  return { unstaged: texts(unstaged), staged: texts(staged) }
}

/** @returns an empty text if there are no hunks to stage */
async function patchOf(
  folder: string,
  reading: GitReadOptions,
  path: string,
  staged: boolean,
  signal: AbortSignal,
): Promise<string> {
  const found = await findRepository(folder)
  if ('why' in found) throw cannotWrite(found.why)
  const args = ['diff', ...(staged ? ['--cached'] : []), '--no-color', '--no-renames', '--', `:(literal)${path}`]
  const run = await readGit({ folder: found.top, args, signal, limit, reading })
  if (run.code !== 0) throw cannotWrite(run.trouble.trim() || 'The changes of this file could not be read.')
  const text = run.output.toString()
  return run.cut || !Buffer.from(text).equals(run.output) ? '' : text
}

/**
 * Stages one hunk of a file, or takes it out of what is staged; other changes of the file stay as they are.
 * @param hunk as `fileHunks` returned it
 * @throws FailureError if the file has no such hunk any more
 */
export async function stageHunk(
  folder: string,
  reading: GitReadOptions,
  path: string,
  hunk: string,
  staged: boolean,
  signal: AbortSignal,
): Promise<void> {
  const patch = await patchOf(folder, reading, path, !staged, signal)
  if (!hunksOf(patch).some((each) => each.patch === hunk))
    throw cannotWrite('This change is no longer in the file, so nothing was staged.', 'Look at the file again.')
  const head = patch.slice(0, patch.search(/^@@ /m))
  await stagePatch(folder, reading, path, `${head}${hunk}`, staged)
}
