import { existsSync, readdirSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { partSize } from '../../../src-shared/api/export-requests.ts'
import { assertNever } from '../../../src-shared/base/assert-never.ts'
import { counted } from '../../../src-shared/base/format.ts'
import type { OutsideResults } from '../../../src-shared/comparison/outside/outside-results.ts'
import { ask } from '../../host/api/host-client.ts'
import { readRegular, readRegularBytes } from '../../host/data-folder/regular-file.ts'
import type { Host } from '../../host/host.ts'
import { flag, onlyOne, parse, text } from '../arguments/argument-parts.ts'
import { UsageError } from '../arguments/usage.ts'
import { jsonLines } from '../json-lines.ts'
import { projectIn } from '../project-in.ts'
import type { Terminal } from '../terminal.ts'
import { exitCodes } from '../watch-run.ts'

export interface ResultsArguments {
  readonly command: 'results'
  readonly project: string
  readonly work:
    | { readonly kind: 'list'; readonly json: boolean }
    | {
        readonly kind: 'import'
        readonly path: string
        readonly set: string
        readonly source: string | null
        readonly score: string | null
      }
    | { readonly kind: 'remove'; readonly id: string }
}

/** @throws UsageError if it can't be understood */
export function readResults(args: string[], workingFolder: string): ResultsArguments {
  const { values, positionals } = parse('results', args, {
    project: text,
    'task-set': text,
    source: text,
    score: text,
    json: flag,
  } as const)
  const [kind = 'list', ...rest] = positionals
  const project = resolve(workingFolder, values.project ?? '.')
  if (kind === 'list' && rest.length === 0)
    return { command: 'results', project, work: { kind, json: values.json ?? false } }
  if (values.json === true) throw new UsageError('--json is for the list.', 'results')
  if (kind === 'remove') return { command: 'results', project, work: { kind, id: onlyOne(rest, 'results', 'ID') } }
  if (kind !== 'import')
    throw new UsageError(`Unknown: ${JSON.stringify(kind)}. Use list, import or remove.`, 'results')
  const set = values['task-set']
  if (set === undefined) throw new UsageError('Name the task set with --task-set NAME.', 'results')
  const path = resolve(workingFolder, onlyOne(rest, 'results', 'FILE'))
  return {
    command: 'results',
    project,
    work: { kind, path, set, source: values.source ?? null, score: values.score ?? null },
  }
}

/** `agent results`: results from elsewhere. @returns the exit code */
export async function resultsCommand(host: Host, { project, work }: ResultsArguments, to: Terminal): Promise<number> {
  const { id: projectId } = await projectIn(host, project)
  switch (work.kind) {
    case 'list': {
      const all = await ask(host, 'results-list', { projectId })
      if (work.json) jsonLines(to, all)
      else for (const each of all) to.out(`${rowOf(each)}\n`)
      if (all.length === 0)
        to.error('No results were imported. To import some: agent results import FILE --task-set NAME')
      return exitCodes.completed
    }
    case 'import': {
      const { path, set, source, score } = work
      const importId = await upload(host, bytesAt(path))
      const request = { importId, projectId, set, source, score, name: basename(path) }
      const { results, refused, notes } = await ask(host, 'results-import', request)
      to.out(`Imported ${rowOf(results)}\n`)
      for (const each of notes) to.error(each)
      for (const each of refused) to.error(`Not imported: ${each}`)
      return refused.length === 0 ? exitCodes.completed : exitCodes.failed
    }
    case 'remove':
      await ask(host, 'results-remove', { resultsId: work.id })
      to.out(`Removed ${work.id}.\n`)
      return exitCodes.completed
    default:
      return assertNever(work)
  }
}

async function upload(host: Host, bytes: Buffer): Promise<string> {
  const { importId } = await ask(host, 'import-begin', {})
  for (let at = 0; at < bytes.length; at += partSize)
    await ask(host, 'import-add', { importId, bytes: bytes.toString('base64', at, at + partSize) })
  return importId
}

/** Bytes; the host takes no more. */
const largest = 200_000_000

/** Of a folder of Harbor, the results of the trials in it, or else of the job. */
function bytesAt(path: string): Buffer {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return readRegularBytes(path, largest)
  const trials = readdirSync(path)
    .map((name) => join(path, name, 'result.json'))
    .filter((file) => existsSync(file))
  if (trials.length === 0) return readRegularBytes(join(path, 'result.json'), largest)
  return Buffer.from(`[${trials.map((file) => readRegular(file, largest)).join(',')}]`)
}

function rowOf({ id, source, format, set, entries }: OutsideResults): string {
  const trials = entries.reduce((sum, each) => sum + each.trials.length, 0)
  return [id, source, format, set, counted(entries.length, 'entry', 'entries'), counted(trials, 'trial')].join('\t')
}
