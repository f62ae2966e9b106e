import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { InMemoryTransport } from '@modelcontextprotocol/server'
import { expect, onTestFinished, test } from 'vitest'
import { ask } from '../../src-main/host/api/host-client.ts'
import { clientAnswerer } from '../../src-main/shell-mcp/client-answerer.ts'
import { type McpOptions, serveMcp } from '../../src-main/shell-mcp/serve-mcp.ts'
import { hostModelServer, type ScriptedAnswer } from '../kit/host/host-model-server.ts'
import { gate, openTestHost, temporaryFolder, testProfile } from '../kit/host/host-open.ts'
import { temporaryProject } from '../kit/project/temporary-project.ts'

const write = { tool: 'write_file', arguments: { path: 'new.txt', content: 'made\n' } }

/** The protocol's own client on a host in this process. @param user how its user answers; null: it can't ask */
async function client(
  script: (turn: number) => ScriptedAnswer,
  user: ((message: string) => string | null) | null,
  more: Partial<McpOptions> = {},
) {
  const reports: string[] = []
  const answerer = clientAnswerer((text) => void reports.push(text))
  const host = await openTestHost({ answerer })
  const project = await temporaryProject({ 'a.txt': 'one\n' })
  const model = await hostModelServer((_asked, turn) => script(turn))
  await ask(host, 'profile-save', { profile: testProfile(model.url), key: null })
  const [here, there] = InMemoryTransport.createLinkedPair()
  const options = { version: '0.0.0', roles: { default: 'prof_test' }, approval: null, project: null, ...more }
  const server = await serveMcp(host, there, answerer, options)
  const capabilities = user === null ? {} : { capabilities: { elicitation: { form: {} } } }
  const made = new Client({ name: 'test-client', version: '1' }, capabilities)
  const asked: string[] = []
  if (user !== null)
    made.setRequestHandler('elicitation/create', ({ params }) => {
      asked.push(params.message)
      const answer = user(params.message)
      return answer === null ? { action: 'decline' } : { action: 'accept', content: { answer } }
    })
  await made.connect(here)
  onTestFinished(async () => {
    await made.close()
    await server.close()
  })
  const call = async (name: string, given: Record<string, unknown>, rest = {}) => {
    const result = await made.callTool({ name, arguments: given }, rest)
    const [first] = result.content
    return { text: first?.type === 'text' ? first.text : '', isError: result.isError === true }
  }
  return { host, project, model, asked, call, made, reports }
}

const work = (turn: number): ScriptedAnswer => (turn === 0 ? { calls: [write] } : { text: 'The violet answer.' })

test('a run is started, found and read; its call is asked for, and its progress told', async () => {
  const { call, made, project, asked } = await client(work, () => 'Allow')
  expect((await made.listTools()).tools.map(({ name }) => name)).toEqual([
    'search_runs',
    'read_run',
    'list_strategies',
    'start_run',
    'compare_strategies',
  ])
  const told: string[] = []
  const given = { project: project.folder, message: 'Make the file', strategy: 'retry(tool-loop)' }
  const ran = await call('start_run', given, {
    onprogress: ({ message = '' }: { message?: string }) => told.push(message),
  })
  expect(ran.text).toContain('The violet answer.')
  expect(await project.read('new.txt')).toBe('made\n')
  expect(asked).toEqual([expect.stringContaining('+made')])
  expect(told).toContain('write_file new.txt')
  const runId = /run_\w+/.exec(ran.text)?.[0] ?? ''
  expect((await call('search_runs', { query: 'violet' })).text).toContain(runId)
  // The message has no run of its own: the one that answers it is named.
  expect((await call('search_runs', { query: 'Make the file' })).text).toContain(runId)
  expect((await call('search_runs', { query: 'Make the file' })).text).not.toContain('(no run)')
  expect((await call('search_runs', { query: 'scarlet' })).text).toBe('Nothing found.')
  expect((await call('read_run', { run: runId })).text).toContain('Make the file')
  expect((await call('read_run', { run: runId, offset: 100_000 })).text).toBe('')
  expect(await call('read_run', { run: 'run_none' })).toMatchObject({ isError: true })
  expect((await call('list_strategies', {})).text).toContain('tool-loop (Tool loop): ')
})

