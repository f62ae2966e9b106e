import { join } from 'node:path'
import { FailureError } from '../../../src-shared/base/failure.ts'
import { formatSize } from '../../../src-shared/base/format.ts'
import { demoProfileId, type ModelProfile } from '../../../src-shared/settings/settings.ts'
import { ask } from '../../host/api/host-client.ts'
import { systemClock } from '../../host/base/clock.ts'
import { createTally } from '../../host/bundles/machines/machine-tally.ts'
import type { Host } from '../../host/host.ts'
import { rememberedProfiles } from '../../host/settings/named-endpoints.ts'
import { openProfilesFile } from '../../host/settings/profiles-file.ts'
import type { WorkerArguments } from '../arguments/read-servers.ts'
import type { EnvironmentKeys } from '../environment-keys.ts'
import { openCommandHost } from '../open-command-host.ts'
import { printNotices } from '../print-notices.ts'
import type { Terminal } from '../terminal.ts'
import { exitCodes, onStop } from '../watch-run.ts'
import {
  contentFolder,
  makeWorkFolder,
  removeWorkFolder,
  sizeOfFolder,
  sizeOfWork,
  sweepWorkFolders,
} from './work-folder.ts'

/**
 * `agent worker`: works on trials of a queue until it is stopped. It has a data folder of its own in that of the user,
 * so that trials of others are not in the user's history, and the user's model profiles and other agents.
 *
 * 1. That folder is emptied whenever the worker rests: after the last trial for now, and when there is too much in it.
 * 2. Files that were fetched are kept beside it, up to a limit.
 *
 * @returns the exit code
 */
export async function workerCommand(
  args: WorkerArguments,
  dataFolder: string,
  keys: EnvironmentKeys,
  terminal: Terminal,
): Promise<number> {
  const { labKeyIn, ownKeyFile } = await import('../../host/bundles/machines/lab-server.ts')
  const keyFile = args.kind === 'serve' ? args.queue.keyFile : args.keyFile
  const { id } = labKeyIn(dataFolder, keyFile)
  if (args.kind === 'show-key') {
    terminal.out(`${id}\n`)
    return exitCodes.completed
  }
  const base = join(dataFolder, 'worker')
  await sweepWorkFolders(base)
  const kept = { folder: contentFolder(base), limit: args.keptBytes }
  terminal.error(
    `Keeps at most ${formatSize(kept.limit)} of fetched files in ${kept.folder} (now ${formatSize(await sizeOfFolder(kept.folder))}). Runs are removed once they are at home.`,
  )
  const ending = new AbortController()
  const forget = onStop(terminal.unread, () => {
    terminal.error('Stopping. Unfinished trials go to other machines. Press Ctrl-C again to end at once.')
    ending.abort()
  })
  const tally = createTally(systemClock)
  const queue = { ...args.queue, keyFile: keyFile ?? ownKeyFile(dataFolder) }
  const { slots, accepts } = args
  const say = (text: string) => terminal.error(text)
  let isFirst = true
  const serve = async (folder: string) => {
    const host = await openWorkHost(folder, args, dataFolder, keys, terminal, isFirst)
    isFirst = false
    const fullness = watchSize(folder, args.keptBytes)
    const rests = (idleMs: number | null) => fullness.isFull() || (idleMs !== null && idleMs > restsAfter)
    const wishes = { queue, slots, accepts, say, kept, tally, rests }
    try {
      await printNotices(host, terminal, () => host.serveTrials(wishes, ending.signal))
    } finally {
      fullness.end()
      await host.close()
    }
  }
  try {
    while (!ending.signal.aborted) {
      const folder = makeWorkFolder(base, dataFolder, say)
      try {
        await serve(folder)
      } finally {
        removeWorkFolder(folder)
      }
    }
    return exitCodes.completed
  } finally {
    forget()
  }
}

/** @throws FailureError if commands can't be confined, and need to be */
async function openWorkHost(
  folder: string,
  args: Extract<WorkerArguments, { readonly kind: 'serve' }>,
  dataFolder: string,
  keys: EnvironmentKeys,
  terminal: Terminal,
  isFirst: boolean,
): Promise<Host> {
  const host = await openCommandHost(folder, terminal, profilesIn(dataFolder, terminal), keys, {
    network: args.network,
    approvesPlans: true,
    breakpoints: [],
    noHooks: args.noHooks,
    toolsInText: false,
    otlp: null,
    // The user's history, tasks and keys, and the files of all jobs: the worker's own folder is in it.
    hides: [dataFolder],
    answerer: 'terminal',
  })
  const { confines, words } = await ask(host, 'command-means', {})
  if (confines) return host
  if (args.unconfined) {
    if (isFirst) terminal.error(words)
    return host
  }
  await host.close()
  throw notConfined(words)
}

/** ms without a trial after which the folder is emptied. */
const restsAfter = 60_000
/** ms between two looks at its size. */
const looksEvery = 30_000

/** Whether a data folder holds more than it may, as of the last look. */
function watchSize(folder: string, limit: number) {
  let isFull = false
  const timer = setInterval(() => {
    void sizeOfWork(folder).then((size) => {
      isFull = size > limit
    })
  }, looksEvery)
  return { isFull: () => isFull, end: () => clearInterval(timer) }
}

/** Those of the user, saved or named on command lines. */
function profilesIn(dataFolder: string, terminal: Terminal): ModelProfile[] {
  const saved = openProfilesFile(dataFolder, (text) => terminal.error(text)).list()
  const known = [...saved, ...rememberedProfiles(dataFolder, saved)]
  const byId = new Map(known.map((profile) => [profile.id, profile]))
  byId.delete(demoProfileId)
  return [...byId.values()]
}

const notConfined = (words: string) =>
  new FailureError({
    kind: 'invalid-request',
    message: `Commands of trials would not be confined to their copies on this computer. ${words}`,
    advice: 'Install bubblewrap, run the worker in a container or virtual machine, or add --unconfined.',
  })
