import { lstat, readdir, readFile, readlink, unlink } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { ownWork } from '../../processes/marks.ts'
import { runToEnd } from '../../processes/run-to-end.ts'
import { findRepository } from '../git-view/find-repository.ts'
import { gitEnvironment } from './git-environment.ts'

/** The locks of a repository's own files. Those of single branches are rare, and name what they hold up. */
const names = ['index.lock', 'HEAD.lock', 'config.lock', 'packed-refs.lock', 'shallow.lock']

/**
 * Removes locks that git has left in a folder's repository since a time: each later git would refuse to work. To be called
 * after a command was ended that may have started git; what another git works with stays, and so does everything on
 * Windows, where it can't be known.
 * @param since milliseconds since 1970
 * @returns the removed files, from the folder
 */
export async function removeStaleLocks(folder: string, since: number): Promise<readonly string[]> {
  if (process.platform === 'win32') return []
  const found = await findRepository(folder)
  if ('why' in found) return []
  const { top, own, common } = found
  const files = [...new Set([own, common])].flatMap((each) => names.map((name) => join(each, name)))
  const left: string[] = []
  for (const file of files) {
    const lock = await lstat(file).catch(() => null)
    if (lock?.isFile() === true && lock.mtimeMs >= since && lock.ctimeMs >= since) left.push(file)
  }
  if (left.length === 0 || (await isGitAt(top))) return []
  const removed: string[] = []
  for (const file of left)
    await unlink(file).then(
      () => removed.push(relative(folder, file)),
      () => undefined,
    )
  return removed
}

/** Whether a git works in a folder or below it, apart from the app's own; true also if that can't be known. */
async function isGitAt(top: string): Promise<boolean> {
  const folders = await (process.platform === 'linux' ? gitFolders() : listedGitFolders()).catch(() => null)
  return folders === null || folders.some((each) => each === top || each.startsWith(top + sep))
}

/** The app's own git works on snapshots, in a repository that `GIT_DIR` names. Source: proc_pid_comm(5) and its kin */
async function gitFolders(): Promise<readonly string[]> {
  const pids = (await readdir('/proc')).filter((each) => /^\d+$/.test(each))
  const all = pids.map(async (pid) => {
    const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')
    if (!name.startsWith('git')) return null
    const environment = await readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '')
    return /(^|\0)GIT_DIR=\//.test(environment) ? null : await readlink(`/proc/${pid}/cwd`).catch(() => null)
  })
  return (await Promise.all(all)).filter((each) => each !== null)
}

const listWithin = 3000

/** Source: lsof(8), "Output for Other Programs" */
async function listedGitFolders(): Promise<readonly string[]> {
  const args = ['-a', '-c', 'git', '-d', 'cwd', '-FRn']
  const { output } = await runToEnd(
    { program: 'lsof', args, folder: '/', environment: gitEnvironment() },
    { kind: 'helper', owner: ownWork },
    { within: listWithin, most: 1_000_000, atMost: 'end' },
  )
  return output
    .toString()
    .split(/^p/m)
    .filter((each) => !each.includes(`\nR${process.pid}\n`))
    .flatMap((each) => /^n(.+)$/m.exec(each)?.[1] ?? [])
}
