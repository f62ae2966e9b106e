import type { Run } from '../../src-shared/conversation.ts'
import { FailureError } from '../../src-shared/failure.ts'
import type { StartRun } from '../../src-shared/host-api.ts'
import { ask } from '../host/ask.ts'
import type { Host } from '../host/host.ts'
import type { CommandModels } from './command-profiles.ts'
import { commandRoles } from './command-roles.ts'
import { pickByName } from './pick-by-name.ts'
import { projectIn } from './project-in.ts'
import type { RunArguments } from './read-arguments.ts'
import type { Terminal } from './terminal.ts'
import { UsageError } from './usage.ts'
import { watchRun } from './watch-run.ts'

/** `agent run`: a new conversation with one message. @returns the exit code */
export async function runCommand(
  host: Host,
  args: RunArguments,
  roles: CommandModels['roles'],
  terminal: Terminal,
): Promise<number> {
  const project = await projectIn(host, args.project)
  const all = commandRoles(args, roles, await ask(host, 'strategies-list', { projectId: project.id }))
  const picked = await pickByName(host, args, all, project.id)
  const conversation = await ask(host, 'conversation-create', { projectId: project.id })
  const run = await started(host, {
    conversationId: conversation.id,
    parentId: null,
    message: args.message,
    ...picked,
    mode: 'act',
    approval: args.approval,
  })
  return watchRun(host, { run, afterSeq: -1, json: args.json }, terminal)
}

/** A strategy or options that are not there were not understood; the host's words name those that are. */
async function started(host: Host, asked: StartRun): Promise<Run> {
  try {
    return await ask(host, 'run-start', asked)
  } catch (thrown) {
    if (!(thrown instanceof FailureError)) throw thrown
    const { kind, message, advice } = thrown.failure
    if (kind !== 'strategy-unknown' && kind !== 'options-invalid') throw thrown
    throw new UsageError(`${message} ${advice}`, 'run')
  }
}
