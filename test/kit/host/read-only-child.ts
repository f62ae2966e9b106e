// A host in a child process on a data folder that it can't write; prints what worked. `rights`: root gives the folder
// to another user and becomes a user who may only read it.
import { chmodSync, chownSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createHost } from '../../../src-main/host/create-host.ts'

const [folder = '', runId = '', project = '', means = ''] = process.argv.slice(2)
const nobody = 65_534

if (means === 'rights') {
  for (const name of ['.', '..', ...readdirSync(folder, { recursive: true }).map(String)])
    chownSync(join(folder, name), nobody, nobody)
  for (const name of ['.', ...readdirSync(folder)]) chmodSync(join(folder, name), 0o555)
  process.setgroups?.([])
  process.setgid?.(nobody)
  process.setuid?.(nobody)
}

const host = await createHost({
  dataFolder: folder,
  resourcesFolder: join(import.meta.dirname, '../../../resources'),
  shell: 'command',
  version: '0.0.0',
  keys: { kind: 'session', reason: 'a test' },
  folderDialog: null,
  openProject: () => null,
  url: null,
})
const value = (reply: Awaited<ReturnType<typeof host.handle>>): object => (reply.ok ? Object(reply.value) : reply)
const conversationId = host.runs.get(runId)?.conversationId ?? ''
const run = { conversationId, parentId: null, message: 'Go', strategy: null, roles: {}, mode: 'act', approval: 'ask' }
const report = {
  notices: host.notices,
  dataFolder: Reflect.get(value(await host.handle('host-info', {})), 'dataFolder'),
  runs: host.runs.list(null, 10).map(({ id }) => id),
  hits: Reflect.get(value(await host.handle('history-search', { projectId: null, query: 'milk' })), 'hits')?.length > 0,
  exported: await host.handle('export-prepare', { subject: { kind: 'run', id: runId }, format: 'bundle' }),
  replayed: await host.handle('run-replay', { runId, verify: true }),
  opened: (await host.handle('project-open', { folder: project })).ok,
  start: await host.handle('run-start', run),
  resume: await host.handle('run-resume', { runId }),
  settings: await host.handle('settings-write', { theme: 'dark' }),
  import: await host.handle('import-begin', {}),
}
await host.close()
process.stdout.write(JSON.stringify(report))
