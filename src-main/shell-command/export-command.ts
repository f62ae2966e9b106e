import { type ExportFormat, exportFormats } from '../../src-shared/run-export.ts'
import { ask } from '../host/ask.ts'
import type { Host } from '../host/host.ts'
import { notFound } from '../host/not-found.ts'
import { onlyOne, parse, text } from './argument-parts.ts'
import type { Terminal } from './terminal.ts'
import { UsageError } from './usage.ts'
import { exitCodes } from './watch-run.ts'

export interface ExportArguments {
  readonly command: 'export'
  readonly run: string
  readonly format: ExportFormat
}

/** @throws UsageError where it can't be understood */
export function readExport(args: string[]): ExportArguments {
  const { values, positionals } = parse('export', args, { format: text } as const)
  const format = exportFormats.find((each) => each === values.format)
  if (format === undefined) throw new UsageError(`--format is one of ${exportFormats.join(', ')}.`, 'export')
  return { command: 'export', run: onlyOne(positionals, 'export', 'RUN'), format }
}

/** `agent export`: prints the run in another form; what was taken out of it is told beside. @returns the exit code */
export async function exportCommand(host: Host, args: ExportArguments, terminal: Terminal): Promise<number> {
  if (host.runs.get(args.run) === undefined) throw notFound('run')
  const made = await ask(host, 'run-export', { runId: args.run, format: args.format })
  terminal.out(made.text)
  const kinds = made.redacted.map(({ kind, count }) => `${count} × ${kind}`)
  if (kinds.length > 0) terminal.error(`Taken out as secrets: ${kinds.join(', ')}. Look before you share the rest.`)
  return exitCodes.completed
}
