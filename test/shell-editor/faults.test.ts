import type { AnyMessage } from '@agentclientprotocol/sdk'
import { expect, onTestFinished, test } from 'vitest'
import { ask } from '../../src-main/host/api/host-client.ts'
import { serveEditor } from '../../src-main/shell-editor/serve-editor.ts'
import { streamPair } from '../kit/editor/editor.ts'
import { hostModelServer, type ScriptedAnswer } from '../kit/host/host-model-server.ts'
import { openTestHost, temporaryFolder, testProfile } from '../kit/host/host-open.ts'
import { temporaryProject } from '../kit/project/temporary-project.ts'

const list: ScriptedAnswer = { calls: [{ tool: 'shell', arguments: { command: 'echo hi > said.txt' } }] }

/** An editor that sends what it likes, with a session. */
async function rawEditor(script: (turn: number) => ScriptedAnswer) {
  const host = await openTestHost()
  const project = await temporaryProject({ 'a.txt': 'one\n' })
  const model = await hostModelServer((_asked, turn) => script(turn))
  await ask(host, 'profile-save', { profile: testProfile(model.url), key: null })
  const [client, agent] = streamPair()
  const connection = serveEditor(host, agent, {
    version: '0.0.0',
    dataFolder: await temporaryFolder(),
    roles: { default: 'prof_test' },
    strategy: { name: 'tool-loop', options: {} },
    approval: 'ask',
    report: () => {},
  })
  const writer = client.writable.getWriter()
  const reader = client.readable.getReader()
  onTestFinished(() => connection.close())
  const read: AnyMessage[] = []
  /** The next message that fits, of those that were not looked at. */
  const next = async (fits: (message: AnyMessage) => boolean): Promise<AnyMessage> => {
    for (;;) {
      const at = read.findIndex(fits)
      const [found] = at < 0 ? [] : read.splice(at, 1)
      if (found !== undefined) return found
      const { value, done } = await reader.read()
      if (done) throw new Error('the connection ended')
      read.push(value)
    }
  }
  const send = (message: AnyMessage) => writer.write(message)
  const responseTo = (id: number) => next((each) => 'id' in each && each.id === id && !('method' in each))
  const call = async (id: number, method: string, params: unknown) => {
    await send({ jsonrpc: '2.0', id, method, params })
    return responseTo(id)
  }
  const permission = async () => {
    const found = await next((each) => 'method' in each && each.method === 'session/request_permission')
    if (!('id' in found)) throw new Error('a permission is requested')
    return found.id
  }
  await call(1, 'initialize', { protocolVersion: 1, clientCapabilities: {} })
  const made = await call(2, 'session/new', { cwd: project.folder, mcpServers: [] })
  const sessionId: string = 'result' in made ? JSON.parse(JSON.stringify(made.result)).sessionId : ''
  const cancel = () => send({ jsonrpc: '2.0', method: 'session/cancel', params: { sessionId } })
  const prompt = (id: number, text: string) =>
    send({ jsonrpc: '2.0', id, method: 'session/prompt', params: { sessionId, prompt: [{ type: 'text', text }] } })
  return { host, project, model, sessionId, send, call, cancel, prompt, permission, responseTo }
}

test('a malformed or unknown answer to a permission is a refusal, and the run goes on', async () => {
  const { send, prompt, permission, responseTo, project } = await rawEditor((turn) =>
    turn % 2 === 0 ? list : { text: 'Done.' },
  )
  const answers = [
    { result: { foo: 1 } },
    { result: null },
    { result: { outcome: { outcome: 'selected', optionId: 'nonsense' } } },
    { error: { code: -32603, message: 'no window' } },
  ]
  for (const [at, answer] of answers.entries()) {
    await prompt(10 + at, 'List it')
    await send({ jsonrpc: '2.0', id: await permission(), ...answer })
    expect(await responseTo(10 + at)).toMatchObject({ result: { stopReason: 'end_turn' } })
  }
  await expect(project.read('said.txt')).rejects.toThrow()
})

test('a permission that is allowed after a cancel changes nothing, and canceling twice or nothing is no error', async () => {
  const { send, prompt, permission, responseTo, cancel, call, project, model } = await rawEditor(() => list)
  await cancel()
  await prompt(10, 'List it')
  await prompt(11, 'And again')
  const asked = await permission()
  await cancel()
  await cancel()
  expect(await responseTo(10)).toMatchObject({ result: { stopReason: 'cancelled' } })
  expect(await responseTo(11)).toMatchObject({ result: { stopReason: 'cancelled' } })
  await send({ jsonrpc: '2.0', id: asked, result: { outcome: { outcome: 'selected', optionId: 'allow' } } })
  await send({ jsonrpc: '2.0', id: 999, result: {} })
  expect(await call(12, 'session/list', {})).toMatchObject({ result: { sessions: [{}] } })
  await expect(project.read('said.txt')).rejects.toThrow()
  expect(model.requests).toHaveLength(1)
})

test('requests that make no sense are errors that say why, and a large prompt is none', async () => {
  const { call, sessionId, model } = await rawEditor(() => ({ text: 'Much.' }))
  const prompt = (...blocks: unknown[]) => ({ sessionId, prompt: blocks })
  const wrong: readonly [string, unknown, number][] = [
    ['session/prompt', { sessionId: 'none', prompt: [{ type: 'text', text: 'x' }] }, -32002],
    ['session/prompt', { sessionId }, -32602],
    ['session/prompt', prompt({ type: 'video', data: 'x' }), -32602],
    ['session/prompt', prompt({ type: 'image', mimeType: 'image/png', data: 'no image' }), -32602],
    ['session/prompt', prompt({ type: 'audio', mimeType: 'audio/wav', data: 'AAAA' }), -32602],
    ['session/load', { sessionId: '../../etc/passwd', cwd: '/', mcpServers: [] }, -32002],
    ['session/list', { cursor: 'zzz' }, -32602],
    ['session/set_config_option', { sessionId, configId: 'mode', value: 'none' }, -32602],
    ['session/none', {}, -32601],
  ]
  for (const [at, [method, params, code]] of wrong.entries())
    expect(await call(20 + at, method, params)).toMatchObject({ error: { code, message: expect.any(String) } })
  expect(model.requests).toHaveLength(0)
  const large = 'word '.repeat(200_000)
  expect(await call(50, 'session/prompt', prompt({ type: 'text', text: large }))).toMatchObject({
    result: { stopReason: 'end_turn' },
  })
})
