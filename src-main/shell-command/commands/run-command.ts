import { ask } from '../../host/api/host-client.ts'
import type { Host } from '../../host/host.ts'
import type { CommandModels } from '../arguments/command-profiles.ts'
import { commandRoles } from '../arguments/command-roles.ts'
import { pickByName } from '../arguments/pick-by-name.ts'
import type { RunArguments } from '../arguments/read-arguments.ts'
import { understood } from '../arguments/understood.ts'
import { projectIn } from '../project-in.ts'
import type { Terminal } from '../terminal.ts'
import { watchRun } from '../watch-run.ts'

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
  const asked = {
    conversationId: conversation.id,
    parentId: null,
    message: args.message,
    ...picked,
    mode: 'act' as const,
    approval: args.approval,
  }
  const run = await understood(() => ask(host, 'run-start', asked)).catch(async (thrown) => {
    // What was refused leaves no empty conversation.
    await ask(host, 'conversation-delete', { conversationId: conversation.id })
    throw thrown
  })
  return watchRun(host, { run, afterSeq: -1, json: args.json }, terminal)
}
