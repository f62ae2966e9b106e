import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { ask } from '../../../src-main/host/api/host-client.ts'
import type { Host } from '../../../src-main/host/host.ts'
import type { StrategyChoice } from '../../../src-shared/strategy/strategy-info.ts'
import {
  eventsOf,
  newTestConversation,
  ofType,
  openTestHost,
  runToEnd,
  temporaryFolder,
  untilEvent,
} from '../../kit/host/host-open.ts'

const program = resolve('test/kit/acp/fault-agent-process.ts')

/** A host, a project with one file, and an agent in its settings that behaves as named. */
async function world(behavior: string, dataFolder?: string, more: Parameters<typeof openTestHost>[0] = {}) {
  const folder = await temporaryFolder()
  writeFileSync(join(folder, 'a.txt'), 'one\n')
  const host = await openTestHost({ ...more, ...(dataFolder !== undefined && { dataFolder }) })
  const entry = {
    command: process.execPath,
    args: [program, behavior],
    env: {},
    network: false,
    // The repository may lie among temporary files, which a copy hides.
    folders: [resolve('.')],
    icon: '',
    keys: {},
    servers: false,
  }
  await ask(host, 'settings-write', { agents: [{ name: 'scripted', ...entry }] })
  const { message } = await newTestConversation(host, folder, null)
  return { host, folder, message }
}
const strategy: StrategyChoice = { name: 'agent', options: { agent: 'scripted' } }
const inConversation: StrategyChoice = { name: 'conversation', options: {}, inner: strategy }
const read = (folder: string, file: string) => readFileSync(join(folder, file), 'utf8')

const callsOf = (host: Host, runId: string) =>
  eventsOf(host, runId).flatMap((event) =>
    event.type === 'tool-end' && event.outcome.ok ? [[event.outcome.value.tool, event.outcome.value.ok]] : [],
  )

test('an agent edits the project once the user allows it, and the snapshots have all that it changed', async () => {
  const { host, folder, message } = await world('editor')
  const { id } = await ask(host, 'run-start', message('Do it.', { strategy, approval: 'ask' }))
  const asked = await untilEvent(host, id, ofType('approval-ask'))
  expect(asked.ask).toMatchObject({
    tool: 'edit_file',
    subject: 'a.txt',
    title: 'Edit a.txt?',
    preview: { kind: 'diff' },
  })
  expect(read(folder, 'a.txt')).toBe('one\n')
  await ask(host, 'run-approve', { runId: id, path: asked.path, decision: 'allow', note: '' })
  const run = await host.runs.untilEnded(id)
  expect(run).toMatchObject({ status: 'completed', changes: { files: 2 }, text: 'Edited in session-1: Do it.' })
  expect(callsOf(host, id)).toEqual([
    ['read', true],
    ['edit', true],
  ])
  const answer = eventsOf(host, id).findLast(ofType('step-end'))
  expect(answer?.outcome).toMatchObject({ value: { usage: { input: 1000, output: 20, cost: null }, toolCalls: 2 } })
})

test('what the user denies is refused to the agent', async () => {
  const { host, folder, message } = await world('editor')
  const { id } = await ask(host, 'run-start', message('Do it.', { strategy, approval: 'ask' }))
  const { path } = await untilEvent(host, id, ofType('approval-ask'))
  await ask(host, 'run-approve', { runId: id, path, decision: 'deny', note: '' })
  expect(await host.runs.untilEnded(id)).toMatchObject({ text: 'Refused in session-1: Do it.' })
  expect(read(folder, 'a.txt')).toBe('one\n')
})

test('in plan mode all that an agent changed is undone where nothing confines it, and it is told', async () => {
  const findSandbox = () => Promise.resolve({ sandbox: null, reason: 'Nothing is here.' })
  const { host, folder, message } = await world('editor', undefined, { findSandbox })
  const run = await runToEnd(host, message('Do it.', { strategy, mode: 'plan' }))
  expect(run).toMatchObject({ status: 'completed', changes: { files: 0 } })
  expect(existsSync(join(folder, 'extra.txt'))).toBe(false)
  const notices = eventsOf(host, run.id).filter(ofType('notice'))
  expect(notices.map(({ text }) => text)).toEqual([
    expect.stringMatching(/changed files that it may not change.*extra.txt/),
  ])
})

test('the session of a conversation goes on in the next turn, in a new process', async () => {
  const { host, message } = await world('editor')
  const first = await runToEnd(host, message('One.', { strategy: inConversation }))
  const second = await runToEnd(host, message('Two.', { strategy: inConversation, parentId: first.turnId }))
  expect(second.text).toBe('Edited in session-1: Two.')
  const sessions = eventsOf(host, second.id)
    .filter(ofType('step-start'))
    .map(({ ask: asked }) => asked)
  expect(sessions).toContainEqual(
    expect.objectContaining({ kind: 'session', how: 'continued', name: 'scripted 1.2.3' }),
  )
})

