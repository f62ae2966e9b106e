import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startAgent } from '../../../src-main/acp/agent-process.ts'
import { connectAgent } from '../../../src-main/acp/connection.ts'
import { recordAgent } from '../../kit/acp/agent-record.ts'

const onPosix = test.skipIf(process.platform === 'win32')
let cwd: string
beforeAll(() => {
  cwd = mkdtempSync(path.join(tmpdir(), 'agent-process-'))
})
afterAll(() => rmSync(cwd, { recursive: true, force: true }))

const env = { PATH: process.env['PATH'] ?? '' }
const start = (...args: string[]) =>
  startAgent(
    { command: process.execPath, args: [path.resolve('test/kit/acp/fault-agent-process.ts'), ...args], env, cwd },
    'run-1',
  )
/** A zombie, which nobody reaps in a container, has ended. */
const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return process.platform !== 'linux' || !/ Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

test('an agent in a process answers a prompt, and ends when its input does', async () => {
  const pipes = start()
  const connection = await connectAgent(pipes, '1.0.0')
  const { id } = await connection.open({ folder: cwd, session: null, chosen: {}, servers: [] })
  const record = recordAgent()
  const end = await connection.prompt(
    id,
    [{ type: 'text', text: 'Do it.' }],
    record.listener,
    new AbortController().signal,
  )
  expect([end.stopReason, record.text()]).toEqual(['end_turn', 'Hello.'])
  expect(end.messages).toContain('→ {"jsonrpc":"2.0","id":2,"method":"session/prompt"')
  await connection.close('gently')
  expect(await pipes.ended).toBe('ended with exit code 0')
})

onPosix('a child that outlives its launcher and keeps its pipes ends with the agent', async () => {
  const pipes = start('orphan')
  const connection = await connectAgent(pipes, '1.0.0')
  const { id } = await connection.open({ folder: cwd, session: null, chosen: {}, servers: [] })
  const record = recordAgent()
  await connection.prompt(id, [{ type: 'text', text: 'Do it.' }], record.listener, new AbortController().signal)
  const pid = Number(record.text())
  expect(isAlive(pid)).toBe(true)
  await connection.close('gently')
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false))
})

onPosix('an agent that ignores the end of its input and SIGTERM is killed', async () => {
  const pipes = start('stubborn')
  await connectAgent(pipes, '1.0.0')
  await pipes.end('gently')
  expect(await pipes.ended).toBe('was ended by SIGKILL')
})

test('what it printed as errors is in the failure of an agent that ends at once', async () => {
  const failing = connectAgent(start('broken'), '1.0.0')
  await expect(failing).rejects.toThrow(/ended with exit code 3.*no such model/)
})

test('a program that is not there is a failure', async () => {
  const pipes = startAgent({ command: path.join(cwd, 'nothing'), args: [], env, cwd }, 'run-1')
  await expect(connectAgent(pipes, '1.0.0')).rejects.toThrow(/could not be started/)
})
