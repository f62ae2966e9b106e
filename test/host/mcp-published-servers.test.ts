import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ask } from '../../src-main/host/api/host-client.ts'
import type { Host } from '../../src-main/host/host.ts'
import type { McpServer } from '../../src-shared/mcp/mcp-server.ts'
import { hostModelServer } from '../kit/host/host-model-server.ts'
import {
  eventsOf,
  newTestConversation,
  ofType,
  openTestHost,
  temporaryFolder,
  testProfile,
  untilEvent,
} from '../kit/host/host-open.ts'
import { temporaryProject } from '../kit/project/temporary-project.ts'

// Servers of the protocol's authors, as npm has them.

const program = (name: string) =>
  join(import.meta.dirname, '../../node_modules/@modelcontextprotocol', `server-${name}`, 'dist/index.js')
const server = (name: string, transport: McpServer['transport']): McpServer => ({
  name,
  transport,
  enabled: true,
  off: [],
  reads: [],
})
const byStdio = (name: string, args: readonly string[], env: { readonly [name: string]: string } = {}) =>
  server(name, { kind: 'stdio', command: process.execPath, args: [program(name), ...args], env })

interface Call {
  readonly tool: string
  readonly arguments: object
}

/** A run that makes the calls one after the other. Later the run is replayed without the server. */
async function runWith(
  used: McpServer,
  calls: readonly Call[],
  folder: string,
  meanwhile: (host: Host, runId: string) => Promise<void> = async () => {},
) {
  const dataFolder = await temporaryFolder()
  const model = await hostModelServer((_, turn) => {
    const call = calls[turn]
    return call === undefined ? { text: 'Done.' } : { calls: [{ ...call, tool: `mcp__${used.name}__${call.tool}` }] }
  })
  const host = await openTestHost({ dataFolder })
  const talk = await newTestConversation(host, folder, testProfile(model.url))
  await ask(host, 'mcp-save', { server: used, before: null })
  expect(await ask(host, 'mcp-test', { server: used, projectId: talk.project.id })).toMatchObject({ ok: true })
  const run = await ask(host, 'run-start', talk.message('Go.'))
  await meanwhile(host, run.id)
  const { status } = await host.runs.untilEnded(run.id)
  const results = eventsOf(host, run.id)
    .filter(ofType('tool-end'))
    .map(({ outcome }) => (outcome.ok ? outcome.value : null))
  await host.close()
  const again = await openTestHost({ dataFolder })
  await ask(again, 'mcp-remove', { name: used.name })
  expect(await ask(again, 'run-replay', { runId: run.id, verify: true })).toMatchObject({ divergence: null })
  return { status, results, sent: JSON.stringify(model.requests.at(-1)?.messages) }
}

const everything: readonly Call[] = [
  { tool: 'get-sum', arguments: { a: 2, b: 3 } },
  { tool: 'get-tiny-image', arguments: {} },
  { tool: 'get-structured-content', arguments: { location: 'New York' } },
  { tool: 'trigger-long-running-operation', arguments: { duration: 0.2, steps: 2 } },
]
const everythingsResults = [
  { ok: true, text: 'The sum of 2 and 3 is 5.' },
  { ok: true, text: expect.stringMatching(/\[image stratagem:[0-9a-f]{64}\]/) },
  { ok: true, data: { temperature: 33, conditions: 'Cloudy', humidity: 82 } },
  { ok: true, text: expect.stringContaining('Steps: 2') },
]

test('server-everything over stdio: sums, images, structured results and progress', async () => {
  const { folder } = await temporaryProject({})
  const ran = await runWith(byStdio('everything', ['stdio']), everything, folder)
  expect(ran).toMatchObject({ status: 'completed', results: everythingsResults })
  expect(ran.sent).toContain('data:image/png;base64')
})

test('server-everything over HTTP, also when it is killed in the middle of a call', async () => {
  const { folder } = await temporaryProject({})
  const { url, child } = await everythingOverHttp()
  const used = server('everything', { kind: 'http', url, headers: {} })
  expect(await runWith(used, everything, folder)).toMatchObject({ status: 'completed', results: everythingsResults })

  const long = { tool: 'trigger-long-running-operation', arguments: { duration: 60, steps: 600 } }
  const killed = await runWith(used, [long], folder, async (host, runId) => {
    await untilEvent(host, runId, ofType('tool-start'))
    child.kill('SIGKILL')
  })
  const failed = { ok: false, text: expect.stringMatching(/the server everything did( not do)? it/i) }
  expect(killed).toMatchObject({ status: 'completed', results: [failed] })
})

test('server-filesystem reads, writes, and refuses what is outside of its folder', async () => {
  const { folder } = await temporaryProject({ 'a.txt': 'hello\n' })
  const calls = [
    { tool: 'read_text_file', arguments: { path: join(folder, 'a.txt') } },
    { tool: 'write_file', arguments: { path: join(folder, 'b.txt'), content: 'x' } },
    { tool: 'list_directory', arguments: { path: folder } },
    { tool: 'read_text_file', arguments: { path: join(folder, '..', 'elsewhere.txt') } },
  ]
  const { results } = await runWith(byStdio('filesystem', [folder]), calls, folder)
  expect(results).toMatchObject([
    { ok: true, text: 'hello\n' },
    { ok: true },
    { ok: true, text: expect.stringContaining('[FILE] b.txt') },
    { ok: false, text: expect.stringContaining('Access denied') },
  ])
})

test('server-memory keeps what it was told', async () => {
  const { folder } = await temporaryProject({})
  const memory = { MEMORY_FILE_PATH: join(await temporaryFolder(), 'memory.jsonl') }
  const calls = [
    {
      tool: 'create_entities',
      arguments: { entities: [{ name: 'Ada', entityType: 'person', observations: ['writes'] }] },
    },
    { tool: 'read_graph', arguments: {} },
  ]
  const { results } = await runWith(byStdio('memory', [], memory), calls, folder)
  expect(results[1]).toMatchObject({
    ok: true,
    summary: expect.stringMatching(/^\{ "entities": \[ \{ "name": "Ada"/),
    data: { entities: [{ name: 'Ada' }] },
  })
})

async function everythingOverHttp(): Promise<{ readonly url: string; readonly child: ChildProcess }> {
  const port = await freePort()
  const env = { ...process.env, PORT: String(port) }
  const child = spawn(process.execPath, [program('everything'), 'streamableHttp'], { env })
  onTestFinished(() => void child.kill())
  await listening(child)
  return { url: `http://127.0.0.1:${port}/mcp`, child }
}

function listening({ stderr }: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    stderr?.on('data', (text: Buffer) => /listening/i.test(String(text)) && resolve())
  })
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('the probe has no port')
  return address.port
}
