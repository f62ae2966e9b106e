import { type FSWatcher, mkdirSync, watch } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Failure } from '../../src-shared/failure.ts'
import { readIsolateTexts } from '../isolate/isolate.ts'
import { readStrategy, versionOf } from '../isolate/read-strategy.ts'
import type { Registered } from '../strategy/registered.ts'
import { type Strategies, strategiesWith, strategyInfos } from '../strategy/registry.ts'
import type { ChangeHub } from './change-hub.ts'
import type { HostOptions } from './host-options.ts'

/**
 * The app's strategies and those in the user's own folder, which are read again when they are saved.
 *
 * 1. A file that is broken is in the list with what is wrong, and takes no other down.
 * 2. A run keeps the strategy it was started with; a change is for the next one.
 */
export interface UserStrategies extends Strategies {
  readonly folder: string
  /** Looks at the folder; settles when what is in it now is in the list. */
  refresh(): Promise<void>
  close(): void
}

interface ReadFile {
  readonly file: string
  readonly version: number
  readonly strategy: Registered
  readonly problem: Failure | null
}

/** Editors write a file in several goes, ms. */
const settleMs = 100
/** A strategy is a page; what is larger is none, bytes. */
const largest = 1_000_000

export function openUserStrategies(options: HostOptions, hub: ChangeHub): UserStrategies {
  const folder = join(options.dataFolder, 'strategies')
  const strategies = strategiesWith(() => known.map((each) => each.strategy))
  let known: readonly ReadFile[] = []
  let looking: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined

  async function look(): Promise<void> {
    const next = await readFolder(folder, options.resourcesFolder, known)
    const changed = next.length !== known.length || next.some((each, at) => each !== known[at])
    if (!changed) return
    const news = next.filter((each) => !known.includes(each))
    known = next
    hub.tell({ kind: 'strategies' })
    for (const { problem } of news) {
      if (problem !== null) hub.tell({ kind: 'notice', level: 'error', text: `${problem.message} ${problem.advice}` })
    }
  }
  const refresh = () => {
    looking = looking.then(look)
    return looking
  }

  const watcher = watched(folder, () => {
    clearTimeout(timer)
    timer = setTimeout(() => void refresh(), settleMs)
  })
  void refresh()
  return {
    ...strategies,
    folder,
    refresh,
    close: () => {
      clearTimeout(timer)
      watcher?.close()
    },
  }
}

/** Makes the folder, so that there is something to watch. Without a watcher, as on some network folders, files are still looked at before each run. */
function watched(folder: string, changed: () => void): FSWatcher | null {
  try {
    mkdirSync(folder, { recursive: true })
    const watcher = watch(folder, { persistent: false }, changed)
    watcher.on('error', () => watcher.close())
    return watcher
  } catch {
    return null
  }
}

async function readFolder(folder: string, resources: string, known: readonly ReadFile[]): Promise<ReadFile[]> {
  const names = await readdir(folder).catch(() => [])
  const files = names.filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts')).sort()
  const read: ReadFile[] = []
  for (const file of files) {
    const before = known.find((each) => each.file === file)
    const taken = [...strategyInfos(), ...read.map((each) => each.strategy.info)].map((info) => info.name)
    const one = await readOne(join(folder, file), file, resources, before, taken)
    if (one !== null) read.push(one)
  }
  return read
}

/** Null where the file went away meanwhile. */
async function readOne(
  path: string,
  file: string,
  resources: string,
  before: ReadFile | undefined,
  taken: readonly string[],
): Promise<ReadFile | null> {
  const text = await readFile(path, 'utf8').catch(() => null)
  if (text === null) return null
  const version = versionOf(text)
  const clashes = before !== undefined && taken.includes(before.strategy.info.name)
  if (before?.version === version && !clashes && before.problem?.kind !== 'options-invalid') return before
  const fits = text.length <= largest
  const found = fits ? await readStrategy({ file, text }, readIsolateTexts(resources)) : tooLarge(file)
  const name = found.ok ? found.strategy.info.name : (before?.strategy.info.name ?? file.slice(0, -'.ts'.length))
  const free = !taken.includes(name)
  if (found.ok && free) return { file, version, strategy: found.strategy, problem: null }
  const problem = found.ok ? nameTaken(file, name) : found.failure
  const same = before?.version === version && before.problem?.message === problem.message
  return same ? before : { file, version, strategy: unusable(free ? name : file, file, problem), problem }
}

const tooLarge = (file: string) => ({
  ok: false as const,
  failure: {
    kind: 'strategy-broke' as const,
    message: `The strategy in ${file} cannot be used: the file is larger than 1 MB.`,
    advice: 'Make it smaller: a strategy is a page.',
  },
})

const nameTaken = (file: string, name: string): Failure => ({
  kind: 'options-invalid',
  message: `The strategy in ${file} cannot be used: there is another one called ${name}.`,
  advice: 'Give it another name in the file and save it.',
})

/** Stands in the list for a file that can't be used, and says so to whoever chooses it. */
const unusable = (name: string, file: string, problem: Failure): Registered => ({
  info: {
    name,
    title: file,
    summary: problem.message,
    version: 0,
    wrapper: false,
    optionsSchema: {},
    roles: [],
    phases: [],
    source: { kind: 'user', file },
    problem,
  },
  build: () => ({ ok: false, failure: problem }),
})
