import { type FSWatcher, watch } from 'node:fs'
import { utimes, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'

/**
 * Hears what changes in folders, by Linux's inotify through Node's own `fs.watch`, one watch a folder.
 *
 * 1. Nothing that a program wrote before `take` was called is missing from its answer. The kernel queues an event
 *    before the call that caused it returns, and one queue serves all watches of this process in order; so once a
 *    change in a folder of our own is heard, all before it have been.
 * 2. If the queue may have run over, the answer says so: `isWhole` is false. The kernel drops events only while
 *    its queue is full, a full queue is read in one go, and what is read in one go is counted here.
 * 3. Not heard: writes through a memory map, or by another name of a file (a hard link) outside of these folders, and
 *    what another computer writes to a network disk.
 *
 * Rule 1 does not hold for the watchers of macOS and Windows, whose events come late and in no order with others: there
 * each snapshot looks at all files. Watching packages keep neither rule on Linux: they hold events back to gather them,
 * and drop overflows without a word.
 */
export interface FolderWatch {
  /** What changed since the last call, project-relative, files and folders alike. */
  take(): Promise<Heard>
  /** Hears a folder from now on; what lies below it is not included. Throws what `fs.watch` throws. */
  add(path: string): void
  has(path: string): boolean
  close(): void
}
export interface Heard {
  readonly paths: ReadonlySet<string>
  readonly isWhole: boolean
}

/** Paths that are remembered between two calls; a full look costs less than more of them. */
const maxPaths = 5000
/** Events read in one go beside which a full queue is out of the question: the kernel's least limit is 16,384. */
const maxAtOnce = 4096
/** ms until a change that is not heard is given up. */
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
    // Under its own name a folder tells that it is gone or was moved: whatever is there now is another one.
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
      const heard = { paths, isWhole: reached && isWhole && !isBroken && floods === floodsBefore }
      paths = new Set()
      isWhole = true
      floodsBefore = floods
      return heard
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

/** Resolves once all changes until now have been received; false if that is unknown. */
async function ownChanges(own: string): Promise<{ reach(): Promise<boolean>; close(): void }> {
  const file = join(own, 'heard')
  await writeFile(file, '', { mode: 0o600 })
  let heard: (() => void) | null = null
  const watcher = watch(own, { persistent: false }, () => heard?.())
  watcher.on('error', () => undefined)
  const once = async (): Promise<boolean> => {
    let timer: NodeJS.Timeout | undefined
    const reached = new Promise<boolean>((resolve) => {
      heard = () => resolve(true)
      timer = setTimeout(() => resolve(false), patience)
    })
    const now = new Date()
    const isTouched = await utimes(file, now, now).then(
      () => true,
      () => false,
    )
    const isHeard = isTouched && (await reached)
    clearTimeout(timer)
    heard = null
    return isHeard
  }
  return { reach: once, close: () => watcher.close() }
}
