import { ask } from '../host/ask.ts'
import type { Host } from '../host/host.ts'
import type { CommandModels } from './command-profiles.ts'
import { pickByName } from './pick-by-name.ts'
import type { RunArguments } from './read-arguments.ts'
import type { Terminal } from './terminal.ts'
import { watchRun } from './watch-run.ts'

/** `agent run`: a new conversation with one message. @returns the exit code */
export async function runCommand(
  host: Host,
  args: RunArguments,
  roles: CommandModels['roles'],
  terminal: Terminal,
): Promise<number> {
  const project = await ask(host, 'project-open', { folder: args.project })
  const picked = await pickByName(host, args, roles, project.id)
  const conversation = await ask(host, 'conversation-create', { projectId: project.id })
  const run = await ask(host, 'run-start', {
    conversationId: conversation.id,
    parentId: null,
    message: args.message,
    ...picked,
    mode: 'act',
    approval: args.approval,
  })
  return watchRun(host, { run, afterSeq: -1, json: args.json }, terminal)
}