test.skipIf(process.platform !== 'linux')('Stop ends an agent that does not listen, with its process', async () => {
  const { host, message } = await world('deaf')
  const { id } = await ask(host, 'run-start', message('Do it.', { strategy }))
  await untilEvent(host, id, ofType('tool-start'))
  expect(processesOf(id)).not.toEqual([])
  await ask(host, 'run-stop', { runId: id })
  expect(await host.runs.untilEnded(id)).toMatchObject({ status: 'aborted' })
  expect(processesOf(id)).toEqual([])
})

test.skipIf(process.platform !== 'linux').each(['mute', 'closed'])(
  'Stop ends an agent that is still starting: %s',
  async (behavior) => {
    const { host, message } = await world(behavior)
    const { id } = await ask(host, 'run-start', message('Do it.', { strategy }))
    await expect.poll(() => processesOf(id)).not.toEqual([])
    await ask(host, 'run-stop', { runId: id })
    expect(await host.runs.untilEnded(id)).toMatchObject({ status: 'aborted' })
    expect(processesOf(id)).toEqual([])
  },
)

/** `s-…` of an answer of the chooser. */
const sessionOf = (text: string | null) => text?.split(' ')[0]

test('a branch never continues a session that heard of another branch: it gets a new one, told of its own past', async () => {
  const { host, message } = await world('chooser')
  const send = (text: string, parentId: string | null) =>
    runToEnd(host, message(text, { strategy: inConversation, parentId }))
  const first = await send('One.', null)
  const second = await send('Two.', first.turnId)
  expect(sessionOf(second.text)).toBe(sessionOf(first.text))
  const branch = await send('Other two.', first.turnId)
  expect(sessionOf(branch.text)).not.toBe(sessionOf(first.text))
  expect(branch.text).toMatch(/User: One\.[\s\S]*Other two\./)
  expect(branch.text).not.toMatch(/User: Two\./)
  // Both branches go on in their own.
  expect(sessionOf((await send('Three.', second.turnId)).text)).toBe(sessionOf(first.text))
  expect(sessionOf((await send('Other three.', branch.turnId)).text)).toBe(sessionOf(branch.text))
})

test('the model is chosen in a run, remembered as offered, and a refused one sends nothing', async () => {
  const { host, message } = await world('chooser')
  const offersNow = async () =>
    (await ask(host, 'agents-list', {})).find(({ entry }) => entry.name === 'scripted')?.offers ?? null
  expect(await offersNow()).toBeNull()
  const choose = (model: string): StrategyChoice => ({ name: 'agent', options: { agent: 'scripted', model } })
  const run = await runToEnd(host, message('Do it.', { strategy: choose('large') }))
  expect(run.text).toMatch(/large: Do it\.$/)
  expect(await offersNow()).toMatchObject({
    version: '1.2.3',
    choices: [{ category: 'model', values: [{ id: 'small' }, { id: 'large' }] }],
  })
  const refused = await runToEnd(host, message('Do it.', { strategy: choose('huge') }))
  expect(refused).toMatchObject({
    status: 'failed',
    failure: { message: expect.stringContaining('does not take the model "huge"') },
  })
})

