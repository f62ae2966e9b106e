import { type FSWatcher, mkdirSync, watch } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { readIsolateTexts } from '../../isolate/isolate.ts'
import type { SourceFile } from '../../isolate/read-strategy.ts'
import type { Registered } from '../../strategy/registered.ts'
import { strategyInfos } from '../../strategy/registry.ts'
import type { HostFolders } from '../base/host-folders.ts'
import { readRegular } from '../data-folder/regular-file.ts'
import type { ChangeBus } from '../events/change-bus.ts'
import { notifyBroken } from './broken-notice.ts'
import { type ReadSource, readSources } from './read-sources.ts'

/** The strategies in the user's own folder, reloaded when they are saved. */
export interface UserStrategies {
  readonly folder: string
  /** The current content of the folder. A broken file is listed with what is wrong. */
  look(): Promise<readonly Registered[]>
  close(): void
}

/** Delay, ms, since editors write a file in several steps. */
const settleMs = 100

export function openUserStrategies(options: HostFolders, bus: ChangeBus): UserStrategies {
  const folder = join(options.dataFolder, 'strategies')
  let known: readonly ReadSource[] = []
  let looking: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined

  async function lookNow(): Promise<void> {
    const texts = () => readIsolateTexts(options.resourcesFolder)
    const next = await readSources(await sourcesIn(folder), 'user', known, strategyInfos(), texts)
    const changed = next.length !== known.length || next.some((each, at) => each !== known[at])
    if (!changed) return
    const before = known
    known = next
    bus.publish({ kind: 'strategies' })
    notifyBroken(bus, next, before)
  }
  // One scan at a time: each uses the results of the last.
  const look = async () => {
    const next = looking.then(lookNow)
    looking = next.catch(() => undefined)
    await next
    return known.map((each) => each.strategy)
  }
  // An error here is reported by the next request for the list.
  const lookAlone = () => void look().catch(() => undefined)

  const watcher = watched(folder, () => {
    clearTimeout(timer)
    timer = setTimeout(lookAlone, settleMs)
  })
  lookAlone()
  return {
    folder,
    look,
    close: () => {
      clearTimeout(timer)
      watcher?.close()
    },
  }
}

/**
 * Creates the folder, so that it can be watched. Without a watcher, as on some network folders, files are still checked
 * before each run.
 */
function watched(folder: string, changed: () => void): FSWatcher | null {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const watcher = watch(folder, { persistent: false }, changed)
    watcher.on('error', () => watcher.close())
    return watcher
  } catch {
    return null
  }
}

/** By name; a file removed in the meantime is left out. */
async function sourcesIn(folder: string): Promise<SourceFile[]> {
  const names = await readdir(folder).catch(() => [])
  const files = names.filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts')).sort()
  const sources: SourceFile[] = []
  for (const file of files) {
    const text = textOf(join(folder, file))
    if (text !== null) sources.push({ file, text })
  }
  return sources
}

/** Bytes. */
const largest = 1_000_000

function textOf(path: string): string | null {
  try {
    return readRegular(path, largest)
  } catch {
    return null
  }
}
