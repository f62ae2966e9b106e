import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ask } from '../../src-main/host/api/host-client.ts'
import type { FoundSandbox } from '../../src-main/sandbox/sandbox.ts'
import type { RunRequest } from '../../src-shared/run/run-request.ts'
import {
  eventsOf,
  newTestConversation,
  ofType,
  openTestHost,
  runToEnd,
  temporaryFolder,
} from '../kit/host/host-open.ts'
import { knownSandboxes } from '../kit/host/sandboxes.ts'
import { type TemporaryProject, temporaryProject } from '../kit/project/temporary-project.ts'

/** An agent of the Agent Client Protocol as a process: each prompt is the body of a function that it runs. */
const agentText = `
import { createInterface } from 'node:readline'
import fs from 'node:fs'
import path from 'node:path'
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n')
const waiting = new Map()
let count = 100
const asks = (method, params) => new Promise((resolve) => { const id = count++; waiting.set(id, resolve); send({ id, method, params }) })
const said = (answer) => answer.error ? 'refused' : 'done'
const options = [{ optionId: 'once', kind: 'allow_once', name: 'Once' }, { optionId: 'no', kind: 'reject_once', name: 'No' }]
const at = (name) => path.join(process.cwd(), name)
const write = async (name, content = 'by the agent', sessionId = 's') => said(await asks('fs/write_text_file', { sessionId, path: at(name), content }))
const read = async (name, sessionId) => said(await asks('fs/read_text_file', { sessionId, path: at(name) }))
const permission = async (kind, name, more = {}) => {
  const toolCall = { toolCallId: 'c' + count, title: name, kind, status: 'pending', rawInput: {}, locations: [{ path: at(name) }], ...more }
  const { result } = await asks('session/request_permission', { sessionId: 's', options, toolCall })
  return result?.outcome?.optionId ?? 'none'
}
const own = (name, text) => { try { fs.mkdirSync(path.dirname(at(name)), { recursive: true }); fs.writeFileSync(at(name), text, { mode: 0o755 }); return name } catch (error) { return error.code } }
const AsyncFunction = (async () => undefined).constructor
createInterface({ input: process.stdin }).on('line', async (line) => {
  const message = JSON.parse(line)
  if (message.method === undefined) { waiting.get(message.id)?.(message); return }
  if (message.method === 'initialize') return send({ id: message.id, result: { protocolVersion: 1, agentCapabilities: {} } })
  if (message.method === 'session/new') return send({ id: message.id, result: { sessionId: 's' } })
  if (message.method === 'session/prompt') {
    const body = message.params.prompt[0].text
    const run = new AsyncFunction('write', 'read', 'permission', 'own', 'return [' + body + ']')
    const text = JSON.stringify(await run(write, read, permission, own))
    send({ method: 'session/update', params: { sessionId: 's', update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } } } })
    return send({ id: message.id, result: { stopReason: 'end_turn' } })
  }
  if (message.id !== undefined) send({ id: message.id, result: {} })
})
`

/** @param answers what the user says to each question, in their order; then no */
async function world(found: FoundSandbox | null, files: Record<string, string>, answers: readonly boolean[] = []) {
  const project = await temporaryProject(files)
  const program = join(await temporaryFolder(), 'agent.mjs')
  writeFileSync(program, agentText)
  const asked: string[] = []
  const host = await openTestHost({
    ...(found !== null && { findSandbox: () => Promise.resolve(found) }),
    answerer: {
      approve: async ({ title }) => {
        asked.push(title)
        return { decision: answers[asked.length - 1] === true ? 'allow' : 'deny', by: 'user', note: '' }
      },
      ask: async () => '',
    },
  })
  const plain = { env: {}, network: false, folders: [], icon: '', keys: {}, servers: false }
  await ask(host, 'settings-write', {
    agents: [{ name: 'scripted', command: process.execPath, args: [program], ...plain }],
  })
  const { message } = await newTestConversation(host, project.folder, null)
  const run = async (body: string, more: Partial<RunRequest> = {}) => {
    const strategy = { name: 'agent', options: { agent: 'scripted' } }
    const ended = await runToEnd(host, message(body, { strategy, ...more }))
    const notices = eventsOf(host, ended.id).filter(ofType('notice'))
    return { said: JSON.parse(ended.text || 'null'), notices: notices.map(({ text }) => text).join('\n') }
  }
  return { project, run, asked }
}

