import { readFile } from 'node:fs/promises'
import { holdsFolder } from '../project-folder.ts'

/** Kinds of disks on which the kernel itself makes every change, so that it hears them all. */
const ownDisks: ReadonlySet<string> = new Set('ext2 ext3 ext4 xfs btrfs bcachefs f2fs tmpfs zfs jfs overlay'.split(' '))

/** Whether every change below a folder is heard: on Linux, on one disk of this machine. Source: proc_pid_mountinfo(5). */
export async function isWatchableDisk(folder: string): Promise<boolean> {
  if (process.platform !== 'linux') return false
  const text = await readFile('/proc/self/mountinfo', 'utf8').catch(() => '')
  return isOnOneOwnDisk(text, folder)
}

export function isOnOneOwnDisk(mountinfo: string, folder: string): boolean {
  const mounts = mountinfo
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [before = '', after = ''] = line.split(' - ')
      return { place: unescaped(before.split(' ')[4] ?? ''), kind: after.split(' ')[0] ?? '' }
    })
  if (mounts.some(({ place }) => place !== folder && holdsFolder(folder, place))) return false
  const around = mounts.filter(({ place }) => holdsFolder(place, folder))
  // Of several in one place the last one is seen.
  const longest = Math.max(0, ...around.map(({ place }) => place.length))
  return ownDisks.has(around.findLast(({ place }) => place.length === longest)?.kind ?? '')
}

const unescaped = (text: string) =>
  text.replace(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)))
