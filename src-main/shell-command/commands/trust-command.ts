import { counted } from '../../../src-shared/base/format.ts'
import type { ProjectTrust } from '../../../src-shared/workspace/project-trust.ts'
import { ask } from '../../host/api/host-client.ts'
import type { Host } from '../../host/host.ts'
import { flag, parse, text } from '../arguments/argument-parts.ts'
import { UsageError } from '../arguments/usage.ts'
import { askYesNo } from '../ask-yes-no.ts'
import { projectIn } from '../project-in.ts'
import type { Terminal } from '../terminal.ts'
import { exitCodes } from '../watch-run.ts'

export interface TrustArguments {
  readonly command: 'trust'
  /** As it was named, absolute. */
  readonly project: string
  /** Null: the person at the terminal is asked. */
  readonly decision: 'trust' | 'refuse' | null
}

/** @throws UsageError if it can't be understood */
export function readTrust(args: string[], toAbsolute: (folder: string) => string): TrustArguments {
  const { values, positionals } = parse('trust', args, { project: text, yes: flag, no: flag } as const)
  if (positionals.length > 0) throw new UsageError(`Unexpected argument: ${positionals.join(' ')}`, 'trust')
  if (values.yes === true && values.no === true) throw new UsageError('Use either --yes or --no.', 'trust')
  const decision = values.yes === true ? 'trust' : values.no === true ? 'refuse' : null
  return { command: 'trust', project: toAbsolute(values.project ?? '.'), decision }
}

/**
 * `agent trust`: shows what the project brings that would make something run, and decides about just these files.
 * @returns the exit code: 1 where something is left undecided
 */
export async function trustCommand(host: Host, args: TrustArguments, terminal: Terminal): Promise<number> {
  const { id: projectId } = await projectIn(host, args.project)
  const parts = (await ask(host, 'project-trust-read', { projectId })).filter((each) => each.state !== 'none')
  if (parts.length === 0) {
    terminal.out(
      'The project contains no presets, strategies, skills, sub-agents, MCP servers or hooks, and neither do runs imported into it.\n',
    )
    return 0
  }
  for (const each of parts) terminal.out(`${listed(each)}\n`)
  const usable = parts.filter(({ state }) => state !== 'unusable')
  const open = usable.filter((each) => args.decision !== null || each.state !== 'trusted')
  const left = usable.length < parts.length ? exitCodes.failed : 0
  if (open.length === 0) return left
  const decision = args.decision ?? (await askDecision(terminal))
  if (decision === null) {
    terminal.error('Not decided. Review these files, then use --yes or --no.')
    return exitCodes.failed
  }
  for (const { part, hash } of open) await ask(host, 'project-trust', { projectId, part, hash, decision })
  terminal.out(
    decision === 'trust' ? 'Trusted until one of these files changes.\n' : 'Not trusted. These files are not used.\n',
  )
  return left
}

/** What a person at the terminal says; null if there is none. */
async function askDecision(terminal: Terminal): Promise<'trust' | 'refuse' | null> {
  if (terminal.ask === null) return null
  const { ask } = terminal
  const question =
    'A preset can contain a command that runs without asking, a strategy controls your agents, a skill instructs them, an MCP server is a program that they use, and a hook is a command that runs during runs.\nTrust them?'
  return (await askYesNo(question, (text) => ask(text, terminal.unread))) ? 'trust' : 'refuse'
}

/** What came with imported runs is no file that one could look at elsewhere. */
const source = (part: ProjectTrust['part'], text: string): string =>
  part === 'imported' ? `\n${text.trimEnd().replace(/^/gm, '    ')}` : ''

const states = {
  none: '',
  undecided: 'not trusted yet',
  trusted: 'trusted',
  refused: 'not used, as you chose',
  unusable: 'not used',
}

function listed({ part, state, files, problem }: ProjectTrust): string {
  const lines = files.map(({ file, text, about, note }) => {
    const lineCount = counted(text.trimEnd().split('\n').length, 'line')
    return `  ${file}, ${about ?? lineCount}${note === undefined ? '' : `\n    ${note}`}${source(part, text)}`
  })
  return [`${part}: ${problem ?? states[state]}`, ...lines].join('\n')
}
