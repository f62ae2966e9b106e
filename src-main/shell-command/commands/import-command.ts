import { closeSync, readSync } from 'node:fs'
import { resolve } from 'node:path'
import { type ImportReport, partSize } from '../../../src-shared/api/export-requests.ts'
import { FailureError } from '../../../src-shared/base/failure.ts'
import { type OtherTool, otherTools } from '../../../src-shared/strategy/other-tools.ts'
import { ask } from '../../host/api/host-client.ts'
import { openRegular } from '../../host/data-folder/regular-file.ts'
import type { Host } from '../../host/host.ts'
import { flag, onlyOne, parse, text } from '../arguments/argument-parts.ts'
import { UsageError } from '../arguments/usage.ts'
import { jsonLines } from '../json-lines.ts'
import { projectIn } from '../project-in.ts'
import type { Terminal } from '../terminal.ts'
import { exitCodes } from '../watch-run.ts'

/** Bytes; the host takes no more. */
const largest = 200_000_000

export interface ImportArguments {
  readonly command: 'import'
  readonly from:
    | { readonly kind: 'file'; readonly file: string }
    | { readonly kind: 'found' }
    | { readonly kind: 'session'; readonly tool: OtherTool; readonly id: string }
  /** Null: into the project of what is only read, or the current folder's for found sessions. */
  readonly project: string | null
  /** Of the list of found sessions. */
  readonly json: boolean
}

/** @throws UsageError if it can't be understood */
export function readImport(args: string[], workingFolder: string): ImportArguments {
  const { values, positionals } = parse('import', args, {
    project: text,
    session: text,
    found: flag,
    json: flag,
  } as const)
  const json = values.json ?? false
  if (json && values.found !== true) throw new UsageError('--json is for --found.', 'import')
  const project = values.project === undefined ? null : resolve(workingFolder, values.project)
  const ofFolder = values.found === true || values.session !== undefined
  if (!ofFolder) {
    const file = resolve(workingFolder, onlyOne(positionals, 'import', 'FILE'))
    return { command: 'import', from: { kind: 'file', file }, project, json }
  }
  if (positionals.length > 0 || (values.found === true && values.session !== undefined))
    throw new UsageError('Give one of FILE, --found and --session.', 'import')
  const from = values.session === undefined ? ({ kind: 'found' } as const) : readSession(values.session)
  return { command: 'import', from, project: project ?? workingFolder, json }
}

function readSession(given: string): ImportArguments['from'] {
  const [name, ...rest] = given.split(':')
  const tool = otherTools.find((each) => each === name)
  const id = rest.join(':')
  if (tool === undefined || id === '')
    throw new UsageError(`--session is TOOL:ID; TOOL is one of ${otherTools.join(', ')}.`, 'import')
  return { kind: 'session', tool, id }
}

/** `agent import`: imports a file or a found session, and prints its conversation. @returns the exit code */
export async function importCommand(
  host: Host,
  { from, project, json }: ImportArguments,
  terminal: Terminal,
): Promise<number> {
  const projectId = project === null ? null : (await projectIn(host, project)).id
  if (from.kind === 'found') return listFound(host, projectId ?? '', json, terminal)
  const report =
    from.kind === 'file' ? await importFile(host, from.file, projectId) : await importFound(host, projectId ?? '', from)
  terminal.out(`${report.conversationId}\t${report.title}\n`)
  if (report.already) terminal.error('Already imported; nothing was written.')
  if (report.updated) terminal.error('The session was imported before; this takes the place of the earlier import.')
  for (const note of report.notes) terminal.error(note)
  return exitCodes.completed
}

async function listFound(host: Host, projectId: string, json: boolean, terminal: Terminal): Promise<number> {
  const sessions = await ask(host, 'sessions-find', { projectId })
  if (sessions.length === 0) terminal.error('No sessions of other tools were found for this folder.')
  if (json) jsonLines(terminal, sessions)
  else
    for (const { tool, id, at, title } of sessions)
      terminal.out(`${tool}:${id}\t${new Date(at).toISOString()}\t${title}\n`)
  return exitCodes.completed
}

const importFound = (host: Host, projectId: string, { tool, id }: { readonly tool: OtherTool; readonly id: string }) =>
  ask(host, 'session-import', { projectId, tool, id })

async function importFile(host: Host, file: string, projectId: string | null): Promise<ImportReport> {
  const { importId } = await ask(host, 'import-begin', {})
  await addAll(host, importId, file)
  return ask(host, 'import-finish', { importId, projectId })
}

/** Each part is checked by the host as well, which also knows how much a whole file may be. */
async function addAll(host: Host, importId: string, file: string): Promise<void> {
  const opened = openRegular(file, largest)
  try {
    const buffer = Buffer.alloc(partSize)
    for (;;) {
      const length = readSync(opened, buffer)
      if (length === 0) return
      await ask(host, 'import-add', { importId, bytes: buffer.toString('base64', 0, length) })
    }
  } catch (thrown) {
    if (thrown instanceof FailureError) throw thrown
    throw new FailureError({
      kind: 'not-found',
      message: `The file ${file} can’t be read.`,
      advice: 'Check its name and permissions.',
      detail: String(thrown),
    })
  } finally {
    closeSync(opened)
  }
}
