import type { FilesAt } from '../../../src-shared/api/files-requests.ts'
import { besideText } from '../../../src-shared/workspace/beside.ts'
import { ask } from '../../host/api/host-client.ts'
import type { Host } from '../../host/host.ts'
import { flag, onlyOne, parse, text } from '../arguments/argument-parts.ts'
import { UsageError } from '../arguments/usage.ts'
import { jsonLines } from '../json-lines.ts'
import { readUndo, restoreSnapshotFiles } from '../restore-snapshot-files.ts'
import type { Terminal } from '../terminal.ts'
import { exitCodes } from '../watch-run.ts'
import { runNamed } from './run-named.ts'

export interface FilesArguments {
  readonly command: 'files'
  readonly run: string
  /** Path of a step; null: the run as a whole. */
  readonly at: string | null
  readonly when: 'before' | 'after'
  /** Brings this snapshot back, such as an undo names. */
  readonly undo: string | null
  readonly restore: boolean
  /** Also files that somebody else changed since. */
  readonly overwrite: boolean
  readonly json: boolean
}

/** @throws UsageError if it can't be understood */
export function readFiles(args: string[]): FilesArguments {
  const options = { at: text, before: flag, restore: flag, overwrite: flag, undo: text, json: flag } as const
  const { values, positionals } = parse('files', args, options)
  const run = onlyOne(positionals, 'files', 'RUN')
  if (values.at !== undefined && values.before !== undefined)
    throw new UsageError('--at STEP is already the state before that step.', 'files')
  return {
    command: 'files',
    run,
    at: values.at ?? null,
    when: values.before === true || values.at !== undefined ? 'before' : 'after',
    undo: readUndo(values.undo, 'files'),
    restore: values.restore ?? false,
    overwrite: values.overwrite ?? false,
    json: values.json ?? false,
  }
}

/** `agent files`: what the files were at a place of a run, beside now; brings them back. @returns the exit code */
export async function filesCommand(host: Host, args: FilesArguments, terminal: Terminal): Promise<number> {
  const run = runNamed(host, args.run)
  const workspace = { projectId: run.projectId, workspaceId: run.workspaceId ?? null }
  if (args.undo !== null)
    return restoreSnapshotFiles(host, `files ${run.id}`, { ...workspace, snapshot: args.undo, expect: null }, terminal)
  const request = { runId: run.id, path: args.at, when: args.when, workspaceId: workspace.workspaceId }
  const at = await ask(host, 'files-at', request)
  if (at.snapshot === null) {
    const where = args.at === null ? 'there' : `at a step ${args.at}`
    const how = args.at === null ? '' : ` \`agent show ${run.id}\` lists the steps.`
    terminal.error(`There is no snapshot of the files ${where}.${how}`)
    return exitCodes.failed
  }
  if (args.json) jsonLines(terminal, [at])
  else terminal.out(differences(at))
  if (!args.restore) return exitCodes.completed
  if (at.beside.length > 0) terminal.error(`Not restored, because no snapshot holds it: ${besideText(at.beside, 100)}.`)
  if (at.changes.files.length === 0) return at.beside.length > 0 ? exitCodes.failed : exitCodes.completed
  if (at.foreign.length > 0 && !args.overwrite) {
    terminal.error(
      'Nothing was changed, because files were changed outside Stratagem since. --overwrite restores those too.',
    )
    return exitCodes.failed
  }
  return restoreSnapshotFiles(
    host,
    `files ${run.id}`,
    { ...workspace, snapshot: at.snapshot, expect: at.now },
    terminal,
  )
}

/** One path a line, as bringing the files back would change it. */
function differences({ changes, foreign, beside }: FilesAt): string {
  const left = beside
    .map(({ path, kind }) => `? ${path}  ${kind} since, and in no snapshot: it stays as it is\n`)
    .join('')
  if (changes.files.length === 0)
    return left === ''
      ? 'The files have not changed since then.\n'
      : `No file that snapshots hold has changed since.\n${left}`
  const others = new Set(foreign)
  const signs = { added: 'A', changed: 'M', removed: 'D' }
  return changes.files
    .map(({ path, kind, added, removed }) => {
      const who = others.has(path) ? '  changed outside Stratagem since' : ''
      return `${signs[kind]} ${path}  +${added} −${removed}${who}\n`
    })
    .concat(left)
    .join('')
}
