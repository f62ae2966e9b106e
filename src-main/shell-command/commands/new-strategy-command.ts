import { ask } from '../../host/api/host-client.ts'
import type { Host } from '../../host/host.ts'
import { onlyOne, parse, text } from '../arguments/argument-parts.ts'
import type { Terminal } from '../terminal.ts'

export interface NewStrategyArguments {
  readonly command: 'new-strategy'
  readonly name: string
  /** Null: in the user's own folder. */
  readonly project: string | null
}

/** @throws UsageError if it can't be understood */
export function readNewStrategy(args: string[], toAbsolute: (folder: string) => string): NewStrategyArguments {
  const { values, positionals } = parse('new-strategy', args, { project: text } as const)
  const name = onlyOne(positionals, 'new-strategy', 'NAME')
  return { command: 'new-strategy', name, project: values.project === undefined ? null : toAbsolute(values.project) }
}

/** `agent new-strategy`: prints where it is. @returns the exit code */
export async function newStrategyCommand(
  host: Host,
  { name, project }: NewStrategyArguments,
  terminal: Terminal,
): Promise<number> {
  const projectId = project === null ? null : (await ask(host, 'project-open', { folder: project })).id
  const { file } = await ask(host, 'strategy-new', { name, projectId })
  terminal.data(`${file}\n`)
  return 0
}
