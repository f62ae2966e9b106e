import type { Committed, NewestCommit } from '../../../src-shared/workspace/git-state.ts'
import type { GitReadOptions } from '../git/read-git.ts'
import { settingsEnvironment } from '../git-view/git-settings.ts'
import { refuseReftable } from './change-index.ts'
import { committer } from './identity.ts'
import { putBackLog, replaceLocked } from './put-back.ts'
import { cannotWrite, type WritingView, withWritingView } from './writing-view.ts'

type Views = Pick<GitReadOptions, 'views'>

/**
 * Commits what is staged, on the branch of HEAD. Runs no hooks: see `hooks.ts`.
 * @param amend replaces the newest commit, whose author stays
 * @throws FailureError if nothing is staged, HEAD is detached, somebody else commits at the same time, or the commit to
 *   replace was pushed
 */
export async function commitStaged(folder: string, views: Views, message: string, amend = false): Promise<Committed> {
  return withWritingView(folder, views, async (writing) => {
    const { text, found, view } = writing
    await refuseReftable(writing)
    const branch = await text(['symbolic-ref', '--quiet', '--short', 'HEAD']).catch(() => null)
    if (branch === null) throw cannotWrite('HEAD is detached, so a commit would belong to no branch.', makeBranch)
    const head = await headOf(writing)
    const replaced = amend ? await replaceable(writing, head) : null
    const tree = await text(['write-tree'])
    const before =
      head === null
        ? await text(['hash-object', '-t', 'tree', '--stdin'], { input: '' })
        : await text(['rev-parse', `${head}^{tree}`])
    if (tree === before && replaced === null)
      throw cannotWrite('Nothing is staged, so there is nothing to commit.', 'Stage files first.')
    const { environment, signing } = await committer(found)
    const words = `${message.trim()}\n`
    const commit = await text(
      ['commit-tree', tree, ...(await parentsOf(writing, head, amend)), ...signing.args, '-F', '-'],
      {
        input: words,
        environment: {
          ...environment,
          ...(replaced !== null && (await authorOf(writing, replaced))),
          ...(signing.args.length > 0 && signingEnvironment(signing.settings)),
        },
      },
    )
    const subject = words.split('\n', 1)[0] ?? ''
    const reason = `commit${amend ? ' (amend)' : head === null ? ' (initial)' : ''}: ${subject}`
    await text(['update-ref', '-m', reason, 'HEAD', commit, head ?? '0'.repeat(commit.length)], { environment })
    await putBackLog(view.gitFolder, found.own)
    return { commit, subject, branch, replaced, undoable: head !== null }
  })
}

async function parentsOf({ text }: WritingView, head: string | null, amend: boolean): Promise<readonly string[]> {
  if (head === null) return []
  const parents = amend ? (await text(['rev-parse', `${head}^@`])).split('\n').filter((each) => each !== '') : [head]
  return parents.flatMap((parent) => ['-p', parent])
}

async function replaceable(writing: WritingView, head: string | null): Promise<string> {
  if (head === null) throw cannotWrite('There is no commit yet that could be amended.', 'Commit instead.')
  if (await isPushed(writing, head))
    throw cannotWrite('The newest commit was pushed, so it was not amended.', 'Make a new commit instead.')
  return head
}

async function isPushed({ text }: WritingView, commit: string): Promise<boolean> {
  return (await text(['for-each-ref', '--count=1', '--contains', commit, 'refs/remotes'])) !== ''
}

/** Source: git-commit-tree(1), "Commit Information"; `raw` is git's internal date format. */
async function authorOf({ text }: WritingView, commit: string): Promise<Record<string, string>> {
  const output = await text(['log', '-1', '--date=raw', '--format=%an%x00%ae%x00%ad', commit])
  const [name = '', email = '', date = ''] = output.split('\0')
  return { GIT_AUTHOR_NAME: name, GIT_AUTHOR_EMAIL: email, GIT_AUTHOR_DATE: date }
}

/** The newest commit, which may be amended if it was not pushed; null if there is none. */
export async function newestCommit(folder: string, views: Views): Promise<NewestCommit | null> {
  return withWritingView(folder, views, async (writing) => {
    const head = await headOf(writing)
    if (head === null) return null
    const message = await writing.text(['log', '-1', '--format=%B', head])
    return { message: message.trim(), pushed: await isPushed(writing, head) }
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

/**
 * Takes back the newest commit: its changes are staged again.
 * @param replaced the commit that it amended, which is restored; null: it amended none
 * @throws FailureError if it is not the newest, or was pushed
 */
export async function undoCommit(
  folder: string,
  views: Views,
  commit: string,
  replaced: string | null = null,
): Promise<void> {
  await withWritingView(folder, views, async (writing) => {
    const { text, found, view } = writing
    if ((await headOf(writing)) !== commit)
      throw cannotWrite(
        'This is no longer the newest commit, so it was not taken back.',
        'Use git revert in a terminal.',
      )
    if (await isPushed(writing, commit))
      throw cannotWrite('This commit was pushed, so it was not taken back.', 'Use git revert in a terminal.')
    const back = replaced ?? (await text(['rev-parse', '--verify', `${commit}^1`]))
    if (
      replaced !== null &&
      (await text(['rev-parse', `${commit}^@`])) !== (await text(['rev-parse', `${replaced}^@`]))
    )
      throw cannotWrite('The commit before this one can’t be restored.', 'Use git reflog in a terminal.')
    const { environment } = await committer(found)
    await text(['update-ref', '-m', `reset: moving to ${replaced ?? 'HEAD~1'}`, 'HEAD', back, commit], { environment })
    await putBackLog(view.gitFolder, found.own)
  })
}

/**
 * A new branch at the newest commit; HEAD moves to it, and no file is touched. @throws FailureError for a bad name, or
 * one in use
 */
export async function makeBranchHere(folder: string, views: Views, name: string): Promise<void> {
  await withWritingView(folder, views, async (writing) => {
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
