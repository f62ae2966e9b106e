import { expect, test } from 'vitest'
import { forkedEvents, resumedEvents } from '../../../src-main/agent/fork/fork-log.ts'
import type { OtherAgentListener, OtherAgentPort, PastPrompt } from '../../../src-main/agent/ports.ts'
import { replayRun } from '../../../src-main/agent/replay/replay.ts'
import { resumeRun } from '../../../src-main/agent/run.ts'
import { outcomeOf } from '../../../src-main/strategy/outcome.ts'
import { type AgentPrompt, promptAgent, type Strategy } from '../../../src-main/strategy/steps.ts'
import { FailureError } from '../../../src-shared/base/failure.ts'
import type { StoredEvent } from '../../../src-shared/run/event.ts'
import { emptyRunView, foldItem, foldItems } from '../../../src-shared/run/view/fold.ts'
import type { StrategyChoice } from '../../../src-shared/strategy/strategy-info.ts'
import { type MemoryLog, memoryLog } from '../../kit/agent/agent-memory-log.ts'
import { configFor, startTestRun, testPorts } from '../../kit/agent/agent-ports.ts'
import { call, reply, unlimited } from '../../kit/agent/agent-replies.ts'
import { scriptedModel } from '../../kit/agent/agent-scripted-model.ts'

const choice: StrategyChoice = { name: 'agent', options: { agent: 'opencode' } }
const turn = { stopReason: 'end_turn', session: 's1', usage: null, undone: [], messages: '← hello' }
type Act = (listener: OtherAgentListener, ask: AgentPrompt, signal: AbortSignal) => Promise<void> | void

/** An agent that does this at each prompt, and a record of how it was asked. */
function agents(act: Act) {
  const prompts: { readonly ask: AgentPrompt; readonly past: PastPrompt | null }[] = []
  const port: OtherAgentPort = {
    prompt: async (ask, listener, past, signal) => {
      prompts.push({ ask, past })
      listener.session('s1', { kind: 'session', name: 'opencode 1.2', how: 'new', mode: null, model: 'x/y' }, null)
      await act(listener, ask, signal)
      return turn
    },
  }
  return { port, prompts }
}

const works: Act = async (listener) => {
  listener.said('thought', 'Hm.', null)
  listener.plan([{ content: 'Look', priority: 'high', status: 'pending' }])
  listener.said('message', 'I will ', null)
  listener.said('message', 'look.', null)
  listener.callStart('1', call('c1', 'edit', { path: 'a.txt' }), 'edit')
  const approval = {
    tool: 'edit_file',
    effect: 'edit',
    title: 'Edit a.txt?',
    subject: 'a.txt',
    preview: { kind: 'none' },
  }
  await listener.approve('1', { ...approval, rule: null } as Parameters<OtherAgentListener['approve']>[1])
  const result = { callId: 'c1', tool: 'edit', ok: true, text: 'done', summary: 'done', data: null }
  listener.callEnd('1', { result, body: { kind: 'text', text: 'done' } })
  listener.plan([{ content: 'Look', priority: 'high', status: 'completed' }])
  listener.said('message', 'All done.', null)
}

const model = scriptedModel(() => reply('nothing'))
const start = (log: MemoryLog, agents: OtherAgentPort, what = choice, signal?: AbortSignal) =>
  startTestRun(testPorts(log, model, { agents }), configFor(what), signal)
const viewOf = (events: readonly StoredEvent[]) =>
  foldItems(
    emptyRunView(),
    events.map((event) => ({ kind: 'event', event })),
  )
const kinds = (events: readonly StoredEvent[]) =>
  events.map((event) => `${event.type}${'path' in event ? ` ${event.path}` : ''}`)

test('what an agent does is logged under its step, and its last message is the answer', async () => {
  const log = memoryLog()
  const end = await start(log, agents(works).port)
  expect(end).toMatchObject({ status: 'completed', text: 'All done.' })
  const view = viewOf(log.events())
  const [step, ...inside] = view.spans
  expect(step).toMatchObject({ kind: 'step', step: 'prompt-agent', path: '0', parent: null, lane: '', state: 'ok' })
  expect(inside.map((span) => [span.path, span.parent, span.lane, span.state])).toEqual(
    ['0', '1', '2', '3', '4', '5', '6', '7'].map((at) => [`0/agent.${at}`, '0', '0/agent', 'ok']),
  )
  expect(inside.map((span) => (span.kind === 'step' ? span.answer : span.kind))).toEqual([
    { session: 's1' },
    { text: 'Hm.' },
    null,
    { text: 'I will look.' },
    'tool',
    null,
    { text: 'All done.' },
    { messages: expect.any(String) },
  ])
  // The second plan changes the card of the first one.
  expect(inside[5]).toMatchObject({ rewrites: '0/agent.2' })
  expect(view.totals).toMatchObject({ steps: 2, toolCalls: 1, modelCalls: 0, input: 0 })
  expect(view.totals).toEqual(end.totals)
})