test('what a user rejects is not done', async () => {
  const { call, project, asked } = await client(work, () => null)
  const ran = await call('start_run', { project: project.folder, message: 'Make the file' })
  expect(ran).toMatchObject({ isError: false })
  expect(asked).toHaveLength(1)
  await expect(project.read('new.txt')).rejects.toThrow()
})

test('without a user who can be asked only the mode of the start decides, and by default nothing is changed', async () => {
  const reading = await client(work, null)
  await reading.call('start_run', { project: reading.project.folder, message: 'Make the file' })
  await expect(reading.project.read('new.txt')).rejects.toThrow()
  const editing = await client(work, null, { approval: 'edits' })
  await editing.call('start_run', { project: editing.project.folder, message: 'Make the file' })
  expect(await editing.project.read('new.txt')).toBe('made\n')
  const compared = { project: reading.project.folder, message: 'x', strategies: ['chat', 'react'], check: 'true' }
  expect(await reading.call('compare_strategies', compared)).toMatchObject({
    isError: true,
    text: expect.stringContaining('not allowed'),
  })
})

test('a canceled call stops its run', async () => {
  const never = gate()
  const { call, host, project, model } = await client(() => ({ text: 'A long answer.', until: never.passed }), null)
  const signal = new AbortController()
  const ran = call(
    'start_run',
    { project: project.folder, message: 'Wait' },
    {
      signal: signal.signal,
      onprogress: ({ message = '' }: { message?: string }) => {
        if (message.includes('asks')) signal.abort()
      },
    },
  )
  await expect(ran).rejects.toThrow()
  const [run] = host.runs.list(null, 1)
  expect(await host.runs.untilEnded(run?.id ?? '')).toMatchObject({ status: 'aborted' })
  expect(model.requests.length).toBeLessThanOrEqual(1)
  never.open()
})

test('a comparison tells what each lane does, and a canceled call stops all of them', async () => {
  const never = gate()
  const { call, host, project } = await client(() => ({ text: 'A long answer.', until: never.passed }), null)
  const signal = new AbortController()
  const told: string[] = []
  const compared = call(
    'compare_strategies',
    { project: project.folder, message: 'Wait', strategies: ['chat', 'react'] },
    {
      signal: signal.signal,
      onprogress: ({ message = '' }: { message?: string }) => {
        told.push(message)
        if (['A: ', 'B: '].every((lane) => told.some((each) => each.startsWith(lane) && each.includes('asks'))))
          signal.abort()
      },
    },
  )
  await expect(compared).rejects.toThrow()
  never.open()
  const ended = await Promise.all(host.runs.list(null, 5).map(({ id }) => host.runs.untilEnded(id)))
  expect(ended.map(({ status }) => status)).toEqual(['aborted', 'aborted'])
})

test('two strategies are compared in copies, and only in the folder that is served', async () => {
  const { call, project } = await client(
    () => ({ text: 'An answer.' }),
    () => 'Allow',
  )
  const given = { project: project.folder, message: 'What is it?', strategies: ['chat', 'tool-loop'], check: 'exit 0' }
  const compared = await call('compare_strategies', given)
  expect(compared.text).toMatch(/^comp_\w+: done\. Both pass\./)
  expect(compared.text).toContain('## A: Chat')
  expect(await call('compare_strategies', { ...given, strategies: ['chat', 'none'] })).toMatchObject({ isError: true })
  expect(await call('start_run', { project: 'relative', message: 'x' })).toMatchObject({ isError: true })
  const bound = await client(work, null, { project: project.folder })
  expect(await bound.call('start_run', { project: bound.project.folder, message: 'x' })).toMatchObject({
    isError: true,
    text: expect.stringContaining(project.folder),
  })
})

test('the command serves the protocol’s own client over standard input and output, until it is closed', async () => {
  const program = join(import.meta.dirname, '../../src-main/shell-command/agent.js')
  const env = { ...getDefaultEnvironment(), STRATAGEM_HOME: await temporaryFolder() }
  const project = await temporaryProject({})
  const args = [program, 'mcp', '--project', project.folder]
  const made = new Client({ name: 'test-client', version: '1' })
  onTestFinished(() => made.close())
  await made.connect(new StdioClientTransport({ command: process.execPath, args, env, stderr: 'ignore' }))
  const result = await made.callTool({
    name: 'start_run',
    arguments: { project: project.folder, message: 'Say hello', strategy: 'chat' },
  })
  expect(result).toMatchObject({ content: [{ text: expect.stringMatching(/run_\w+: completed/) }] })
}, 60_000)
