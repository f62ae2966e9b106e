import { describe, expect, it } from 'vitest'
import { dismissRun } from '../../src-main/agent/dismiss-run.ts'
import type { AgentPorts } from '../../src-main/agent/ports.ts'
import { all, callModel, note, phase, random, type Strategy } from '../../src-main/strategy/steps.ts'
import type { Message } from '../../src-shared/model/message.ts'
import type { RunEvent, StoredEvent } from '../../src-shared/run/event.ts'
import { type MemoryLog, memoryLog } from '../kit/agent/agent-memory-log.ts'
import { allowingUser, configFor, scriptedTools, startTestRun, testPorts } from '../kit/agent/agent-ports.ts'
import { call, reply, task, unlimited } from '../kit/agent/agent-replies.ts'
import { scriptedModel } from '../kit/agent/agent-scripted-model.ts'

const choice = { name: 'conversation', options: {}, inner: { name: 'tool-loop', options: {} } }
const never = () => new Promise<never>(() => {})
const ask = {
  tool: 'shell',
  effect: 'command',
  title: 'Run?',
  subject: 'x',
  preview: { kind: 'none' },
  rule: null,
} as const

/** Every start has its one end, the run's end is the last event, and there is one. */
function expectClosed(events: readonly StoredEvent[]): void {
  const open: string[] = []
  for (const event of events) {
    if (!('path' in event)) continue
    const kind = event.type.split('-')[0]
    if (event.type.endsWith('-start')) open.push(`${kind} ${event.path}`)
    if (event.type.endsWith('-end')) {
      expect(open).toContain(`${kind} ${event.path}`)
      open.splice(open.indexOf(`${kind} ${event.path}`), 1)
    }
  }
  expect(open).toEqual([])
  expect(events.filter((event) => event.type === 'run-end')).toHaveLength(1)
  expect(events.at(-1)?.type).toBe('run-end')
}

function expectWhole(messages: readonly Message[]): void {
  const called = messages.flatMap((message) =>
    message.role === 'assistant' ? message.toolCalls.map((each) => each.id) : [],
  )
  const answered = messages.flatMap((message) => (message.role === 'tool' ? [message.callId] : []))
  expect(answered).toEqual(called)
  expect(messages[0]).toEqual({ role: 'user', text: 'Mend the total.' })
  expect(messages.at(-1)?.role).toBe('assistant')
}

/** Runs until `stopAt` says so of an event, then presses Stop. */
async function stoppedRun(ports: (log: MemoryLog) => AgentPorts, stopAt: (event: RunEvent) => boolean) {
  const stop = new AbortController()
  const log = memoryLog({ onEvent: (event) => stopAt(event) && setImmediate(() => stop.abort()) })
  const end = await startTestRun(ports(log), configFor(choice), stop.signal)
  const events = log.appended.length
  await new Promise((resolve) => setImmediate(resolve))
  expect(log.appended).toHaveLength(events)
  return { end, log }
}

