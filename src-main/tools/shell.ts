import { z } from 'zod'
import { formatDuration, listed, plural } from '../../src-shared/base/format.ts'
import { plainText } from '../../src-shared/base/plain-text.ts'
import { type CommandEnd, runCommand } from './built-in/run-command.ts'
import { type SystemShell, systemShell } from './built-in/system-shell.ts'
import type { ToolCallContext } from './call-context.ts'
import { keptBack } from './clean-environment.ts'
import { type Confinement, whereCommandsWrite, withConfinementHint } from './confinement.ts'
import { locksNote } from './git-port.ts'
import { keepEnds } from './text/shorten.ts'
import { defineTool, failed, notReady, ready, type ToolOutcome, type ToolServices } from './tool.ts'

const usualSeconds = 120

export const shellTool = defineTool({
  name: 'shell',
  description: shellDescription(systemShell(process.env)),
  effect: 'command',
  parameters: z.strictObject({
    command: z.string().trim().min(1).max(100_000).describe('The command line.'),
    timeout_seconds: z
      .int()
      .min(1)
      .max(3600)
      .optional()
      .describe(`After how many seconds it is ended; ${usualSeconds} if left out.`),
  }),
  async prepare({ command, timeout_seconds: seconds = usualSeconds }, services) {
    const problem = systemShell(services.environment).problemWith(command)
    if (problem !== null) return notReady(problem)
    const home = await services.files.resolve('.')
    if (!home.ok) return notReady(home.problem)
    const confinement = await services.confinement()
    return ready({
      effect: 'command',
      title: 'Run a command?',
      subject: command,
      preview: { kind: 'none' },
      note: whereCommandsWrite(confinement),
      writes: [],
      perform: (doing) => perform(services, confinement, command, seconds * 1000, doing),
    })
  },
})

/** What models know of the tool. */
export function shellDescription({ name, endsBackground }: Pick<SystemShell, 'name' | 'endsBackground'>): string {
  const background = endsBackground
    ? 'what it leaves in the background ends with it'
    : 'end what you start in the background yourself: it goes on after the command'
  return `Run a command line with ${name} in the project folder and get its output and exit code. It has no input and no terminal; ${background}. For reading, searching and editing files the other tools are better.`
}

async function perform(
  services: ToolServices,
  confinement: Confinement | null,
  command: string,
  timeLimitMs: number,
  doing: ToolCallContext,
): Promise<ToolOutcome> {
  const home = await services.files.resolve('.')
  if (!home.ok) return failed(home.problem)
  const { folder } = services.files
  const { environment } = services
  const since = Date.now()
  const end = await runCommand({
    command,
    folder,
    environment,
    timeLimitMs,
    ...doing,
    confine: (doing.unseen ? confinement?.unseen : confinement?.confine) ?? null,
    output: (text) => doing.output(text),
  })
  const result = commandResult(
    command,
    { ...end, output: withConfinementHint({ ...end, command }, confinement, doing.unseen) },
    timeLimitMs,
  )
  if (end.how === 'exited') return result
  return { ...result, text: `${result.text}${locksNote(await services.git.removeStaleLocks(since))}` }
}

/** How much of a long output is shown, and how to see the rest. */
const rest = 'Write the output to a file and read that, or filter it with the command itself.'

function commandResult(command: string, end: CommandEnd, timeLimitMs: number): ToolOutcome {
  const output = keepEnds(plainText(end.output).trimEnd(), rest)
  const summary = inWords(end, timeLimitMs)
  return {
    ok: end.how === 'exited' && end.exitCode === 0,
    text: `${output === '' ? '(no output)' : output}\n[${summary}]${keptNote(`${command}\n${output}`)}`,
    summary,
    data: { exitCode: end.exitCode, ended: end.how },
    body: { kind: 'command', command, output: end.output, exitCode: end.exitCode },
  }
}

/** About variables that the command or its output names and that it did not get. */
function keptNote(text: string): string {
  const named = keptBack(process.env).filter((name) => new RegExp(`(?<!\\w)${escaped(name)}(?!\\w)`).test(text))
  if (named.length === 0) return ''
  const holds = plural(named.length, 'its name or value says', 'their names or values say')
  return `\n[${listed(named)} ${plural(named.length, 'is', 'are')} set, but kept from commands, because ${holds} that it is a secret. The user can allow it in Settings → Approval, or with --allow-variable.]`
}

const escaped = (name: string) => name.replace(/[^\w]/g, '\\$&')

function inWords(end: CommandEnd, timeLimitMs: number): string {
  if (end.how === 'stopped') return 'stopped by the user'
  if (end.how === 'time-limit') return `ended after its time limit of ${formatDuration(timeLimitMs)}`
  return end.exitCode === null ? `ended by ${end.signal ?? 'a signal'}` : `exit code ${end.exitCode}`
}
