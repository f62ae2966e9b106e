import type { FilesAt } from '../../src-shared/api/files-requests.ts'
import { assertNever } from '../../src-shared/base/assert-never.ts'
import { FailureError } from '../../src-shared/base/failure.ts'
import { counted, formatFiles } from '../../src-shared/base/format.ts'
import { besideText } from '../../src-shared/workspace/beside.ts'
import type { FilesChoice, StartedFiles, StartFiles } from '../../src-shared/workspace/start-files.ts'
import { ask } from '../host/api/host-client.ts'
import type { Host } from '../host/host.ts'
import type { FilesWay } from './arguments/files-way.ts'
import type { Terminal } from './terminal.ts'

/** Which state of the files a new run is to start from. */
export interface WantedFiles {
  readonly projectId: string
  /** Null: the project's own folder. */
  readonly workspaceId: string | null
  readonly compared: FilesAt
  readonly choice: FilesChoice
  /** For people: `before that message`. */
  readonly when: string
  /** What the command line says; null: nothing. */
  readonly way: FilesWay | null
  /** A copy is named by it. */
  readonly copyName: string
}

/** What becomes of the files, and where the run works; empty: as things are. */
export interface ReadyFiles {
  readonly files?: StartFiles
  readonly workspaceId?: string
}

/**
 * Decides what becomes of the files before a run: as the command line says; else earlier files are restored if nobody
 * else has changed them, and a person at a terminal is asked otherwise. Without a terminal the run then works in a copy,
 * which loses nothing.
 * @throws FailureError if they were not recorded and are asked for, or the person stops
 */
export async function decideFiles(host: Host, wanted: WantedFiles, terminal: Terminal): Promise<ReadyFiles> {
  const { choice, way, compared, when } = wanted
  const kept = { files: { kind: 'keep', differ: compared.changes.files.length } } as const
  if (compared.snapshot === null) {
    if (way === 'restore' || way === 'copy') throw new FailureError(notKnown(when))
    if (choice.kind === 'not-known') terminal.error(`${notKnown(when).message} The run starts from the current files.`)
    return {}
  }
  if (way === 'keep') return kept
  if (way === 'copy') return inCopy(host, wanted, compared.snapshot, terminal)
  if (way === 'restore') {
    if (compared.changes.files.length === 0) return {}
    return { files: { kind: 'restore', snapshot: compared.snapshot, expect: compared.now } }
  }
  switch (choice.kind) {
    case 'as-they-are':
    case 'not-known':
      return {}
    case 'restore':
      return { files: choice.start }
    case 'ask':
      break
    default:
      return assertNever(choice)
  }
  const named = `Files were changed outside this conversation since then: ${listed(compared.foreign)}.`
  const answer = await askPerson(terminal, named)
  if (answer === 'restore') return { files: choice.start }
  if (answer === 'keep') return kept
  if (answer === null)
    terminal.error(`${named} Nobody can be asked here, so they are left alone, and the run works in a copy.`)
  return inCopy(host, wanted, choice.start.snapshot, terminal)
}

async function inCopy(
  host: Host,
  { projectId, copyName }: WantedFiles,
  snapshot: string,
  terminal: Terminal,
): Promise<ReadyFiles> {
  const request = { projectId, name: copyName.slice(0, 200), snapshot, dependencies: 'clone' as const }
  const copy = await ask(host, 'workspace-open', request)
  terminal.error(`The run works in the copy ${copy.folder} (${copy.id}).`)
  return { workspaceId: copy.id }
}

/** @returns null if nobody can be asked. @throws FailureError if the person stops */
async function askPerson({ ask: put }: Terminal, named: string): Promise<FilesWay | null> {
  if (put === null) return null
  const never = new AbortController().signal
  for (;;) {
    const answer = await put(`${named}\n[r]estore all files, [k]eep these, work in a [c]opy, or [s]top?`, never)
    const word = (answer ?? 's').trim().toLowerCase()
    const way = ways.find((each) => word !== '' && each.startsWith(word))
    if (way === 'stop') throw new FailureError(stopped)
    if (way !== undefined) return way
  }
}
const ways = ['restore', 'keep', 'copy', 'stop'] as const

/** Says what became of the files, and how to undo it. */
export function reportFiles(
  terminal: Terminal,
  { id, startedFiles }: { readonly id: string; readonly startedFiles?: StartedFiles | undefined },
  when: string,
): void {
  if (startedFiles === undefined) return
  if (startedFiles.kind === 'kept') {
    if (startedFiles.differ > 0)
      terminal.error(
        `The run starts from the current files: ${counted(startedFiles.differ, 'file differs', 'files differ')} from ${when}.`,
      )
    return
  }
  const { files, undo, kept, beside = [] } = startedFiles
  terminal.error(
    `The files are as ${when}: ${formatFiles(files)} changed back. To undo this: agent files ${id} --undo ${undo}`,
  )
  for (const { path, why } of kept) terminal.error(`${path} was not changed. ${why}`)
  if (beside.length > 0) terminal.error(`Not restored, because no snapshot holds it: ${besideText(beside)}.`)
}

/** Names up to ten. */
const listed = (paths: readonly string[]): string =>
  `${paths.slice(0, 10).join(', ')}${paths.length > 10 ? ` and ${paths.length - 10} more` : ''}`

const notKnown = (when: string) =>
  ({
    kind: 'not-found',
    message: `There is no snapshot of the files from ${when}.`,
    advice: 'Use --files keep to start from the current files.',
  }) as const

const stopped = {
  kind: 'aborted',
  message: 'Nothing was started, and no file was changed.',
  advice: 'Run the command again to decide otherwise.',
} as const