describe('Stop', () => {
  it.each([
    ['a model that never answers', (event: RunEvent) => event.type === 'model-start'],
    ['a tool that ignores the signal', (event: RunEvent) => event.type === 'tool-begin'],
    ['an approval that is waited for', (event: RunEvent) => event.type === 'approval-ask'],
    ['a question to the user', (event: RunEvent) => event.type === 'step-start' && event.step === 'ask-user'],
  ])('ends a run once, aborted, in %s, and keeps what was done (T11)', async (where, stopAt) => {
    const tools = scriptedTools(async (made, context) => {
      if (made.tool === 'read_file') return 'read'
      if (made.tool === 'ask_user') await new Promise((resolve) => setImmediate(resolve))
      if (made.tool === 'ask_user') return await context.askUser({ question: 'Which?', options: ['x'], freeText: true })
      if (where.includes('approval')) await context.approve(ask)
      context.begin()
      return await never()
    })
    const model = scriptedModel((_, index) => {
      if (index === 0 && where.includes('model')) return never()
      if (index === 0)
        return reply('Working.', [call('1', 'read_file'), call('2', where.includes('question') ? 'ask_user' : 'shell')])
      return reply('never comes here')
    })
    const user = { ...allowingUser, approve: never, ask: never }
    const { end, log } = await stoppedRun((made) => testPorts(made, model, { tools, user }), stopAt)
    expect(end).toMatchObject({ status: 'aborted', failure: { kind: 'aborted' } })
    expect(end.meta['abortedAt']).toEqual(expect.any(String))
    expectClosed(log.appended)
    expectWhole(end.messages)
    if (!where.includes('model')) expect(end.messages[2]).toMatchObject({ role: 'tool', callId: '1', text: 'read' })
    expect(log.committed).toBe(log.appended.length)
    if (!where.includes('approval')) return
    // Nobody answered it: the end of its call tells how long it was waited for.
    const { unansweredMs = 0 } = log.appended.findLast((event) => event.type === 'tool-end') ?? {}
    expect(unansweredMs).toBeGreaterThan(0)
    expect(end.totals.waitingMs).toBe(unansweredMs)
  })

  it('before the start ends the run before any step', async () => {
    const log = memoryLog()
    const model = scriptedModel(() => reply('x'))
    const end = await startTestRun(testPorts(log, model), configFor(choice), AbortSignal.abort())
    expect(end.status).toBe('aborted')
    expect(model.received).toEqual([])
    expect(log.appended.map((event) => event.type)).toEqual(['run-start', 'run-end'])
  })

  it('at every event ends the run once and closes all that is open', async () => {
    const script = scriptedModel((request) =>
      request.messages.length < 6 ? reply('On it.', [call('1', 'read_file'), call('2', 'write_file')]) : reply('Done.'),
    )
    const whole = memoryLog()
    await startTestRun(testPorts(whole, script), configFor(choice))
    for (const { seq } of whole.appended.slice(0, -1)) {
      const stop = new AbortController()
      const log = memoryLog({ onEvent: (event) => event.seq === seq && stop.abort() })
      const end = await startTestRun(testPorts(log, script), configFor(choice), stop.signal)
      expect(end.status).toBe('aborted')
      expectClosed(log.appended)
      expectWhole(end.messages)
    }
  })

  it('keeps the text that had streamed in, and hears nothing of a port that is late', async () => {
    const late: (() => void)[] = []
    const stop = new AbortController()
    const log = memoryLog()
    const ports = testPorts(log, {
      api: () => 'chat-completions',
      parameters: () => ({}),
      call: (_bound, _request, handler) => {
        handler.onDelta('text', 'Half of the ans')
        setImmediate(() => stop.abort())
        late.push(
          () => handler.onDelta('text', 'wer'),
          () => handler.onRetry(1, 5, { kind: 'model-stalled', message: '', advice: '' }),
        )
        return never()
      },
    })
    const end = await startTestRun(ports, configFor(choice), stop.signal)
    expect(end.text).toBe('Half of the ans')
    expect(end.messages.at(-1)).toMatchObject({ role: 'assistant', text: 'Half of the ans', toolCalls: [] })
    const { length } = log.appended
    for (const say of late) say()
    expect(log.appended).toHaveLength(length)
    expect(log.lives).toHaveLength(1)
  })

  it.each([20, 400])('after %i rounds reads no more of the log than its last round', async (rounds) => {
    const stop = new AbortController()
    const log = memoryLog()
    let read = 0
    const counted: MemoryLog = {
      ...log,
      events: (afterSeq) => {
        const events = log.events(afterSeq)
        read += events.length
        return events
      },
    }
    const model = scriptedModel((_, index) => {
      if (index >= rounds) setImmediate(() => stop.abort())
      return index < rounds
        ? reply(`Round ${index}.`, [call(`c${index}`, 'read_file', JSON.stringify({ path: `${index}` }))])
        : never()
    })
    const end = await startTestRun(
      testPorts(counted, model),
      configFor({ name: 'tool-loop', options: { maxTurns: 500 } }),
      stop.signal,
    )
    expect(end).toMatchObject({ status: 'aborted' })
    expect(end.messages.length).toBeGreaterThan(rounds * 2)
    expect(log.appended.length).toBeGreaterThan(rounds * 4)
    expect(read).toBeLessThanOrEqual(4)
    expectWhole(end.messages)
  })

  it('in a summary of older turns keeps the message, and no half summary as its answer', async () => {
    const stop = new AbortController()
    const log = memoryLog()
    const history = Array.from({ length: 20 }, (_, at) => ({ role: 'user', text: `${at} `.repeat(500) }) as const)
    const ports = testPorts(log, {
      api: () => 'chat-completions',
      parameters: () => ({}),
      call: (_bound, _request, handler) => {
        handler.onDelta('text', 'They talked about')
        setImmediate(() => stop.abort())
        return never()
      },
    })
    const what = configFor(choice, { task: task(undefined, { history, windows: { default: 2000 } }) })
    const end = await startTestRun(ports, what, stop.signal)
    expect(log.appended).toContainEqual(expect.objectContaining({ type: 'model-start', role: 'summarizer' }))
    expect(end.messages).toHaveLength(2)
    expect(end.messages.at(-1)?.text).toContain('stopped')
  })

  it('keeps the real end of a step that heeds the signal', async () => {
    const tools = scriptedTools(async (_, context) => {
      context.begin()
      await new Promise((resolve) => context.signal.addEventListener('abort', resolve))
      return 'killed after 3 lines'
    })
    const model = scriptedModel(() => reply('', [call('1', 'shell')]))
    const { end } = await stoppedRun(
      (log) => testPorts(log, model, { tools }),
      (event) => event.type === 'tool-begin',
    )
    expect(end.status).toBe('aborted')
    expect(end.messages[2]).toMatchObject({ role: 'tool', text: 'killed after 3 lines' })
  })

  it('can not be caught by a strategy, nor held up by its finally', async () => {
    let swallowed = false
    const stubborn: Strategy = function* (input) {
      for (;;) {
        try {
          yield* phase('try', callModel({ role: 'engineer', messages: input.messages }))
        } catch {
          swallowed = true
        } finally {
          yield* note('cleaning up', {})
        }
      }
    }
    const stop = new AbortController()
    const log = memoryLog({ onEvent: (event) => event.type === 'model-start' && setImmediate(() => stop.abort()) })
    const end = await startTestRun(testPorts(log, scriptedModel(never)), configFor(stubborn), stop.signal)
    expect(end.status).toBe('aborted')
    expect(swallowed).toBe(false)
    expectClosed(log.appended)
  })

  it('reaches a strategy that asks for nothing but steps answered at once', async () => {
    const endless: Strategy = function* () {
      for (;;) yield* all([random('spin'), random('spin')])
    }
    const stop = new AbortController()
    setImmediate(() => stop.abort())
    const log = memoryLog()
    const end = await startTestRun(
      testPorts(
        log,
        scriptedModel(() => reply('x')),
      ),
      configFor(endless),
      stop.signal,
    )
    expect(end.status).toBe('aborted')
    expectClosed(log.appended)
  })
})

