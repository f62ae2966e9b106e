import { existsSync, statSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join, parse as parsePath, resolve } from 'node:path'
import { type BatchReportFormat, batchReportFormats } from '../../../src-shared/api/comparison-requests.ts'
import {
  type ExportFormat,
  type ExportSubject,
  exportFormats,
  type PreparedExport,
} from '../../../src-shared/api/export-requests.ts'
import { FailureError } from '../../../src-shared/base/failure.ts'
import { formatSize } from '../../../src-shared/base/format.ts'
import { ask } from '../../host/api/host-client.ts'
import type { Host } from '../../host/host.ts'
import { flag, onlyOne, parse, text } from '../arguments/argument-parts.ts'
import { UsageError } from '../arguments/usage.ts'
import type { Terminal } from '../terminal.ts'
import { exitCodes } from '../watch-run.ts'
import { runNamed } from './run-named.ts'

export interface ExportArguments {
  readonly command: 'export'
  readonly what:
    | { readonly subject: ExportSubject; readonly format: ExportFormat }
    | { readonly batchId: string; readonly format: BatchReportFormat }
  /** Absolute; null: printed, but for a bundle, which goes into the working folder under its own name. */
  readonly out: string | null
  readonly workingFolder: string
  /** Also what was damaged on disk, marked as such. */
  readonly damaged: boolean
}

/** @throws UsageError if it can't be understood */
export function readExport(args: string[], workingFolder: string): ExportArguments {
  const { values, positionals } = parse('export', args, { format: text, out: text, damaged: flag } as const)
  const id = onlyOne(positionals, 'export', 'RUN, CONVERSATION or TRIALS')
  const out = values.out === undefined ? null : resolve(workingFolder, values.out)
  const where = { out, workingFolder, damaged: values.damaged ?? false }
  if (id.startsWith('batch_')) {
    const format = formatIn(values.format, batchReportFormats)
    return { command: 'export', what: { batchId: id, format }, ...where }
  }
  const subject: ExportSubject = { kind: id.startsWith('conv_') ? 'conversation' : 'run', id }
  return { command: 'export', what: { subject, format: formatIn(values.format, exportFormats) }, ...where }
}

function formatIn<T extends string>(given: string | undefined, known: readonly T[]): T {
  const format = known.find((each) => each === given)
  if (format === undefined) throw new UsageError(`--format must be one of ${known.join(', ')}.`, 'export')
  return format
}

/**
 * `agent export`: a run, a conversation or trials in another form; what was removed is listed before it is written.
 * @returns the exit code
 */
export function exportCommand(host: Host, args: ExportArguments, terminal: Terminal): Promise<number> {
  const { what } = args
  return 'batchId' in what
    ? exportTrials(host, what.batchId, what.format, args, terminal)
    : exportRuns(host, what.subject, what.format, args, terminal)
}

/** Trials; one lane in a file if the format holds only one. @returns the exit code */
async function exportTrials(
  host: Host,
  batchId: string,
  format: BatchReportFormat,
  { out, workingFolder }: ExportArguments,
  terminal: Terminal,
): Promise<number> {
  const { batch } = await ask(host, 'batch-open', { batchId })
  const lanes = format === 'inspect' ? batch.lanes.map(({ label }) => label) : [null]
  const isText = format !== 'parquet' && lanes.length === 1
  for (const lane of lanes) {
    const { name, text, encoding } = await ask(host, 'batch-report', { batchId, format, lane })
    const bytes = Buffer.from(text, encoding)
    if (out === null && isText) terminal.data(text)
    else if (out === null) terminal.data(`${await writeBeside(resolve(workingFolder, name), bytes)}\n`)
    else terminal.data(`${await write(await fileFor(out, name, format, lanes.length === 1 ? null : lane), bytes)}\n`)
  }
  return exitCodes.completed
}

/**
 * Where a file goes: in a folder under its own name; else `results.json` becomes `results-A.json`. In a folder, Inspect
 * lists only names that begin with a time and end in `.json`, as ours do: for its logs, another name is that of a folder.
 */
async function fileFor(out: string, own: string, format: BatchReportFormat, lane: string | null): Promise<string> {
  const { dir, name, ext } = parsePath(out)
  const isFolder = statSync(out, { throwIfNoEntry: false })?.isDirectory() === true
  if (!isFolder && (format !== 'inspect' || ext === '.json'))
    return join(dir, `${name}${lane === null ? '' : `-${lane}`}${ext}`)
  await mkdir(out, { recursive: true })
  return join(out, own)
}

/** @returns the exit code */
async function exportRuns(
  host: Host,
  subject: ExportSubject,
  format: ExportFormat,
  args: ExportArguments,
  terminal: Terminal,
): Promise<number> {
  const { damaged } = args
  const named = subject.kind === 'run' ? { ...subject, id: runNamed(host, subject.id).id } : subject
  const made = await ask(host, 'export-prepare', { subject: named, format, damaged })
  reportRedacted(made, terminal)
  const bytes = await bytesOf(host, made.exportId)
  if (args.out === null && format !== 'bundle') {
    terminal.data(bytes.toString('utf8'))
    return exitCodes.completed
  }
  const out = args.out ?? resolve(args.workingFolder, made.fileName)
  const written = args.out === null ? await writeBeside(out, bytes) : await write(out, bytes)
  terminal.data(`${written}\n`)
  terminal.progress(formatSize(bytes.length))
  return exitCodes.completed
}

/** If nobody named the file, none that is there is written over: it takes the first free name. */
async function writeBeside(file: string, bytes: Buffer): Promise<string> {
  const { dir, name, ext } = parsePath(file)
  for (let number = 2, at = file; ; number++) {
    try {
      return await write(at, bytes, 'wx')
    } catch (thrown) {
      if (!existsSync(at)) throw thrown
    }
    at = join(dir, `${name}-${number}${ext}`)
  }
}

async function write(file: string, bytes: Buffer, flag: 'w' | 'wx' = 'w'): Promise<string> {
  try {
    // It holds a conversation: a new file is the user's alone.
    await writeFile(file, bytes, { flag, mode: 0o600 })
    return file
  } catch (thrown) {
    throw new FailureError({
      kind: 'invalid-request',
      message: `The file ${file} can’t be written.`,
      advice: 'Choose a file in an existing folder that you can write to.',
      detail: String(thrown),
    })
  }
}

function reportRedacted({ redacted, notes }: PreparedExport, terminal: Terminal): void {
  for (const note of notes) terminal.error(note)
  if (redacted.length === 0) return
  const lines = redacted.map(
    ({ kind, count, places }) =>
      `  ${[`${count} × ${kind}`, ...(places.length === 0 ? [] : [places.join('; ')])].join(': ')}`,
  )
  terminal.error(['Removed as likely secrets:', ...lines, 'Review the rest before you share it.'].join('\n'))
}

async function bytesOf(host: Host, exportId: string): Promise<Buffer> {
  const parts: Buffer[] = []
  for (let part = 0; ; part++) {
    const { bytes, last } = await ask(host, 'export-read', { exportId, part })
    parts.push(Buffer.from(bytes, 'base64'))
    if (last) return Buffer.concat(parts)
  }
}
