import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { IgnoredAsk } from '../git/ask-ignored.ts'
import { holdsFolder } from '../project-folder.ts'
import type { SnapshotRepository } from '../snapshots/snapshot-repository.ts'
import { type FolderWatch, watchFolders } from './watch-folders.ts'

/** Maximum of watched folders, so that a huge project doesn't use up memory or the user's limit of watches. */
const maxFolders = 20_000

/**
 * Watches every folder of a project except ignored ones and `.git`. Null if that is not available or costs too
 * much: then each snapshot scans all files, which needs no message.
 * @param own an empty or missing folder of the app's own
 */
export async function watchAll(
  repository: SnapshotRepository,
  ignored: IgnoredAsk,
  own: string,
): Promise<FolderWatch | null> {
  if (!(await isWatchableDisk(repository.project))) return null
  const skipped = await ignoredFolders(repository, ignored)
  await mkdir(own, { recursive: true, mode: 0o700 })
  const watch = await watchFolders(repository.project, own)
  const most = await allowedFolders()
  let count = 0

  const enter = async (path: string): Promise<void> => {
    count += 1
    if (count > most) throw new TooManyFolders()
    if (!isAdded(watch, path)) return
    const found = await readdir(join(repository.project, path), { withFileTypes: true }).catch(() => [])
    const folders = found.filter((each) => each.isDirectory() && each.name !== '.git')
    const paths = folders.map((each) => (path === '' ? each.name : `${path}/${each.name}`))
    await Promise.all(paths.filter((each) => !skipped.has(each)).map(enter))
  }
  try {
    await enter('')
    return watch
  } catch {
    watch.close()
    return null
  }
}

class TooManyFolders extends Error {}

/**
 * One that was removed in the meantime, or can't be read, is reported by its parent. Throws if the limit is reached.
 */
function isAdded(watch: FolderWatch, path: string): boolean {
  try {
    watch.add(path)
    return true
  } catch (thrown) {
    const code = thrown instanceof Error && 'code' in thrown ? thrown.code : ''
    if (path !== '' && (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EACCES')) return false
    throw thrown
  }
}

/** Git also lists folders here in which all files happen to be ignored; new files in those must be noticed. */
async function ignoredFolders(repository: SnapshotRepository, ignored: IgnoredAsk): Promise<ReadonlySet<string>> {
  const args = ['ls-files', '-z', '--others', '--ignored', '--exclude-standard', '--directory']
  const named = (await repository.text(args)).split('\0').filter((path) => path.endsWith('/'))
  return ignored.ignoredOf(named.map((path) => path.slice(0, -1)))
}

/** At most a quarter of the user's watches. Source: inotify(7). */
async function allowedFolders(): Promise<number> {
  const text = await readFile('/proc/sys/fs/inotify/max_user_watches', 'utf8').catch(() => '')
  return Math.min(maxFolders, Math.floor((Number(text) || 0) / 4))
}

/** File systems on which the local kernel makes every change, so that inotify reports all. */
const ownDisks: ReadonlySet<string> = new Set('ext2 ext3 ext4 xfs btrfs bcachefs f2fs tmpfs zfs jfs overlay'.split(' '))

/** Whether every change below a folder is reported: on Linux, on one local disk. Source: proc_pid_mountinfo(5). */
async function isWatchableDisk(folder: string): Promise<boolean> {
  if (process.platform !== 'linux') return false
  const text = await readFile('/proc/self/mountinfo', 'utf8').catch(() => '')
  return isOnOneOwnDisk(text, folder)
}

function isOnOneOwnDisk(mountinfo: string, folder: string): boolean {
  const mounts = mountinfo
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [before = '', after = ''] = line.split(' - ')
      return { mountPoint: unescaped(before.split(' ')[4] ?? ''), kind: after.split(' ')[0] ?? '' }
    })
  if (mounts.some(({ mountPoint }) => mountPoint !== folder && holdsFolder(folder, mountPoint))) return false
  const around = mounts.filter(({ mountPoint }) => holdsFolder(mountPoint, folder))
  // Of several mounts at one path the last is visible.
  const longest = Math.max(0, ...around.map(({ mountPoint }) => mountPoint.length))
  return ownDisks.has(around.findLast(({ mountPoint }) => mountPoint.length === longest)?.kind ?? '')
}

const unescaped = (text: string) =>
  text.replace(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)))