test('what is said after the last call is the answer, also in several messages, of which one may be a notice', async () => {
  const end = async (work: Parameters<typeof agents>[0]) => (await start(memoryLog(), agents(work).port)).text
  const said = await end((listener) => {
    listener.said('message', 'It is 4.', 'm1')
    listener.said('thought', 'Done.', null)
    listener.said('message', 'Notice: a new version is there.', 'm2')
  })
  expect(said).toBe('It is 4.\n\nNotice: a new version is there.')
})

test('text that streams in is shown and not stored', async () => {
  const log = memoryLog()
  await start(
    log,
    agents((listener) => {
      for (const part of ['One ', 'two ', 'three.']) listener.said('message', part, 'm1')
    }).port,
  )
  expect(log.lives.map((live) => live.type)).toEqual(['model-delta', 'model-delta', 'model-delta'])
  const events = log.events()
  const at = events.findIndex((event) => event.type === 'step-end' && event.path === '0/agent.1')
  const streamed = log.lives.reduce(
    (view, live) => foldItem(view, { kind: 'live', ms: 5, live }),
    viewOf(events.slice(0, at)),
  )
  expect(streamed.spans.at(-1)).toMatchObject({ said: 'One two three.', endMs: null })
  expect(viewOf(events.slice(0, at + 1)).spans.at(-1)).not.toHaveProperty('said')
})

test('a replay takes the answer from the log and prompts nobody', async () => {
  const log = memoryLog()
  await start(log, agents(works).port)
  const replay = await replayRun({ events: log.events(), readBody: log.readBody }, configFor(choice))
  expect(replay).toMatchObject({ reached: 'outcome', divergence: null })
})

test('after a crash the agent’s session is continued, and its earlier steps stay', async () => {
  const first = memoryLog()
  await start(first, agents(works).port)
  const cut = first.events().findIndex((event) => event.type === 'tool-end')
  const log = memoryLog({ events: first.events().slice(0, cut), bodies: first.bodies })
  const again = agents((listener) => listener.said('message', 'Finished.', null))
  const end = await resumeRun(
    testPorts(log, model, { agents: again.port }),
    configFor(choice),
    new AbortController().signal,
  )
  expect(again.prompts[0]?.past).toEqual({ session: 's1', before: null })
  expect(end).toMatchObject({ status: 'completed', text: 'Finished.' })
  const paths = log.appended
    .filter(({ type }) => type.endsWith('-start'))
    .map((event) => ('path' in event ? event.path : ''))
  expect(paths).toEqual(['0', '0/agent.5', '0/agent.6', '0/agent.7'])
})

test('a crash before there was a session is known to the port too', async () => {
  const first = memoryLog()
  await start(first, agents(works).port)
  const cut = first.events().findIndex((event) => event.type === 'tool-begin') + 1
  const log = memoryLog({ events: first.events().slice(0, cut), bodies: first.bodies })
  const again = agents(() => undefined)
  await resumeRun(testPorts(log, model, { agents: again.port }), configFor(choice), new AbortController().signal)
  expect(again.prompts[0]?.past).toEqual({ session: null, before: null })
})

test('Stop ends what is open, and a continued run knows that the prompt had begun', async () => {
  const log = memoryLog()
  const stop = new AbortController()
  const stopping = agents((listener, _, signal) => {
    listener.said('message', 'Half', null)
    listener.callStart('1', call('c1', 'execute', { command: 'sleep 9' }), 'command')
    stop.abort()
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('late'))))
  })
  const end = await start(log, stopping.port, choice, stop.signal)
  expect(end.status).toBe('aborted')
  expect(viewOf(log.events()).spans.map(({ state }) => state)).toEqual(['interrupted', 'ok', 'ok', 'interrupted'])
  const copied = resumedEvents({ events: log.events(), readBody: log.readBody })
  expect(kinds(copied)).toContain('tool-begin 0')
  expect(kinds(copied)).toContain('step-end 0/agent.0')
  expect(kinds(copied)).not.toContain('step-end 0')
})

test('a branch begins before the agent’s step, never in its middle', async () => {
  const log = memoryLog()
  await start(log, agents(works).port)
  const whole = { events: log.events(), readBody: log.readBody }
  expect(kinds(forkedEvents(whole, '0', null))).toEqual([])
  expect(() => forkedEvents(whole, '0/agent.3', null)).toThrow(/part of another agent/)
})

