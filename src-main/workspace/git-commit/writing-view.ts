import { realpath } from 'node:fs/promises'
import { FailureError } from '../../../src-shared/base/failure.ts'
import { type GitRun, runGit } from '../git/git-runner.ts'
import { type GitReadOptions, prepareViews, readingEnvironment } from '../git/read-git.ts'
import { type FoundRepository, findRepository } from '../git-view/find-repository.ts'
import { settingsEnvironment } from '../git-view/git-settings.ts'
import { makeView, type RepositoryView, removeView } from '../git-view/repository-view.ts'
import { userSettings } from '../git-view/user-settings.ts'

/** A repository as git sees it when the app writes to it: only objects and refs are the real ones. */
export interface WritingView {
  readonly found: FoundRepository
  readonly view: RepositoryView
  run(args: readonly string[], more?: WritingMore): Promise<GitRun>
  /** Its output without a last line feed. @throws FailureError if git does not exit with 0 */
  text(args: readonly string[], more?: WritingMore): Promise<string>
}
interface WritingMore {
  readonly input?: string
  readonly environment?: Readonly<Record<string, string>>
}

const limit = 64 * 1024 * 1024

/**
 * Runs git commands that write into the user's repository, at the user's click.
 *
 * 1. As when git only reads (`read-git.ts`), it sees the app's own configuration: no setting of the repository is read
 *    that names a program or a file, and no hook is found. So nothing but git itself runs.
 * 2. What is written goes to the real objects and refs, which were checked to be inside the repository. The index and
 *    HEAD are copies: whoever changes them puts them back under git's own locks.
 * @param reading the folder for views
 * @throws FailureError with a sentence if there is no repository, or it leads elsewhere
 */
export async function withWritingView<T>(
  folder: string,
  reading: Pick<GitReadOptions, 'views'>,
  work: (writing: WritingView) => Promise<T>,
): Promise<T> {
  const found = await findRepository(folder)
  if ('why' in found) throw cannotWrite(found.why)
  await prepareViews(reading.views)
  const views = await realpath(reading.views)
  const view = await makeView(found, await userSettings(reading.views), views)
  if ('why' in view) throw cannotWrite(view.why)
  const environment = {
    ...readingEnvironment(view),
    ...settingsEnvironment([
      ['core.splitIndex', 'false'],
      ['core.logAllRefUpdates', 'true'],
    ]),
    GIT_LITERAL_PATHSPECS: '1',
    LC_ALL: 'C',
  }
  const run = async (args: readonly string[], more: WritingMore = {}) => {
    const options = { folder: found.top, limit, input: more.input }
    const ran = await runGit(['--no-pager', ...args], {
      ...options,
      environment: { ...environment, ...more.environment },
    })
    return { ...ran, trouble: view.asReal(Buffer.from(ran.trouble)).toString() }
  }
  const text = async (args: readonly string[], more?: WritingMore) => {
    const ran = await run(args, more)
    if (ran.code !== 0) throw cannotWrite(ran.trouble.trim() || `git ${args[0]} failed.`)
    return ran.output.toString().replace(/\n$/, '')
  }
  try {
    return await work({ found, view, run, text })
  } finally {
    await removeView(view)
  }
}

export const cannotWrite = (why: string, advice = 'Commit in a terminal, or change what stands in the way.') =>
  new FailureError({ kind: 'workspace-failed', message: why.replace(/^(fatal|error): /, ''), advice })
