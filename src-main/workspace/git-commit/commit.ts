import { join } from 'node:path'
import type { Committed } from '../../../src-shared/workspace/git-state.ts'
import type { GitReadOptions } from '../git/read-git.ts'
import { settingsEnvironment } from '../git-view/git-settings.ts'
import { readRegularFile } from '../git-view/regular-files.ts'
import { committer } from './identity.ts'
import { putBackLog, replaceLocked } from './put-back.ts'
import { cannotWrite, type WritingView, withWritingView } from './writing-view.ts'

type Views = Pick<GitReadOptions, 'views'>

/**
 * Stages files, or takes them out of what is staged. The index is replaced under git's own lock.
 * @param paths from the top of the repository, taken literally
 * @throws FailureError if a file needs a program of the repository (a filter, such as that of LFS), or git refuses
 */
export async function stageFiles(
  folder: string,
  place: Views,
  paths: readonly string[],
  staged: boolean,
): Promise<void> {
  await withWritingView(folder, place, async (writing) => {
    await refuseReftable(writing)
    const { own } = writing.found
    if (staged) await refuseFiltered(writing, paths)
    await replaceLocked(own, 'index', async () => {
      // Another git may have written it since the view was made.
      const now = await readRegularFile(join(own, 'index'))
      const seen = await readRegularFile(join(writing.view.gitFolder, 'index'))
      if (now !== null && seen !== null && !now.bytes.equals(seen.bytes))
        throw cannotWrite('Another git has changed the index meanwhile, so nothing was staged.', 'Try again.')
      const fromList = ['--pathspec-from-file=-', '--pathspec-file-nul']
      const args = staged ? ['add', '--all', ...fromList] : ['reset', '--quiet', ...fromList]
      await writing.text(args, { input: paths.join('\0') })
      return (await readRegularFile(join(writing.view.gitFolder, 'index')))?.bytes ?? null
    })
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
async function refuseReftable({ text }: WritingView): Promise<void> {
  const format = await text(['rev-parse', '--show-ref-format']).catch(() => 'files')
  if (format === 'reftable')
    throw cannotWrite('This repository keeps its branches as a reftable.', 'Commit in a terminal.')
}

/**
 * Commits what is staged, on the branch of HEAD. Runs no hooks: see `hooks.ts`.
 * @throws FailureError if nothing is staged, HEAD is detached, or somebody else commits at the same time
 */
export async function commitStaged(folder: string, place: Views, message: string): Promise<Committed> {
  return withWritingView(folder, place, async (writing) => {
    const { text, found, view } = writing
    await refuseReftable(writing)
    const branch = await text(['symbolic-ref', '--quiet', '--short', 'HEAD']).catch(() => null)
    if (branch === null) throw cannotWrite('HEAD is detached, so a commit would belong to no branch.', makeBranch)
    const parent = await headOf(writing)
    const tree = await text(['write-tree'])
    const before =
      parent === null
        ? await text(['hash-object', '-t', 'tree', '--stdin'], { input: '' })
        : await text(['rev-parse', `${parent}^{tree}`])
    if (tree === before) throw cannotWrite('Nothing is staged, so there is nothing to commit.', 'Stage files first.')
    const { environment, signing } = await committer(found)
    const words = `${message.trim()}\n`
    const parents = parent === null ? [] : ['-p', parent]
    const commit = await text(['commit-tree', tree, ...parents, ...signing.args, '-F', '-'], {
      input: words,
      environment: { ...environment, ...(signing.args.length > 0 && signingEnvironment(signing.settings)) },
    })
    const subject = words.split('\n', 1)[0] ?? ''
    const reason = `commit${parent === null ? ' (initial)' : ''}: ${subject}`
    await text(['update-ref', '-m', reason, 'HEAD', commit, parent ?? '0'.repeat(commit.length)], { environment })
    await putBackLog(view.gitFolder, found.own)
    return { commit, subject, branch, undoable: parent !== null }
  })
}

const makeBranch = 'Make a branch first.'

/** The user's home, where keys are, for the user's own signing program. */
const signingEnvironment = (settings: readonly (readonly [string, string])[]): Record<string, string> => ({
  ...settingsEnvironment(settings),
  ...Object.fromEntries(
    [
      'HOME',
      'USERPROFILE',
      'GNUPGHOME',
      'SSH_AUTH_SOCK',
      'GPG_TTY',
      'DISPLAY',
      'WAYLAND_DISPLAY',
      'XDG_RUNTIME_DIR',
    ].flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  ),
})

async function headOf({ text }: WritingView): Promise<string | null> {
  return text(['rev-parse', '--quiet', '--verify', 'HEAD^{commit}']).catch(() => null)
}

/** Takes back the newest commit: its changes are staged again. @throws FailureError if it is not the newest, or was pushed */
export async function undoCommit(folder: string, place: Views, commit: string): Promise<void> {
  await withWritingView(folder, place, async (writing) => {
    const { text, found, view } = writing
    if ((await headOf(writing)) !== commit)
      throw cannotWrite(
        'This is no longer the newest commit, so it was not taken back.',
        'Use git revert in a terminal.',
      )
    const remotes = await text(['for-each-ref', '--count=1', '--contains', commit, 'refs/remotes'])
    if (remotes !== '')
      throw cannotWrite('This commit was pushed, so it was not taken back.', 'Use git revert in a terminal.')
    const parent = await text(['rev-parse', '--verify', `${commit}^1`])
    const { environment } = await committer(found)
    await text(['update-ref', '-m', 'reset: moving to HEAD~1', 'HEAD', parent, commit], { environment })
    await putBackLog(view.gitFolder, found.own)
  })
}

/** A new branch at the newest commit; HEAD moves to it, and no file is touched. @throws FailureError for a bad name, or one in use */
export async function makeBranchHere(folder: string, place: Views, name: string): Promise<void> {
  await withWritingView(folder, place, async (writing) => {
    const { text, run, found } = writing
    await refuseReftable(writing)
    if ((await run(['check-ref-format', '--branch', name])).code !== 0)
      throw cannotWrite(`“${name}” can’t be the name of a branch.`, 'Use letters, digits, hyphens and slashes.')
    const isThere = (await run(['show-ref', '--verify', '--quiet', `refs/heads/${name}`])).code === 0
    if (isThere) throw cannotWrite(`There is a branch ${name} already.`, 'Choose another name.')
    const head = await headOf(writing)
    await replaceLocked(found.own, 'HEAD', async () => {
      if (head !== null) {
        const { environment } = await committer(found)
        const ref = `refs/heads/${name}`
        await text(['update-ref', '-m', 'branch: Created from HEAD', ref, head, '0'.repeat(head.length)], {
          environment,
        })
      }
      return Buffer.from(`ref: refs/heads/${name}\n`)
    })
  })
}