describe('what an agent has Stratagem write', () => {
  test.each(['read', 'search', 'think', 'fetch', 'other'])(
    'is not allowed by permission to %s that file (T56)',
    async (kind) => {
      const { project, run, asked } = await world(null, { 'package.json': '{}\n', 'CLAUDE.md': 'mine\n' })
      const body = `await permission('${kind}', 'package.json'), await write('package.json'), await permission('${kind}', 'CLAUDE.md'), await write('CLAUDE.md')`
      const { said } = await run(body, { approval: 'ask' })
      expect([said[1], said[3]]).toEqual(['refused', 'refused'])
      expect(asked).toEqual(expect.arrayContaining(['Edit package.json?', 'Edit CLAUDE.md?']))
      expect([await project.read('package.json'), await project.read('CLAUDE.md')]).toEqual(['{}\n', 'mine\n'])
    },
  )

  test('is allowed once by permission to edit it, for that file only', async () => {
    const { project, run, asked } = await world(null, { 'a.txt': '1\n', 'b.txt': '1\n' }, [true])
    const body = `await permission('edit', 'a.txt'), await write('b.txt'), await write('a.txt', 'first'), await write('a.txt', 'second')`
    expect((await run(body, { approval: 'ask' })).said).toEqual(['once', 'refused', 'done', 'refused'])
    expect(asked).toEqual(['Edit a.txt?', 'Edit b.txt?', 'Edit a.txt?'])
    expect([await project.read('a.txt'), await project.read('b.txt')]).toEqual(['first', '1\n'])
  })

  test('and read is refused in any other session than the one that was opened', async () => {
    const { project, run } = await world(null, { 'a.txt': '1\n' })
    const sessions = `['t', '', null, {}, [], 5, undefined, '__proto__']`
    const body = `...(await Promise.all(${sessions}.map((each) => read('a.txt', each)))), ...(await Promise.all(${sessions}.filter((each) => each !== undefined).map((each) => write('b.txt', 'x', each)))), await read('a.txt', 's')`
    const { said } = await run(body, { approval: 'everything' })
    expect(said).toEqual([...Array<string>(15).fill('refused'), 'done'])
    expect(existsSync(project.at('b.txt'))).toBe(false)
  })
})

const git = (project: TemporaryProject, ...args: string[]) => execFileSync('git', args, { cwd: project.folder })
const posix = process.platform !== 'win32'

describe.each(knownSandboxes)('an agent’s process, confined by $name', ({ sandbox }) => {
  const there = test.skipIf(!posix || sandbox === null)
  const planted = ['.git/hooks/pre-commit', '.git/config', 'node_modules/.bin/tool', '.env', 'a.txt', 'src/new.txt']

  async function repository() {
    const top = await world({ sandbox: sandbox ?? never() }, { 'a.txt': '1\n', '.gitignore': '.env\nnode_modules\n' })
    const { project } = top
    git(project, 'init', '-q')
    git(project, 'config', 'user.name', 'a')
    git(project, 'config', 'user.email', 'a@b')
    git(project, 'add', '-A')
    git(project, 'commit', '-qm', 'first')
    const ran = join(await temporaryFolder(), 'ran')
    const program = JSON.stringify(`#!/bin/sh\necho ran >>${ran}\n`)
    const body = planted.map((path) => `own('${path}', ${program})`).join(', ')
    const usersGit = () => {
      for (const args of [['status'], ['commit', '-q', '--allow-empty', '-m', 'x']])
        spawnSync('git', args, { cwd: project.folder })
      return existsSync(ran)
    }
    return { ...top, body, usersGit, config: await project.read('.git/config') }
  }

  there.each([{ mode: 'plan' as const }, { approval: 'read-only' as const }])(
    'writes nothing in the project where nothing may be changed: %j (T56)',
    async (how) => {
      const { project, run, body, usersGit, config } = await repository()
      const { said } = await run(body, how)
      // A missing folder can't be made.
      expect(said).toEqual(planted.map(() => expect.stringMatching(/^E(ROFS|NOENT)$/)))
      for (const path of planted.filter((each) => !['a.txt', '.git/config'].includes(each)))
        expect(existsSync(project.at(path)), path).toBe(false)
      expect([await project.read('a.txt'), await project.read('.git/config')]).toEqual(['1\n', config])
      expect(usersGit()).toBe(false)
    },
  )

  there('writes what it is there for otherwise, but nothing by which the user’s git starts programs', async () => {
    const { run, body, usersGit, project, config } = await repository()
    const { said } = await run(body)
    expect(said).toEqual(['EROFS', 'EROFS', ...planted.slice(2)])
    expect(readFileSync(project.at('.git/config'), 'utf8')).toBe(config)
    expect(usersGit()).toBe(false)
  })

  there('may write again in the next run, where that is allowed', async () => {
    const { run, project } = await world({ sandbox: sandbox ?? never() }, { 'a.txt': '1\n' })
    expect((await run(`own('a.txt', '2')`, { mode: 'plan' })).said).toEqual(['EROFS'])
    expect((await run(`own('a.txt', '2')`)).said).toEqual(['a.txt'])
    expect(await project.read('a.txt')).toBe('2')
  })
})

function never(): never {
  throw new Error('There is no such sandbox here.')
}