test('a limit that a tool call of the agent reaches ends the prompt', async () => {
  const log = memoryLog()
  const busy = agents((listener, _, signal) => {
    for (let at = 0; at < 5; at++) listener.callStart(`${at}`, call(`c${at}`, 'read'), 'read')
    return signal.aborted ? Promise.reject(new Error('stopped')) : undefined
  })
  const config = configFor(choice, { budget: { ...unlimited, toolCalls: 3, atLimit: 'stop' } })
  const end = await startTestRun(testPorts(log, model, { agents: busy.port }), config)
  expect(end).toMatchObject({ status: 'failed', failure: { kind: 'budget-spent' } })
})

const reported = { input: 900, output: 100, cost: { amount: 0.02, currency: 'USD' } }
test.each([
  ['its tokens reach the limit', reported, { tokens: 1000 }, 'budget-spent', 1],
  ['its cost reaches the limit', reported, { cost: 0.02 }, 'budget-spent', 1],
  ['both are within it', reported, { tokens: 5000, cost: 1 }, undefined, 2],
  // Unknown is not 0, and no reason to end either.
  ['it reports nothing', null, { tokens: 1000, cost: 0.01 }, undefined, 2],
])('an agent gets its next prompt unless it has reported too much: %s', async (_, usage, budget, kind, sent) => {
  const { port, prompts } = agents((listener) => listener.said('message', 'Done.', null))
  const agentsThatReport: OtherAgentPort = { prompt: async (...asked) => ({ ...(await port.prompt(...asked)), usage }) }
  const twice: Strategy = function* (task) {
    const { text } = yield* promptAgent({ agent: 'opencode', prompt: 'One.' })
    yield* promptAgent({ agent: 'opencode', prompt: 'Two.' })
    return outcomeOf(task, { text, added: [], calls: [], meta: {} })
  }
  const config = configFor(twice, { budget: { ...unlimited, ...budget, atLimit: 'stop' } })
  const end = await startTestRun(testPorts(memoryLog(), model, { agents: agentsThatReport }), config)
  expect([end.failure?.kind, prompts.length]).toEqual([kind, sent])
})

test('retry prompts again after a failure of the agent, and tells it why', async () => {
  let attempts = 0
  const flaky = agents((listener) => {
    attempts += 1
    const failure = { kind: 'agent-failed', message: 'The agent ended.', advice: '' } as const
    if (attempts === 1) throw new FailureError(failure)
    listener.said('message', 'Now it works.', null)
  })
  const retry: StrategyChoice = { name: 'retry', options: {}, inner: choice }
  const end = await start(memoryLog(), flaky.port, retry)
  expect(end).toMatchObject({ status: 'completed', text: 'Now it works.' })
  expect(flaky.prompts[1]?.ask.prompt).toContain('The agent ended.')
})

test.each([
  ['max_tokens', /limit/],
  ['refusal', /refused/],
  ['end_turn', /without saying or doing anything/],
])('an end with %s and without words is a failure', async (stopReason, words) => {
  const port: OtherAgentPort = { prompt: async () => ({ ...turn, stopReason }) }
  const end = await start(memoryLog(), port)
  expect(end).toMatchObject({ status: 'failed', failure: { message: expect.stringMatching(words) } })
})

test('a log that can’t be written ends the run, and is not thrown at the agent’s connection', async () => {
  const log = memoryLog({
    fault: (what, { appended }) => {
      if (what === 'append' && appended > 5) throw new Error('disk full')
    },
  })
  const thrown: unknown[] = []
  const busy = agents(async (listener, _, signal) => {
    const stopped = new Promise((resolve) => signal.addEventListener('abort', resolve))
    try {
      for (let count = 0; count < 10; count++) listener.callStart(`${count}`, call('c', 'read', {}), 'read')
    } catch (fault) {
      thrown.push(fault)
    }
    await stopped
  })
  expect(await start(log, busy.port)).toMatchObject({ status: 'interrupted' })
  expect(thrown).toEqual([])
})

test('an answer of very many messages is kept to a size, and says where the rest is', async () => {
  const log = memoryLog()
  const { port } = agents((listener) => {
    for (let at = 0; at < 30; at++) listener.said('message', `${at} `.repeat(20_000), String(at))
  })
  const { text } = await start(log, port)
  expect(text.length).toBeLessThan(1_000_200)
  expect(text.startsWith('0 0 0')).toBe(true)
  expect(text).toMatch(/\n\n\[\d+ more messages are on the timeline: the answer is too long to show as one\.\]$/)
})
