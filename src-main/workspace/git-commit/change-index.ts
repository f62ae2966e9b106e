import { join } from 'node:path'
import type { GitReadOptions } from '../git/read-git.ts'
import { readRegularFile } from '../git-view/regular-files.ts'
import { replaceLocked } from './put-back.ts'
import { cannotWrite, type WritingView, withWritingView } from './writing-view.ts'

type Views = Pick<GitReadOptions, 'views'>

/**
 * Changes what is staged. The index is replaced under git's own lock.
 * @param paths whose working files are staged: none may need a program of the repository
 * @throws FailureError if a file needs such a program (a filter, such as that of LFS), or git refuses
 */
async function changeIndex(
  folder: string,
  views: Views,
  paths: readonly string[],
  work: (writing: WritingView) => Promise<unknown>,
): Promise<void> {
  await withWritingView(folder, views, async (writing) => {
    await refuseReftable(writing)
    const { own } = writing.found
    if (paths.length > 0) await refuseFiltered(writing, paths)
    await replaceLocked(own, 'index', async () => {
      // Another git may have written it since the view was made.
      const now = await readRegularFile(join(own, 'index'))
      const seen = await readRegularFile(join(writing.view.gitFolder, 'index'))
      if (now !== null && seen !== null && !now.bytes.equals(seen.bytes))
        throw cannotWrite('Another git has changed the index meanwhile, so nothing was staged.', 'Try again.')
      await work(writing)
      return (await readRegularFile(join(writing.view.gitFolder, 'index')))?.bytes ?? null
    })
  })
}

/**
 * Stages files, or takes them out of what is staged.
 * @param paths from the top of the repository, taken literally
 * @throws FailureError as `changeIndex`
 */
export async function stageFiles(
  folder: string,
  views: Views,
  paths: readonly string[],
  staged: boolean,
): Promise<void> {
  const fromList = ['--pathspec-from-file=-', '--pathspec-file-nul']
  const args = staged ? ['add', '--all', ...fromList] : ['reset', '--quiet', ...fromList]
  await changeIndex(folder, views, staged ? paths : [], ({ text }) => text(args, { input: paths.join('\0') }))
}

/**
 * Stages a patch, or takes it out of what is staged.
 * @param patch of the one file at `path`, as git shows it between index and working file, or between HEAD and index
 * @throws FailureError as `changeIndex`, and if the patch no longer applies
 */
export async function stagePatch(
  folder: string,
  views: Views,
  path: string,
  patch: string,
  staged: boolean,
): Promise<void> {
  const args = ['apply', '--cached', '--whitespace=nowarn', ...(staged ? [] : ['--reverse']), '-']
  await changeIndex(folder, views, staged ? [path] : [], async ({ run }) => {
    if ((await run(args, { input: patch })).code !== 0)
      throw cannotWrite('This change no longer applies to what is staged, so nothing was staged.', 'Look at it again.')
  })
}

/** A filter is a program that the repository or the user set up; without it the wrong content would be committed. */
async function refuseFiltered({ text }: WritingView, paths: readonly string[]): Promise<void> {
  const answers = (await text(['check-attr', '-z', '--stdin', 'filter'], { input: `${paths.join('\0')}\0` })).split(
    '\0',
  )
  for (let at = 0; at + 2 < answers.length; at += 3) {
    const [path = '', , filter = ''] = answers.slice(at, at + 3)
    if (filter === 'unspecified' || filter === 'unset') continue
    throw cannotWrite(
      `${path} goes through the filter “${filter}”, a program that is not run from here, so nothing was staged.`,
      'Commit it in a terminal.',
    )
  }
}

/** There HEAD is no file of its own. */
export async function refuseReftable({ text }: WritingView): Promise<void> {
  const format = await text(['rev-parse', '--show-ref-format']).catch(() => 'files')
  if (format === 'reftable')
    throw cannotWrite('This repository keeps its branches as a reftable.', 'Commit in a terminal.')
}
