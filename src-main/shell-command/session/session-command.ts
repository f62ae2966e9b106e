import { failureFrom } from '../../../src-shared/base/failure.ts'
import type { Host } from '../../host/host.ts'
import type { CommandModels } from '../arguments/command-profiles.ts'
import type { RunArguments, SessionArguments } from '../arguments/read-run.ts'
import { UsageError } from '../arguments/usage.ts'
import { startRun } from '../commands/run-command.ts'
import { failureHere } from '../failure-here.ts'
import { printNotices } from '../print-notices.ts'
import type { Terminal } from '../terminal.ts'
import { exitCodes, watchRun } from '../watch-run.ts'

const greeting = 'How can I help you? (exit or Ctrl-D ends, new starts another conversation, Ctrl-C stops a run)'

/**
 * `agent session`: messages of a person, one after the other, in a conversation. What fails is said, and the person is
 * asked again.
 * @returns the exit code
 */
export const sessionCommand = (
  host: Host,
  args: SessionArguments,
  roles: CommandModels['roles'],
  terminal: Terminal,
): Promise<number> => printNotices(host, terminal, (once) => talk(host, args, roles, once))

async function talk(
  host: Host,
  args: SessionArguments,
  roles: CommandModels['roles'],
  terminal: Terminal,
): Promise<number> {
  if (terminal.ask === null)
    throw new UsageError('A session needs a terminal to ask in. Use `agent run "MESSAGE"` without one.', 'session')
  let answers = args.answers
  terminal.out(`${greeting}\n`)
  for (;;) {
    const typed = await messageFrom(terminal.ask)
    if (typed === null || typed === 'exit') return exitCodes.completed
    if (typed === 'new') {
      answers = null
      terminal.out('A new conversation.\n')
    } else if (typed !== '') {
      const conversationId = await answered(host, { ...args, command: 'run', answers, message: typed }, roles, terminal)
      if (conversationId !== null) answers = { id: conversationId }
    }
  }
}

/** @returns null if the person ends the session; empty after Ctrl-C, which throws away what was typed */
async function messageFrom(ask: NonNullable<Terminal['ask']>): Promise<string | null> {
  let isInterrupted = false
  const hear = () => {
    isInterrupted = true
  }
  process.on('SIGINT', hear)
  try {
    const typed = await ask('>', new AbortController().signal, 'keep')
    return typed === null && isInterrupted ? '' : (typed?.trim() ?? null)
  } finally {
    process.off('SIGINT', hear)
  }
}

/** @returns the conversation that goes on; null if nothing was started */
async function answered(
  host: Host,
  args: RunArguments,
  roles: CommandModels['roles'],
  terminal: Terminal,
): Promise<string | null> {
  try {
    const run = await startRun(host, args, roles, terminal)
    await watchRun(host, { run, afterSeq: -1, json: false }, terminal)
    return run.conversationId
  } catch (thrown) {
    terminal.error(thrown instanceof UsageError ? thrown.message : failureHere(failureFrom(thrown)))
    return null
  }
}
