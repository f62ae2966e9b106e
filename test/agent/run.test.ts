import { describe, expect, it } from 'vitest'
import { taskOf } from '../../src-main/agent/started-task.ts'
import {
  all,
  callModel,
  check,
  inbox,
  note,
  phase,
  random,
  readClock,
  restore,
  type Strategy,
  snapshot,
} from '../../src-main/strategy/steps.ts'
import { type EventBody, eventBody } from '../../src-shared/run/event.ts'
import { memoryLog } from '../kit/agent/agent-memory-log.ts'
import { allowingUser, configFor, scriptedTools, startTestRun, testPorts } from '../kit/agent/agent-ports.ts'
import { call, reply, task } from '../kit/agent/agent-replies.ts'
import { scriptedModel } from '../kit/agent/agent-scripted-model.ts'

const toolLoop = { name: 'conversation', options: {}, inner: { name: 'tool-loop', options: {} } }
const done = (text: string) =>
  ({ status: 'completed', text, messages: [{ role: 'user', text: 'x' }], calls: [], meta: {}, failure: null }) as const
const types = (events: readonly EventBody[]) => events.map((event) => event.type)

describe('a run', () => {
  it('drives the strategy, and its log tells all of it in order', async () => {
    const log = memoryLog()
    const model = scriptedModel((_, index) => (index === 0 ? reply('', [call('1', 'read_file')]) : reply('Done.')))
    const end = await startTestRun(testPorts(log, model), configFor(toolLoop))
    expect(end).toMatchObject({ status: 'completed', text: 'Done.', failure: null })
    expect(end.totals).toMatchObject({ modelCalls: 2, toolCalls: 1, input: 200, output: 20 })
    expect(types(log.appended)).toEqual([
      'run-start',
      'model-start',
      'model-end',
      'tool-start',
      'tool-end',
      'model-start',
      'model-end',
      'run-end',
    ])
    expect(log.committed).toBe(log.appended.length)
    for (const event of log.appended) expect(eventBody.safeParse(event).success).toBe(true)
    expect(log.appended.map((event) => event.seq)).toEqual(log.appended.map((_, at) => at))
  })

  it('calls each role at the endpoint it is bound to', async () => {
    const strategy: Strategy = function* (input) {
      yield* callModel({ role: 'planner', messages: input.messages })
      yield* callModel({ role: 'nobody', messages: input.messages })
      return done('x')
    }
    const model = scriptedModel(() => reply('ok'))
    await startTestRun(testPorts(memoryLog(), model), configFor(strategy))
    expect(model.received.map((each) => each.bound)).toEqual(['thinker', 'any'])
    const end = await startTestRun(testPorts(memoryLog(), model), configFor(strategy, { roles: {} }))
    expect(end).toMatchObject({
      status: 'failed',
      failure: { kind: 'invalid-request', message: expect.stringContaining('planner') },
    })
  })

  it('commits what a look found, and the answer that asked for it, while the model answers', async () => {
    const seen: string[] = []
    const log = memoryLog()
    const model = scriptedModel((_, index) => {
      expect(log.committed).toBe(log.appended.length)
      return index === 0 ? reply('', [call('1', 'read_file')]) : reply('Done.')
    })
    const tools = scriptedTools(() => {
      seen.push(log.committed < log.appended.length ? 'not yet written' : 'written')
      return 'text'
    })
    await startTestRun(testPorts(log, model, { tools }), configFor(toolLoop))
    expect(seen).toEqual(['not yet written'])
    expect(model.received).toHaveLength(2)
  })

  it('commits the start of a step before it changes anything, and tool-begin before the effect', async () => {
    const log = memoryLog()
    const seen: string[] = []
    const committed = () => log.appended.slice(0, log.committed).map((event) => event.type)
    const model = scriptedModel((_, index) => {
      seen.push(`model ${committed().at(-1)}`)
      expect(log.committed).toBe(log.appended.length)
      return index === 0 ? reply('', [call('1', 'write_file')]) : reply('Done.')
    })
    const tools = scriptedTools((_, context) => {
      seen.push(`tool ${committed().at(-1)}`)
      context.begin()
      seen.push(`effect ${committed().at(-1)}`)
      return 'written'
    })
    await startTestRun(testPorts(log, model, { tools }), configFor(toolLoop))
    expect(seen).toEqual(['model model-start', 'tool tool-start', 'effect tool-begin', 'model model-start'])
  })

  it('commits the end of a step that changed something at once, and sends a request before it is committed', async () => {
    const log = memoryLog()
    const sent: string[] = []
    const model = scriptedModel((_, index) => (index === 0 ? reply('', [call('1', 'write_file')]) : reply('Done.')))
    const sending: typeof model = {
      ...model,
      call: (...args) => {
        sent.push(log.appended[log.committed - 1]?.type ?? 'nothing', log.appended.at(-1)?.type ?? 'nothing')
        return model.call(...args)
      },
    }
    await startTestRun(testPorts(log, sending), configFor(toolLoop))
    expect(sent).toEqual(['run-start', 'model-start', 'tool-end', 'model-start'])
  })

  it('performs every step of the vocabulary and logs a start and an end for each', async () => {
    const answers: unknown[] = []
    const strategy: Strategy = function* () {
      answers.push(yield* snapshot('before'))
      answers.push(yield* restore('snapshot of before'))
      answers.push(yield* check('npm test'))
      answers.push(yield* random('draw'))
      answers.push(yield* readClock('when'))
      answers.push(yield* inbox('look'))
      answers.push(yield* note('scored', { score: 1 }))
      return done('all')
    }
    const log = memoryLog()
    const end = await startTestRun(
      testPorts(
        log,
        scriptedModel(() => reply('x')),
        { user: { ...allowingUser, hasQueued: () => true, takeQueued: () => ['also this'] } },
      ),
      configFor(strategy),
    )
    expect(end.status).toBe('completed')
    expect(answers).toEqual([
      'snapshot of before',
      null,
      { exitCode: 0, output: 'fine', durationMs: expect.any(Number) },
      expect.any(Number),
      expect.any(Number),
      ['also this'],
      null,
    ])
    expect(answers[3]).toBeGreaterThanOrEqual(0)
    expect(answers[3]).toBeLessThan(1)
    expect(log.appended.filter((event) => event.type === 'step-start')).toHaveLength(7)
    expect(log.appended.filter((event) => event.type === 'step-end')).toHaveLength(7)
  })

  it('draws the same chance from the same seed at the same place, whatever the order of the branches', async () => {
    const drawn = async (seed: number) => {
      let numbers: readonly number[] = []
      const strategy: Strategy = function* () {
        numbers = yield* all([random('a'), random('b'), random('c')])
        return done('x')
      }
      await startTestRun(
        testPorts(
          memoryLog(),
          scriptedModel(() => reply('x')),
        ),
        configFor(strategy, { seed }),
      )
      return numbers
    }
    expect(await drawn(1)).toEqual(await drawn(1))
    expect(await drawn(1)).not.toEqual(await drawn(2))
    expect(new Set(await drawn(1)).size).toBe(3)
  })

  it('shows approvals with the time waited, and questions of a tool as a step of their own', async () => {
    const log = memoryLog()
    const ask = {
      tool: 'shell',
      effect: 'command',
      title: 'Run?',
      subject: 'ls',
      preview: { kind: 'none' },
      rule: null,
    } as const
    const tools = scriptedTools(async (made, context) => {
      if (made.tool === 'ask_user')
        return await context.askUser({ question: 'Which?', options: ['this', 'that'], freeText: true })
      return (await context.approve(ask)).decision
    })
    const model = scriptedModel((_, index) => {
      if (index > 0) return reply('Done.')
      return reply('', [call('1', 'shell'), call('2', 'ask_user')])
    })
    const end = await startTestRun(testPorts(log, model, { tools }), configFor(toolLoop))
    expect(log.appended).toContainEqual(
      expect.objectContaining({
        type: 'approval-answer',
        path: '1/0.0',
        answer: { decision: 'allow', by: 'user', note: '' },
      }),
    )
    expect(log.appended).toContainEqual(
      expect.objectContaining({ type: 'step-start', path: '1/1.0.ask', step: 'ask-user' }),
    )
    expect(log.appended).toContainEqual(
      expect.objectContaining({ type: 'step-end', path: '1/1.0.ask', outcome: { ok: true, value: 'this' } }),
    )
    expect(end.totals.waitingMs).toBeGreaterThan(0)
    const ends = log.appended.filter((event) => event.type === 'tool-end')
    expect(ends.every((event) => (event.waitedMs ?? 0) > 0)).toBe(true)
    const work = ends.map((event) => Math.max(0, event.durationMs - (event.waitedMs ?? 0)))
    expect(end.totals.toolMs).toBe(work.reduce((sum, each) => sum + each))
  })

  it('runs a delegated child inside a span of its own and hands its answer back', async () => {
    const log = memoryLog()
    const model = scriptedModel((request) => {
      if (request.messages.some((message) => message.text === 'Find it.')) return reply('In b.js.')
      const last = request.messages.at(-1)
      return last?.role === 'tool'
        ? reply(`It is: ${last.text}`)
        : reply('', [call('1', 'delegate', { goal: 'Find it.' })])
    })
    const end = await startTestRun(testPorts(log, model), configFor(toolLoop))
    expect(end.text).toBe('It is: In b.js.')
    expect(types(log.appended)).toEqual(expect.arrayContaining(['child-start', 'child-end']))
    expect(log.appended).toContainEqual(expect.objectContaining({ type: 'model-start', path: '1.0' }))
  })

  it('makes a child that fails, or has no known strategy, an outcome and not an exception', async () => {
    const failures: unknown[] = []
    const { delegate } = await import('../../src-main/strategy/steps.ts')
    const strategy: Strategy = function* (input) {
      failures.push((yield* delegate({ name: 'unheard', options: {} }, { ...input, depth: 1 })).failure?.kind)
      failures.push((yield* delegate({ name: 'chat', options: {} }, { ...input, depth: 1 })).failure?.kind)
      failures.push((yield* delegate({ name: 'chat', options: {} }, { ...input, depth: 4 })).failure?.kind)
      return done('x')
    }
    const model = scriptedModel(() => ({ kind: 'model-unreachable', message: 'No.', advice: 'Look.' }))
    await startTestRun(testPorts(memoryLog(), model), configFor(strategy))
    expect(failures).toEqual(['strategy-unknown', 'model-unreachable', 'strategy-gave-up'])
  })

  it('fails with the work kept when the endpoint is down, and the next turn can go on from it', async () => {
    const model = scriptedModel((_, index) =>
      index === 0
        ? reply('Looking.', [call('1', 'read_file')])
        : { kind: 'model-unreachable', message: 'The endpoint did not answer.', advice: 'Look at it.' },
    )
    const end = await startTestRun(testPorts(memoryLog(), model), configFor(toolLoop))
    expect(end).toMatchObject({ status: 'failed', failure: { kind: 'model-unreachable' }, text: 'Looking.' })
    expect(end.messages.map((message) => message.role)).toEqual(['user', 'assistant', 'tool', 'assistant'])
    expect(end.messages[0]).toEqual({ role: 'user', text: 'Mend the total.' })
  })

  it('waits for every branch of `all`, then fails with the first failure by position', async () => {
    const log = memoryLog()
    const release: (() => void)[] = []
    const model = scriptedModel((request) => {
      const name = request.messages[0]?.text ?? ''
      if (name === 'slow') return new Promise((resolve) => release.push(() => resolve(reply('slow is done'))))
      setImmediate(() => release[0]?.())
      return { kind: 'model-rejected', message: name, advice: '' }
    })
    const ask = (text: string) => callModel({ role: 'any', messages: [{ role: 'user', text }] })
    const strategy: Strategy = function* () {
      yield* all([ask('slow'), ask('first failure'), ask('second failure')])
      return done('never')
    }
    const end = await startTestRun(testPorts(log, model), configFor(strategy))
    expect(end.failure?.message).toBe('first failure')
    expect(types(log.appended).filter((type) => type === 'model-end')).toHaveLength(3)
  })

  it('names phases on the log, also when the strategy breaks inside one', async () => {
    const log = memoryLog()
    const strategy: Strategy = function* () {
      yield* phase(
        'work',
        (function* () {
          yield* note('about to break', {})
          throw new TypeError('x is undefined')
        })(),
        'work 1',
      )
      return done('never')
    }
    const end = await startTestRun(
      testPorts(
        log,
        scriptedModel(() => reply('x')),
      ),
      configFor(strategy),
    )
    expect(end).toMatchObject({
      status: 'failed',
      failure: { kind: 'strategy-broke', message: expect.stringContaining('x is undefined') },
    })
    expect(log.appended).toContainEqual(
      expect.objectContaining({ type: 'phase-end', failure: expect.objectContaining({ kind: 'strategy-broke' }) }),
    )
  })

  it('refuses a strategy that reads the clock or chance, and leaves both to everybody else', async () => {
    for (const impure of [() => Date.now(), () => Math.random()]) {
      const strategy: Strategy = function* () {
        yield* note(String(impure()), {})
        return done('never')
      }
      const end = await startTestRun(
        testPorts(
          memoryLog(),
          scriptedModel(() => reply('x')),
        ),
        configFor(strategy),
      )
      expect(end.failure).toMatchObject({
        kind: 'strategy-broke',
        message: expect.stringContaining('may not be used inside a strategy'),
      })
      expect(impure()).toBeGreaterThanOrEqual(0)
    }
  })

  it('takes only plain JSON from strategies and ports', async () => {
    const asks: Strategy = function* () {
      yield* note('odd', JSON.parse('{}'))
      yield* note('odd', Object.assign({}, { when: Number.NaN }))
      return done('never')
    }
    const end = await startTestRun(
      testPorts(
        memoryLog(),
        scriptedModel(() => reply('x')),
      ),
      configFor(asks),
    )
    expect(end.failure).toMatchObject({ kind: 'strategy-broke', message: expect.stringContaining('.data.when') })
    const odd = scriptedModel(() =>
      reply('x', [], { usage: { input: Number.NaN, cachedInput: 0, output: 0, reasoning: 0, estimated: true } }),
    )
    const answered = await startTestRun(testPorts(memoryLog(), odd), configFor(toolLoop))
    expect(answered).toMatchObject({ status: 'failed', failure: { kind: 'internal' } })
  })

  it('keeps large tool bodies in the store and names them in the event', async () => {
    const log = memoryLog()
    const tools = scriptedTools(() => 'y'.repeat(50_000))
    const model = scriptedModel((_, index) => (index === 0 ? reply('', [call('1', 'read_file')]) : reply('Done.')))
    await startTestRun(testPorts(log, model, { tools }), configFor(toolLoop))
    const end = log.appended.find((event) => event.type === 'tool-end')
    if (end?.type !== 'tool-end' || end.body.kind !== 'stored') throw new Error('the body is not stored')
    expect(JSON.parse(log.readBody(end.body.ref))).toEqual({ kind: 'text', text: 'y'.repeat(50_000) })
  })

  it('gives the history to the strategy and writes it by reference', async () => {
    const log = memoryLog()
    const history = [
      { role: 'user', text: 'Before.' },
      { role: 'assistant', text: 'Yes.', reasoning: '', toolCalls: [] },
    ] as const
    const model = scriptedModel(() => reply('Done.'))
    await startTestRun(testPorts(log, model), configFor(toolLoop, { task: task('Next.', { history }) }))
    expect(model.received[0]?.request.messages.slice(1)).toEqual([...history, { role: 'user', text: 'Next.' }])
    const start = log.appended[0]
    if (start?.type !== 'run-start') throw new Error('no first event')
    expect(JSON.stringify(start)).not.toContain('Before.')
    expect(taskOf(start, log.readBody).history).toEqual(history)
  })
})