describe('a run whose log can not be written', () => {
  it('is left as a crash would leave it, at whatever write it is, and tells of the disk (T4)', async () => {
    const model = scriptedModel((request) =>
      request.messages.length < 4 ? reply('', [call('1', 'write_file')]) : reply('Done.'),
    )
    for (let broken = 1; broken < 12; broken++) {
      let writes = 0
      const log = memoryLog({
        fault: () => {
          if (writes++ >= broken) throw new Error('ENOSPC: no space left on device')
        },
      })
      const end = await startTestRun(testPorts(log, model), configFor(choice, { budget: unlimited }))
      expect(end).toMatchObject({
        status: 'interrupted',
        failure: { kind: 'store-failed', detail: expect.stringContaining('ENOSPC') },
      })
      expect(log.appended.slice(0, log.committed).some((event) => event.type === 'run-end')).toBe(false)
    }
  })
})

describe('an interrupted run that is given up', () => {
  it('ends as aborted with what was done kept, wherever it was interrupted', async () => {
    const whole = memoryLog()
    const plan = { name: 'conversation', options: {}, inner: { name: 'plan-revise-execute', options: {} } }
    const script = scriptedModel((request) => {
      if (request.role === 'planner')
        return reply('', [call('p', 'submit_plan', { steps: [{ goal: 'Do', done: 'did' }] })])
      if (request.role === 'evaluator')
        return reply('', [call('e', 'submit_evaluation', { score: 1, reasoning: 'good' })])
      return request.messages.at(-1)?.role === 'tool'
        ? reply('Done.')
        : reply('Now.', [call('1', 'read_file'), call('2', 'shell')])
    })
    await startTestRun(testPorts(whole, script), configFor(plan))
    const events = whole.events()
    for (let count = 1; count < events.length; count++) {
      const log = memoryLog({ events: events.slice(0, count), bodies: whole.bodies })
      const end = dismissRun(log, new Map([['1.0', { text: 'half an answer', reasoning: 'half a thought' }]]))
      const cut = log
        .events()
        .filter((event) => event.type === 'model-end' && !event.outcome.ok && event.path === '1.0')
      // What the log has not: the draft. What it says once is kept once.
      for (const event of cut) expect(event).toMatchObject({ said: 'half an answer', thought: 'half a thought' })
      expect(end.status).toBe('aborted')
      expectClosed(log.events())
      expectWhole(end.messages)
      expect(dismissRun(log)).toEqual(end)
    }
  })
})
