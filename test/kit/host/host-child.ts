/**
 * A child process that runs a host, for tests that kill it. Arguments: data folder, then one of
 *   run PROJECT-FOLDER BASE-URL MESSAGE   starts a run; prints its events, and any interruption, as JSON lines
 *   wait                                  prints `{}` when it is open, and keeps running
 *   keep METHOD PARAMETERS                makes one request with JSON parameters, then prints what changes in the host as
 *                                         JSON lines, and keeps running
 *   request METHOD PARAMETERS             makes one request with JSON parameters, prints the reply as JSON, and exits
 */
import { ask } from '../../../src-main/host/api/host-client.ts'
import { createHost } from '../../../src-main/host/create-host.ts'

const [dataFolder = '', kind = '', ...rest] = process.argv.slice(2)
const say = (value: unknown) => {
  process.stdout.write(`${JSON.stringify(value)}\n`)
}
const host = await createHost({
  dataFolder,
  resourcesFolder: '',
  shell: 'browser',
  version: '0.0.0',
  keys: { kind: 'session', reason: 'a test' },
  folderDialog: null,
  openProject: () => null,
  url: 'http://127.0.0.1:1',
})
const profile = {
  id: 'prof_test',
  name: 'Scripted',
  preset: 'custom',
  api: 'chat-completions',
  model: 'scripted',
  temperature: null,
  maxOutputTokens: null,
  reasoningEffort: null,
  contextWindow: 128_000,
  price: null,
  idleLimitMs: 20_000,
} as const
if (kind === 'wait') stay()
else if (kind === 'run') await startRun(rest)
else if (kind === 'keep') await keepAfter(rest)
else await makeRequest(rest)

function stay(): void {
  say({})
  setInterval(() => undefined, 60_000)
}

async function keepAfter([method = '', params = '']: readonly string[]): Promise<void> {
  host.follow({ kind: 'host' }, (message) => {
    if (message.topic === 'host') for (const change of message.changes) say(change)
  })
  await host.handle(method, JSON.parse(params))
  setInterval(() => undefined, 60_000)
}

async function makeRequest([method = '', params = '']: readonly string[]): Promise<void> {
  say(await host.handle(method, JSON.parse(params)))
  await host.close()
}

async function startRun([folder = '', baseUrl = '', message = '']: readonly string[]): Promise<void> {
  const project = await ask(host, 'project-open', { folder })
  await ask(host, 'profile-save', { profile: { ...profile, baseUrl }, key: null })
  const conversation = await ask(host, 'conversation-create', { projectId: project.id })
  const run = await ask(host, 'run-start', {
    conversationId: conversation.id,
    parentId: null,
    message,
    strategy: { name: 'tool-loop', options: {} },
    roles: { default: 'prof_test' },
    mode: 'act',
    approval: 'everything',
  })
  say({ run: run.id, conversation: conversation.id, project: project.id, host: host.id })
  host.follow({ kind: 'host' }, (message) => {
    if (message.topic !== 'host') return
    for (const change of message.changes) if (change.kind === 'run' && change.run.status === 'interrupted') say(change)
  })
  host.follow({ kind: 'run', runId: run.id, afterSeq: -1 }, (message) => {
    if (message.topic === 'run') for (const item of message.items) if (item.kind === 'event') say(item.event)
  })
}
