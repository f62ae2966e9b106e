import { expect, test } from 'vitest'
import { connectAgent } from '../../../src-main/acp/connection.ts'
import { keepTail } from '../../../src-main/acp/kept-tail.ts'
import { usualLimits } from '../../../src-main/acp/limits.ts'
import { recordAgent } from '../../kit/acp/agent-record.ts'
import { type AgentHands, type AgentScript, calls, scriptedAgent } from '../../kit/acp/scripted-agent.ts'

/** Plays a prompt in which the agent uses terminals, and returns what it got to know and what was run. */
async function play(act: (send: Send, hands: AgentHands) => Promise<unknown>, more: AgentScript = {}, stopAt = '') {
  const stop = new AbortController()
  const said: unknown[] = []
  const record = recordAgent()
  const agent = scriptedAgent({
    'session/prompt': async (hands, message) => {
      const send: Send = async (method, params) => {
        const { result, error } = await hands.ask(`terminal/${method}`, params)
        said.push(error === undefined ? result : error)
        return typeof result === 'object' && result !== null && 'terminalId' in result ? String(result.terminalId) : ''
      }
      await act(send, hands)
      hands.answer(message, { stopReason: 'end_turn' })
    },
    ...more,
  })
  const connection = await connectAgent(agent.pipes, '1.0.0', { ...usualLimits, maxTerminals: 3, maxOutput: 1000 })
  const { id } = await connection.open({ folder: '/work', session: null, chosen: {}, servers: [] })
  const listener = {
    ...record.listener,
    callStart: (call: Parameters<typeof record.listener.callStart>[0]) => {
      record.listener.callStart(call)
      if (call.id === stopAt) stop.abort()
    },
  }
  const end = await connection.prompt(id, [{ type: 'text', text: 'Do it.' }], listener, stop.signal)
  return { said, lines: record.lines, end }
}
type Send = (method: string, params: object) => Promise<string>
const unknown = expect.objectContaining({ code: -32002, message: 'There is no such terminal.' })

test('a command is run, waited for, read and released', async () => {
  const { said, lines } = await play(async (send) => {
    const terminalId = await send('create', { command: 'echo', args: ['hi'], cwd: '/work/sub' })
    await send('wait_for_exit', { terminalId })
    await send('output', { terminalId })
    await send('release', { terminalId })
  })
  expect(said).toEqual([
    { terminalId: 'terminal-1' },
    { exitCode: 0, signal: null },
    { output: 'hi', truncated: false, exitStatus: { exitCode: 0, signal: null } },
    {},
  ])
  expect(lines).toEqual(['runs echo hi'])
})

test('a terminal that is never released ends with the prompt', async () => {
  const { lines } = await play(async (send) => await send('create', { command: 'sleep', args: ['600'] }))
  expect(lines).toEqual(['runs sleep 600', 'ends sleep 600'])
})

test('of a flood the end is kept, in whole characters, within the smaller of both limits', async () => {
  const { said } = await play(async (send) => {
    const one = await send('create', { command: 'flood', outputByteLimit: 5 })
    await send('output', { terminalId: one })
    const two = await send('create', { command: 'flood', outputByteLimit: 2 })
    await send('output', { terminalId: two })
    const three = await send('create', { command: 'flood', outputByteLimit: 10_000_000 })
    await send('output', { terminalId: three })
  })
  expect(said.filter((_, at) => at % 2 === 1)).toEqual([
    expect.objectContaining({ output: 'xxä!', truncated: true }),
    expect.objectContaining({ output: '!', truncated: true }),
    expect.objectContaining({ output: `${'x'.repeat(997)}ä!`, truncated: true }),
  ])
  const nothing = keepTail(0)
  nothing.add('abc')
  expect([nothing.text(), nothing.isCut()]).toEqual(['', true])
})

test('a killed terminal is known until it is released, and then no more', async () => {
  const { said, lines } = await play(async (send) => {
    const terminalId = await send('create', { command: 'sleep', args: ['600'] })
    await send('kill', { terminalId })
    await send('wait_for_exit', { terminalId })
    await send('kill', { terminalId })
    await send('release', { terminalId })
    for (const method of ['release', 'kill', 'output', 'wait_for_exit']) await send(method, { terminalId })
    await send('output', { terminalId: 'made up' })
  })
  const exit = { exitCode: null, signal: 'SIGTERM' }
  expect(said).toEqual([{ terminalId: 'terminal-1' }, {}, exit, {}, {}, unknown, unknown, unknown, unknown, unknown])
  expect(lines).toEqual(['runs sleep 600', 'ends sleep 600'])
})

test('what may not be run, is too much, or is no command, is refused with a reason', async () => {
  const { said } = await play(async (send) => {
    await send('create', { command: 'denied' })
    await send('create', { command: 'echo', cwd: 'relative' })
    await send('create', { command: '' })
    await send('create', { command: 'echo', args: 'none' })
    await send('create', { command: 'echo', sessionId: 'session-2' })
    for (let each = 0; each < 3; each++) await send('create', { command: 'echo' })
  })
  const codes = said.map((each) => (typeof each === 'object' && each !== null && 'code' in each ? each.code : 'ok'))
  expect(codes).toEqual([-32603, -32602, -32602, -32602, -32602, 'ok', 'ok', -32603])
})

test('after a cancel what runs is ended, and nothing more is started', async () => {
  const later: { answer: unknown } = { answer: null }
  const { lines, end } = await play(
    async (send, hands) => {
      await send('create', { command: 'sleep', args: ['600'] })
      hands.update(calls('stop', { status: 'in_progress' }))
      await new Promise(() => undefined)
    },
    {
      'session/cancel': async (hands) => {
        later.answer = (await hands.ask('terminal/create', { command: 'echo' })).error
        hands.line(JSON.stringify({ jsonrpc: '2.0', id: 2, result: { stopReason: 'cancelled' } }))
      },
    },
    'stop',
  )
  expect(end.stopReason).toBe('cancelled')
  expect(lines.filter((line) => / sleep| echo/.test(line))).toEqual(['runs sleep 600', 'ends sleep 600'])
  expect(later.answer).toMatchObject({ message: 'The prompt has ended.' })
})
