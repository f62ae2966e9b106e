import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { FailureError } from '../../../src-shared/base/failure.ts'
import type { Committed, GitHunks, GitState } from '../../../src-shared/workspace/git-state.ts'
import { commitStaged } from '../../workspace/git-commit/commit.ts'
import { commitHooks, runHook } from '../../workspace/git-commit/hooks.ts'
import { repositoryState } from '../../workspace/git-commit/repository-state.ts'
import { fileHunks, stageHunk } from '../../workspace/git-commit/stage-hunk.ts'
import { findRepository } from '../../workspace/git-view/find-repository.ts'
import type { ProjectWork } from '../workspaces/workspace-services.ts'

type Work = Pick<ProjectWork, 'folder' | 'commands'>

/** Longer git is not waited for, ms. */
const readsWithin = 60_000
/** Hooks may run tests. */
const hooksWithin = 15 * 60_000

/** @throws FailureError if the repository can't be read */
export async function gitState({ folder, commands }: Work): Promise<GitState> {
  const state = await repositoryState(folder, commands.reading, AbortSignal.timeout(readsWithin))
  if (state === null) return { kind: 'none' }
  const { branch, files, busy, prefix, stagedOutside } = state
  const [hooks, confinement] = await Promise.all([commitHooks(folder), commands.confinement()])
  return { kind: 'repository', branch, files, busy, prefix, stagedOutside, hooks, hooksRun: confinement !== null }
}

/** @throws FailureError if the file can't be read */
export function hunks({ folder, commands }: Work, path: string): Promise<GitHunks> {
  return fileHunks(folder, commands.reading, path, AbortSignal.timeout(readsWithin))
}

/** @throws FailureError if the file has no such hunk any more */
export function stageOneHunk({ folder, commands }: Work, path: string, hunk: string, staged: boolean): Promise<void> {
  return stageHunk(folder, commands.reading, path, hunk, staged, AbortSignal.timeout(readsWithin))
}

/**
 * Commits what is staged, at the user's click. Hooks of the repository are programs of the project: they run confined,
 * as its commands do, or not at all.
 * @param amend replaces the newest commit, if it was not pushed
 * @throws FailureError if a hook refuses it, or there is nothing to commit
 */
export async function commit({ folder, commands }: Work, message: string, amend: boolean): Promise<Committed> {
  const state = await repositoryState(folder, commands.reading, AbortSignal.timeout(readsWithin))
  if (state === null) throw new FailureError(noRepository)
  if (state.busy !== null)
    throw new FailureError({ ...noRepository, message: state.busy, advice: 'Then commit again.' })
  const [hooks, confinement] = await Promise.all([commitHooks(folder), commands.confinement()])
  const signal = AbortSignal.timeout(hooksWithin)
  const run = async (hook: string, args: readonly string[]) => {
    if (confinement !== null && hooks.includes(hook)) await runHook(folder, hook, args, confinement.confine, signal)
  }
  await run('pre-commit', [])
  const words = confinement !== null && hooks.includes('commit-msg') ? await throughFile(folder, message, run) : message
  return commitStaged(folder, commands.reading, words, amend)
}

/** The hook may change the message, in the file where git itself keeps it. */
async function throughFile(
  folder: string,
  message: string,
  run: (hook: string, args: readonly string[]) => Promise<void>,
): Promise<string> {
  const found = await findRepository(folder)
  if ('why' in found) return message
  const path = join(found.own, 'COMMIT_EDITMSG')
  const noLink = constants.O_NOFOLLOW ?? 0
  const file = await open(path, constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | noLink, 0o644)
  try {
    await file.writeFile(`${message.trim()}\n`)
  } finally {
    await file.close()
  }
  await run('commit-msg', [path])
  const after = await open(path, constants.O_RDONLY | noLink)
  try {
    const text = await after.readFile('utf8')
    return text.trim() === '' ? message : text
  } finally {
    await after.close()
  }
}

const noRepository = {
  kind: 'invalid-request',
  message: 'This project is in no git repository, so there is nothing to commit.',
  advice: 'Run git init in a terminal to make one.',
} as const
