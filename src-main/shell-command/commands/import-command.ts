import { closeSync, readSync } from 'node:fs'
import { resolve } from 'node:path'
import { partSize } from '../../../src-shared/api/export-requests.ts'
import { FailureError } from '../../../src-shared/base/failure.ts'
import { ask } from '../../host/api/host-client.ts'
import { openRegular } from '../../host/data-folder/regular-file.ts'
import type { Host } from '../../host/host.ts'
import { onlyOne, parse, text } from '../arguments/argument-parts.ts'
import { projectIn } from '../project-in.ts'
import type { Terminal } from '../terminal.ts'
import { exitCodes } from '../watch-run.ts'

/** Bytes; the host takes no more. */
const largest = 200_000_000

export interface ImportArguments {
  readonly command: 'import'
  readonly file: string
  /** Null: into the project of what is only read. */
  readonly project: string | null
}

/** @throws UsageError if it can't be understood */
export function readImport(args: string[], workingFolder: string): ImportArguments {
  const { values, positionals } = parse('import', args, { project: text } as const)
  const file = resolve(workingFolder, onlyOne(positionals, 'import', 'FILE'))
  return {
    command: 'import',
    file,
    project: values.project === undefined ? null : resolve(workingFolder, values.project),
  }
}

/** `agent import`: takes a bundle in, and names the conversation that came of it. @returns the exit code */
export async function importCommand(
  host: Host,
  { file, project }: ImportArguments,
  terminal: Terminal,
): Promise<number> {
  const projectId = project === null ? null : (await projectIn(host, project)).id
  const { importId } = await ask(host, 'import-begin', {})
  await addAll(host, importId, file)
  const report = await ask(host, 'import-finish', { importId, projectId })
  terminal.out(`${report.conversationId}\t${report.title}\n`)
  if (report.already) terminal.error('Already imported; nothing was written.')
  for (const note of report.notes) terminal.error(note)
  return exitCodes.completed
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
