import { ask } from '../../../src-main/host/api/host-client.ts'
import type { Run } from '../../../src-shared/run/conversation.ts'
import type { RunRequest } from '../../../src-shared/run/run-request.ts'
import { hostModelServer } from '../../kit/host/host-model-server.ts'
import { newTestConversation, openTestHost, temporaryFolder, testProfile } from '../../kit/host/host-open.ts'
import { temporaryProject } from '../../kit/project/temporary-project.ts'

/** A host in which a message is a list of commands, which its run carries out one after the other. */
export async function branchesWorld(content: { readonly [path: string]: string }) {
  const files = await temporaryProject(content)
  const waits = new Map<string, Promise<void>>()
  const server = await hostModelServer(({ messages }) => {
    const last = messages.findLastIndex((each) => each.role === 'user')
    const question = String(messages[last]?.content)
    const commands: string[] = JSON.parse(question)
    const command = commands[messages.slice(last).filter((each) => each.role === 'tool').length]
    if (command !== undefined) return { calls: [{ tool: 'shell', arguments: { command } }] }
    const until = waits.get(question)
    return until === undefined ? { text: 'Done.' } : { text: 'Done.', until }
  })
  const dataFolder = await temporaryFolder()
  const host = await openTestHost({ dataFolder })
  const { project, conversation, message } = await newTestConversation(host, files.folder, testProfile(server.url))
  const talk2 = await ask(host, 'conversation-create', { projectId: project.id })
  const start = (commands: readonly string[], until?: Promise<void>, more: Partial<RunRequest> = {}) => {
    const text = JSON.stringify(commands)
    if (until !== undefined) waits.set(text, until)
    return ask(host, 'run-start', message(text, more))
  }
  const say = async (commands: readonly string[], more: Partial<RunRequest> = {}): Promise<Run> =>
    host.runs.untilEnded((await start(commands, undefined, more)).id)
  const other = (commands: readonly string[], more: Partial<RunRequest> = {}) =>
    say(commands, { ...more, conversationId: talk2.id })
  const fork = async (run: Run, path: string): Promise<Run> => {
    const request = { runId: run.id, path, strategy: null, roles: {}, approval: null, message: null, answer: null }
    return host.runs.untilEnded((await ask(host, 'run-fork', request)).id)
  }
  return { host, dataFolder, files, project, conversation, start, say, other, fork }
}