test('commands that an agent has run pass the gate, are confined and logged, and end with the agent', async () => {
  const { host, message } = await world('shell')
  const { id } = await ask(host, 'run-start', message('Do it.', { strategy, approval: 'ask' }))
  const asked = await untilEvent(host, id, ofType('approval-ask'))
  expect(asked.ask).toMatchObject({
    tool: 'shell',
    subject: expect.stringMatching(/^WORD='hello you' .*-e 'console\.log/),
    note: expect.stringContaining('asks Stratagem to run it'),
  })
  await ask(host, 'run-approve', { runId: id, path: asked.path, decision: 'allow', note: '' })
  const lastAsked = () => eventsOf(host, id).findLast(ofType('approval-ask'))?.path ?? asked.path
  await expect.poll(lastAsked).not.toBe(asked.path)
  await ask(host, 'run-approve', { runId: id, path: lastAsked(), decision: 'allow', note: '' })
  const run = await host.runs.untilEnded(id)
  expect(run.text).toMatch(/^hello you; refused .*outside/)
  const ends = eventsOf(host, id).filter(ofType('tool-end'))
  expect(ends.map(({ body }) => body)).toMatchObject([
    { kind: 'command', output: expect.stringContaining('hello you'), exitCode: 0 },
    { kind: 'command', command: expect.stringContaining('setInterval') },
  ])
  if (process.platform === 'linux') expect(processesOf(id)).toEqual([])
})

test('an agent that wants a sign-in says so, and is tested once it has signed the user in', async () => {
  const { host, message } = await world('login')
  const entry = (await ask(host, 'agents-list', {})).find((each) => each.own)?.entry
  if (entry === undefined) throw new Error('no agent')
  expect(await ask(host, 'agent-test', { entry })).toMatchObject({
    ok: false,
    failure: { message: expect.stringContaining('sign in first') },
    signIns: [{ id: 'browser', how: { kind: 'agent' } }, { how: { kind: 'terminal', args: ['--login'] } }],
  })
  expect(await ask(host, 'agent-sign-in', { entry, method: 'browser' })).toMatchObject({ ok: true, version: '1.2.3' })
  const failed = await runToEnd(host, message('Do it.', { strategy }))
  expect(failed.failure).toMatchObject({ kind: 'agent-failed', advice: expect.stringContaining('Settings → Agents') })
})

test('an agent gets a stored key only by the name of its variable, and says so if there is none', async () => {
  const { host, message } = await world('keyed')
  expect((await runToEnd(host, message('Do it.', { strategy }))).text).toBe('The key is missing.')
  const [own] = (await ask(host, 'agents-list', {})).filter((each) => each.own)
  if (own === undefined) throw new Error('no agent')
  const entry = { ...own.entry, keys: { SCRIPTED_KEY: 'nobody' } }
  await ask(host, 'settings-write', { agents: [entry] })
  const failed = await runToEnd(host, message('Do it.', { strategy }))
  expect(failed.failure).toMatchObject({
    message: 'The agent scripted is given the key of nobody as SCRIPTED_KEY, and there is no such key.',
  })
  const [preset] = (await ask(host, 'profiles-list', {})).presets
  if (preset === undefined) throw new Error('no preset')
  const { id } = await ask(host, 'profile-save', { profile: preset.profile, key: 'sk-canary-canary' })
  await ask(host, 'settings-write', { agents: [{ ...entry, keys: { SCRIPTED_KEY: id } }] })
  // It has the key, and the log has not.
  expect((await runToEnd(host, message('Do it.', { strategy }))).text).toBe('The key is [key].')
})

test('images reach an agent that takes them, and MCP servers one that its user hands them to', async () => {
  const { host, message } = await world('given')
  const transport = { kind: 'stdio' as const, command: 'serve', args: [], env: {} }
  const server = { name: 'sums', transport, enabled: true, off: [], reads: [] }
  const { ref } = await ask(host, 'image-add', { name: 'a.png', data: pixel })
  const send = () => runToEnd(host, message('What is it?', { strategy, images: [{ ref, name: 'a.png' }] }))
  await ask(host, 'mcp-save', { server, before: null })
  expect((await send()).text).toBe('text image')
  const [own] = (await ask(host, 'agents-list', {})).filter((each) => each.own)
  if (own === undefined) throw new Error('no agent')
  await ask(host, 'settings-write', { agents: [{ ...own.entry, servers: true }] })
  const run = await send()
  expect(run.text).toBe('text image sums')
  const asked = eventsOf(host, run.id).filter(ofType('step-start'))
  expect(asked.map((each) => each.ask)).toContainEqual(expect.objectContaining({ servers: ['sums'] }))
})
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** The processes that carry a run's mark; a zombie has none. */
const processesOf = (runId: string): readonly string[] =>
  readdirSync('/proc').filter((name) => {
    try {
      return /^\d+$/.test(name) && readFileSync(`/proc/${name}/environ`, 'latin1').includes(`=${runId}.`)
    } catch {
      return false
    }
  })

test('retry wraps an agent, and an agent that is not there is a failure with advice', async () => {
  const { host, message } = await world('editor')
  const retry: StrategyChoice = { name: 'retry', options: { check: 'node -e "process.exit(0)"' }, inner: strategy }
  expect(await runToEnd(host, message('Do it.', { strategy: retry }))).toMatchObject({ status: 'completed' })
  const missing: StrategyChoice = { name: 'agent', options: { agent: 'nobody' } }
  const failed = await runToEnd(host, message('Do it.', { strategy: missing }))
  expect(failed.failure).toMatchObject({ message: 'There is no agent called "nobody".' })
  const [scripted] = (await ask(host, 'settings-read', {})).agents
  if (scripted === undefined) throw new Error('no agent is set')
  await ask(host, 'settings-write', { agents: [{ ...scripted, command: 'no-such-program' }] })
  const absent = await runToEnd(host, message('Do it.', { strategy }))
  expect(absent.failure).toMatchObject({
    message: 'The agent scripted is not installed here: there is no program no-such-program on the PATH.',
    advice: expect.stringContaining('Settings → Agents'),
  })
})
