import { z } from 'zod'
import { plainText } from '../../../src-shared/base/plain-text.ts'
import type { ToolCallContext } from '../call-context.ts'
import { type Confinement, whereCommandsWrite, withConfinementHint } from '../confinement.ts'
import { locksNote } from '../git-port.ts'
import { keepEnds } from '../text/shorten.ts'
import { defineTool, failed, notReady, ready, type ToolOutcome, type ToolServices, unknownOutcome } from '../tool.ts'
import { onlyReads } from './git-reading.ts'

const timeLimit = 120_000

export const gitTool = defineTool({
  name: 'git',
  description:
    'Run git in the project folder. Looking (status, diff, log, show, blame, ls-files, branch --list …) is free; all else asks the user first. Never waits for an editor or a password.',
  effect: 'command',
  parameters: z.strictObject({
    args: z
      .array(z.string().max(20_000))
      .min(1)
      .max(200)
      .describe('The words after `git`, one each: ["diff", "--stat", "HEAD~1"]. Starts with the subcommand.'),
  }),
  async prepare({ args }, services) {
    if (args[0]?.startsWith('-') === true || args[0] === '')
      return notReady('Start with the subcommand, such as status; options of git itself are not taken.')
    const command = `git ${args.map(quoted).join(' ')}`
    const home = await services.files.resolve('.')
    if (!home.ok) return notReady(home.problem)
    const reads = onlyReads(args)
    // What only reads starts no program and writes nothing.
    const confinement = reads ? null : await services.confinement()
    return ready({
      effect: reads ? 'read' : 'command',
      title: 'Run git?',
      subject: command,
      preview: { kind: 'none' },
      ...(!reads && { note: whereCommandsWrite(confinement) }),
      writes: [],
      perform: (doing) => perform(services, confinement, command, args, doing),
    })
  },
  afterCrash: ({ args }) => (onlyReads(args) ? null : unknownOutcome),
})

async function perform(
  services: ToolServices,
  confinement: Confinement | null,
  command: string,
  args: readonly string[],
  { signal, output, unseen, owner }: ToolCallContext,
): Promise<ToolOutcome> {
  const home = await services.files.resolve('.')
  if (!home.ok) return failed(home.problem)
  const limit = AbortSignal.timeout(timeLimit)
  const ended = AbortSignal.any([signal, limit])
  const since = Date.now()
  const run = await services.git.run(
    args,
    { signal: ended, output: (text) => output(text), owner },
    (unseen ? confinement?.unseen : confinement?.confine) ?? null,
  )
  const { exitCode } = run
  const all = withConfinementHint(run, confinement, unseen)
  const text = keepEnds(plainText(all).trimEnd(), 'Ask for less: a path, a range, --stat or -n.')
  const summary = limit.aborted ? 'ended after its time limit' : `exit code ${exitCode ?? 'none'}`
  const left = ended.aborted && !onlyReads(args) ? locksNote(await services.git.removeStaleLocks(since)) : ''
  return {
    ok: exitCode === 0,
    text: exitCode === 0 ? text || '(no output)' : `${text || '(no output)'}\n[${summary}]${left}`,
    summary,
    data: { exitCode },
    body: { kind: 'command', command, output: all, exitCode },
  }
}

/** As a person would type it, for display and for rules; no shell ever runs it. */
function quoted(arg: string): string {
  return /^[\w@%+=:,./~^{}-]+$/.test(arg) ? arg : `'${arg.replaceAll("'", "'\\''")}'`
}
