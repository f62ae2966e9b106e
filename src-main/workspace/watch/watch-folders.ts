import { type FSWatcher, watch } from 'node:fs'
import { utimes, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'

/**
 * Watches folders for changes, with Linux's inotify through Node's `fs.watch`, one watch per folder.
 *
 * 1. Nothing that a program wrote before `take` was called is missing from its result. The kernel queues an event
 *    before the call that caused it returns, and one queue serves all watches of this process in order; so once a
 *    change in a folder of our own is reported, all earlier ones have been.
 * 2. If the queue may have overflowed, the result says so: `isWhole` is false. The kernel drops events only while
 *    its queue is full, a full queue is read in one batch, and the events of a batch are counted here.
 * 3. Not reported: writes through a memory map or through a hard link outside of these folders, and
 *    what another computer writes to a network disk.
 *
 * Rule 1 does not hold for the watchers of macOS and Windows, whose events come late and in no fixed order: there
 * each snapshot scans all files. Watcher packages keep neither rule on Linux: they debounce events,
 * and drop overflows silently.
 */
export interface FolderWatch {
  /** What changed since the last call, project-relative, files and folders alike. */
  take(): Promise<FolderEvent>
  /** Watches a folder from now on, without its subfolders. Throws what `fs.watch` throws. */
  add(path: string): void
  has(path: string): boolean
  close(): void
}
export interface FolderEvent {
  readonly paths: ReadonlySet<string>
  readonly isWhole: boolean
}

/** Maximum of paths remembered between two calls; beyond it a full scan is cheaper. */
const maxPaths = 5000
/** With fewer events in one batch than this, the queue can't have been full: the kernel's minimum limit is 16,384. */
const maxAtOnce = 4096
/** ms to wait for the report of our own change. */
const patience = 5000

let atOnce = 0
let floods = 0

function countEvent(): void {
  if (atOnce === 0)
    setImmediate(() => {
      atOnce = 0
    })
  atOnce += 1
  if (atOnce === maxAtOnce) floods += 1
}

/** @param own an empty folder of the app's own, for rule 1 */
export async function watchFolders(root: string, own: string): Promise<FolderWatch> {
  const watchers = new Map<string, FSWatcher>()
  let paths = new Set<string>()
  let isWhole = true
  let isBroken = false
  let floodsBefore = floods

  const drop = (path: string) => {
    for (const [at, watcher] of watchers) {
      if (at !== path && !at.startsWith(`${path}/`)) continue
      watcher.close()
      watchers.delete(at)
    }
  }
  const onChange = (folder: string, event: string, name: string | null) => {
    countEvent()
    if (name === null) {
      isWhole = false
      return
    }
    const path = folder === '' ? name : `${folder}/${name}`
    // An event with the folder's own name means that it was removed or moved: whatever is there now is a new one.
    if (event === 'rename' && name === basename(join(root, folder))) {
      if (folder === '') isBroken = true
      else {
        paths.add(folder)
        drop(folder)
      }
    }
    if (event === 'rename' && watchers.has(path)) drop(path)
    if (paths.size < maxPaths) paths.add(path)
    else isWhole = false
  }
  const add = (path: string) => {
    watchers.get(path)?.close()
    const watcher = watch(join(root, path), { persistent: false }, (event, name) => onChange(path, event, name))
    watcher.on('error', () => {
      isBroken = true
    })
    watchers.set(path, watcher)
  }

  const probe = await ownChanges(own)
  return {
    take: async () => {
      const reached = await probe.reach()
      const onEvent = { paths, isWhole: reached && isWhole && !isBroken && floods === floodsBefore }
      paths = new Set()
      isWhole = true
      floodsBefore = floods
      return onEvent
    },
    add,
    has: (path) => watchers.has(path),
    close: () => {
      probe.close()
      for (const watcher of watchers.values()) watcher.close()
      watchers.clear()
      isBroken = true
    },
  }
}

/** Resolves once all changes up to now have been received; false if that is unknown. */
async function ownChanges(own: string): Promise<{ reach(): Promise<boolean>; close(): void }> {
  const file = join(own, 'heard')
  await writeFile(file, '', { mode: 0o600 })
  let onEvent: (() => void) | null = null
  const watcher = watch(own, { persistent: false }, () => onEvent?.())
  watcher.on('error', () => undefined)
  const once = async (): Promise<boolean> => {
    let timer: NodeJS.Timeout | undefined
    const reached = new Promise<boolean>((resolve) => {
      onEvent = () => resolve(true)
      timer = setTimeout(() => resolve(false), patience)
    })
    const now = new Date()
    const isTouched = await utimes(file, now, now).then(
      () => true,
      () => false,
    )
    const isHeard = isTouched && (await reached)
    clearTimeout(timer)
    onEvent = null
    return isHeard
  }
  return { reach: once, close: () => watcher.close() }
}
