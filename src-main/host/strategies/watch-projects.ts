import { type FSWatcher, lstatSync, watch } from 'node:fs'
import { join } from 'node:path'

/** Reports when files of projects in `.stratagem` may have changed. */
export interface ProjectWatch {
  /** From now on this project is watched; the least recently used ones are no longer watched. */
  see(folder: string): void
  close(): void
}

/** Delay, ms, since editors write a file in several steps. */
const settleMs = 100
const maxProjects = 8

/** Without watchers, as on some network folders, files are still checked before each run and with each list. */
export function watchProjects(changed: () => void): ProjectWatch {
  const watches = new Map<string, { close(): void }>()
  let timer: NodeJS.Timeout | undefined
  const soon = () => {
    clearTimeout(timer)
    timer = setTimeout(changed, settleMs)
  }
  return {
    see: (folder) => {
      const before = watches.get(folder)
      watches.delete(folder)
      watches.set(folder, before ?? watchOne(folder, soon))
      const [oldest] = watches.keys()
      if (watches.size <= maxProjects || oldest === undefined) return
      watches.get(oldest)?.close()
      watches.delete(oldest)
    },
    close: () => {
      clearTimeout(timer)
      for (const each of watches.values()) each.close()
      watches.clear()
    },
  }
}

/** A missing folder is awaited in its parent; there, only its creation counts. Links are not followed. */
function watchOne(folder: string, changed: () => void): { close(): void } {
  const wanted = [[], ['.stratagem'], ['.stratagem', 'strategies'], ['.stratagem', 'presets']].map((parts) =>
    join(folder, ...parts),
  )
  const watchers = new Map<string, FSWatcher>()
  let open = true

  /** @returns whether a folder was added or removed */
  function settle(): boolean {
    const there = wanted.filter(isFolder)
    const before = watchers.size
    for (const [path, watcher] of watchers) if (!there.includes(path)) drop(path, watcher)
    const added = there.filter((path) => !watchers.has(path))
    for (const path of added) add(path)
    return added.length > 0 || watchers.size !== before
  }
  function add(path: string): void {
    try {
      const watcher = watch(path, { persistent: false }, () => {
        if (!open) return
        if (settle() || path !== folder) changed()
      })
      watcher.on('error', () => drop(path, watcher))
      watchers.set(path, watcher)
    } catch {
      // It was removed in the meantime, or this file system does not support watching.
    }
  }
  function drop(path: string, watcher: FSWatcher): void {
    watcher.close()
    watchers.delete(path)
  }
  settle()
  return {
    close: () => {
      open = false
      for (const [path, watcher] of watchers) drop(path, watcher)
    },
  }
}

/** One in an inaccessible folder counts as missing. */
function isFolder(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true
  } catch {
    return false
  }
}
