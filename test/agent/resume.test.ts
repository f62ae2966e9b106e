import { describe, expect, it } from 'vitest'
import { resumeRun } from '../../src-main/agent/run.ts'
import type { RunEnd } from '../../src-main/agent/run-end.ts'
import { note, type Strategy } from '../../src-main/strategy/steps.ts'
import type { RunEvent, StoredEvent } from '../../src-shared/run/event.ts'
import { type MemoryLog, memoryLog } from '../kit/agent/agent-memory-log.ts'
import { allowingUser, configFor, scriptedTools, startTestRun, testPorts } from '../kit/agent/agent-ports.ts'
import { call, reply, task } from '../kit/agent/agent-replies.ts'
import { type ScriptedModel, scriptedModel } from '../kit/agent/agent-scripted-model.ts'

/** A run that has everything: a plan, parallel calls, an edit, an approval, a question, a child, a command. */
const choice = {
  name: 'conversation',
  options: {},
  inner: { name: 'plan-revise-execute', options: { maxRevisions: 1, belowThreshold: 'best' } },
}
const ask = {
  tool: 'shell',
  effect: 'command',
  title: 'Run?',
  subject: 'npm test',
  preview: { kind: 'none' },
  rule: null,
} as const

/** The world beyond the process: it outlives a crash, and counts what was done to it. */
interface World {
  readonly effects: Map<string, number>
  readonly approvals: Map<string, number>
  readonly model: ScriptedModel
}

function newWorld(): World {
  const model = scriptedModel((request) => {
    const said = request.messages.filter((message) => message.role === 'assistant').length
    const last = request.messages.at(-1)
    if (request.messages.some((message) => message.text === 'Read all of it.')) return reply('It is long.')
    if (request.role === 'planner') {
      const steps = [
        { goal: `Look ${said}`, done: 'seen' },
        { goal: 'Mend', done: 'green' },
      ]
      return reply('', [call(`p${said}`, 'submit_plan', { steps })])
    }
    if (request.role === 'evaluator') {
      const score = last?.text.includes('Look 0') ? 0.3 : 0.9
      return reply('', [call('e', 'submit_evaluation', { score, reasoning: 'because' })])
    }
    if (last?.text.startsWith('Carry out step 1')) {
      return reply('First.', [
        call('r1', 'read_file', { path: 'a' }),
        call('w1', 'write_file', { path: 'a' }),
        call('d1', 'delegate', { goal: 'Read all of it.' }),
      ])
    }
    if (last?.text.startsWith('Carry out step 2'))
      return reply('', [call('s1', 'shell', { command: 'npm test' }), call('q1', 'ask_user', {})])
    return reply(`Step done after ${said}.`)
  })
  return { effects: new Map(), approvals: new Map(), model }
}

const count = (map: Map<string, number>, key: string) => map.set(key, (map.get(key) ?? 0) + 1)

function portsIn(world: World, log: MemoryLog, dead: () => boolean) {
  const tools = scriptedTools(async (made, context) => {
    if (context.interrupted && made.tool !== 'read_file') return 'Interrupted, outcome unknown: look before you repeat.'
    if (made.tool === 'ask_user')
      return await context.askUser({ question: 'Which?', options: ['this'], freeText: true })
    if (made.tool === 'shell' && (await context.approve(ask)).decision === 'deny') return 'denied'
    context.begin()
    if (dead()) return 'nobody hears this'
    count(world.effects, made.id)
    return `did ${made.id}`
  })
  const user = {
    ...allowingUser,
    approve: async (path: string) => {
      count(world.approvals, path)
      return { decision: 'allow', by: 'user', note: '' } as const
    },
  }
  return testPorts(log, world.model, { tools, user })
}

/** Starts the run, or goes on with it, until it ends or its process dies at an append or a commit. */
async function live(
  world: World,
  past: readonly StoredEvent[],
  bodies: ReadonlyMap<string, string>,
  diesAt: number,
  survives: 'appended' | 'committed',
) {
  let looks = 0
  let dead = false
  const log = memoryLog({
    events: past,
    bodies,
    fault: () => {
      if (dead || looks++ >= diesAt) {
        dead = true
        throw new Error('the process is dead')
      }
    },
  })
  const ports = portsIn(world, log, () => dead)
  const what = configFor(choice)
  const began = past.length > 0
  const signal = new AbortController().signal
  const end = await (began ? resumeRun(ports, what, signal) : startTestRun(ports, what))
  const stored: readonly RunEvent[] = survives === 'appended' ? log.appended : log.appended.slice(0, log.committed)
  return { end, dead, log, events: [...past, ...stored], bodies: log.bodies }
}

/** Which calls had ended for good in the log, and how often they were done. */
const ended = (events: readonly StoredEvent[], path: string) =>
  events.some((event) => event.type.endsWith('-end') && 'path' in event && event.path === path)

const withoutInterruptions = (end: RunEnd) => ({
  status: end.status,
  text: end.text,
  meta: end.meta,
  messages: end.messages.map((message) => (message.role === 'tool' ? { ...message, text: 'result' } : message)),
})

describe('a crash', () => {
  it.each(['appended', 'committed'] as const)(
    'at any moment is survived: the resumed run ends the same, and nothing finished is done twice, nothing written twice (T1; what was %s survives)',
    async (survives) => {
      const whole = await live(newWorld(), [], new Map(), Number.POSITIVE_INFINITY, survives)
      expect(whole.end.status).toBe('completed')
      let crashes = 0
      for (let diesAt = 1; ; diesAt++) {
        const world = newWorld()
        const first = await live(world, [], new Map(), diesAt, survives)
        if (!first.dead) break
        crashes++
        if (first.events.length === 0) continue
        const requestCount = world.model.received.length
        const finished = first.events.filter((event) => event.type === 'model-end').length
        const second = await live(world, first.events, first.bodies, Number.POSITIVE_INFINITY, survives)
        expect(withoutInterruptions(second.end)).toEqual(withoutInterruptions(whole.end))
        // Model calls: those that had ended are not made again.
        expect(world.model.received.length - requestCount).toBe(
          whole.events.filter((event) => event.type === 'model-end').length - finished,
        )
        // Effects: a write or a command at most once, whatever had been written down of it.
        for (const id of ['w1', 's1']) expect(world.effects.get(id) ?? 0).toBeLessThanOrEqual(1)
        for (const event of first.events) {
          if (
            event.type === 'tool-start' &&
            ended(first.events, event.path) &&
            event.effect !== 'own' &&
            event.effect !== 'ask'
          ) {
            expect(world.effects.get(event.call.id)).toBe(1)
          }
        }
        expect(second.events.map((event) => event.seq)).toEqual(second.events.map((_, at) => at))
        expect(second.events.filter((event) => event.type === 'run-end')).toHaveLength(1)
        expect(second.events.at(-1)?.type).toBe('run-end')
      }
      expect(crashes).toBeGreaterThan(60)
    },
  )

  it('again and again, after each few events, still ends the same (T1)', async () => {
    const whole = await live(newWorld(), [], new Map(), Number.POSITIVE_INFINITY, 'committed')
    for (const step of [21, 25, 33, 47]) {
      const world = newWorld()
      let now = await live(world, [], new Map(), step, 'committed')
      for (let lives = 0; now.dead && lives < 200; lives++)
        now = await live(world, now.events, now.bodies, step, 'committed')
      expect(now.dead).toBe(false)
      expect(withoutInterruptions(now.end)).toEqual(withoutInterruptions(whole.end))
      for (const id of ['w1', 's1']) expect(world.effects.get(id) ?? 0).toBeLessThanOrEqual(1)
    }
  })

  it('between an approval and its call honours the approval; before an answer asks again', async () => {
    const whole = await live(newWorld(), [], new Map(), Number.POSITIVE_INFINITY, 'appended')
    const at = whole.events.findIndex((event) => event.type === 'approval-answer')
    for (const [survivors, times] of [
      [at + 1, 0],
      [at, 1],
    ] as const) {
      const world = newWorld()
      const end = await live(
        world,
        whole.events.slice(0, survivors),
        whole.bodies,
        Number.POSITIVE_INFINITY,
        'appended',
      )
      expect(end.end.status).toBe('completed')
      expect([...world.approvals.values()].reduce((sum, each) => sum + each, 0)).toBe(times)
      expect(world.effects.get('s1')).toBe(1)
    }
  })

  it('in the middle of an effect is told to the tool, which says that the outcome is unknown', async () => {
    const whole = await live(newWorld(), [], new Map(), Number.POSITIVE_INFINITY, 'appended')
    const write = whole.events.find((event) => event.type === 'tool-start' && event.call.id === 'w1')
    const path = write?.type === 'tool-start' ? write.path : ''
    const begun = whole.events.findIndex((event) => event.type === 'tool-begin' && event.path === path)
    const world = newWorld()
    const second = await live(
      world,
      whole.events.slice(0, begun + 1),
      whole.bodies,
      Number.POSITIVE_INFINITY,
      'appended',
    )
    expect(world.effects.get('w1')).toBeUndefined()
    const results = second.events.flatMap((event) =>
      event.type === 'tool-end' && event.path === path && event.outcome.ok ? [event.outcome.value.text] : [],
    )
    expect(results).toEqual(['Interrupted, outcome unknown: look before you repeat.'])
    expect(second.events).toContainEqual(expect.objectContaining({ type: 'tool-start', path, again: true }))
  })
})

describe('a resumed run', () => {
  it('has the totals of the whole run', async () => {
    const whole = await live(newWorld(), [], new Map(), Number.POSITIVE_INFINITY, 'appended')
    const cut = whole.events.findIndex((event) => event.type === 'tool-start')
    const second = await live(
      newWorld(),
      whole.events.slice(0, cut),
      whole.bodies,
      Number.POSITIVE_INFINITY,
      'appended',
    )
    const { modelCalls, toolCalls, input, output, cost } = whole.end.totals
    expect(second.end.totals).toMatchObject({ modelCalls, toolCalls, input, output, cost })
  })

  it('that has ended already is answered with its end, and nothing is written', async () => {
    const whole = await live(newWorld(), [], new Map(), Number.POSITIVE_INFINITY, 'appended')
    const again = await live(newWorld(), whole.events, whole.bodies, Number.POSITIVE_INFINITY, 'appended')
    expect(again.end).toEqual(whole.end)
    expect(again.log.appended).toEqual([])
  })

  const scripted = (title: string): Strategy =>
    function* () {
      yield* note('first', {})
      yield* note(title, {})
      return { status: 'completed', text: 'x', messages: [], calls: [], meta: {}, failure: null }
    }
  const interrupted = async () => {
    const log = memoryLog()
    await startTestRun(
      testPorts(
        log,
        scriptedModel(() => reply('x')),
      ),
      configFor(scripted('second')),
    )
    return { events: log.events().slice(0, -1), bodies: log.bodies }
  }

  it('whose strategy takes another road fails with strategy-changed, and no strategy can catch it', async () => {
    const log = memoryLog(await interrupted())
    const catching: Strategy = function* (input) {
      try {
        return yield* scripted('another')(input)
      } catch {
        return { status: 'completed', text: 'swallowed', messages: [], calls: [], meta: {}, failure: null }
      }
    }
    const ports = testPorts(
      log,
      scriptedModel(() => reply('x')),
    )
    const end = await resumeRun(ports, configFor(catching), new AbortController().signal)
    expect(end).toMatchObject({
      status: 'failed',
      failure: { kind: 'strategy-changed', advice: expect.stringContaining('continue the conversation') },
    })
    expect(log.appended.at(-1)).toMatchObject({ type: 'run-end', status: 'failed' })
  })

  it('of another strategy version fails with strategy-changed before it does anything', async () => {
    const log = memoryLog(await interrupted())
    const ports = testPorts(
      log,
      scriptedModel(() => reply('x')),
    )
    const what = { ...configFor(scripted('second')), version: 'own@2' }
    const end = await resumeRun(ports, what, new AbortController().signal)
    expect(end.failure).toMatchObject({ kind: 'strategy-changed', detail: expect.stringContaining('own@2') })
    expect(end.messages[0]).toEqual({ role: 'user', text: 'Mend the total.' })
    expect(log.appended.map((event) => event.type)).toEqual(['run-resume', 'run-end'])
  })

  it('of another strategy keeps what had been written of the answer that the crash cut off', async () => {
    const whole = await live(newWorld(), [], new Map(), Number.POSITIVE_INFINITY, 'appended')
    const cut = whole.events.findIndex((event) => event.type === 'model-start')
    const start = whole.events[cut]
    const path = start?.type === 'model-start' ? start.path : ''
    const log = memoryLog({ events: whole.events.slice(0, cut + 1), bodies: whole.bodies })
    const drafts = () => [{ path, text: 'Half of it', reasoning: 'Because' }]
    const ports = testPorts({ ...log, drafts }, newWorld().model)
    await resumeRun(ports, { ...configFor(choice), version: 'other@1' }, new AbortController().signal)
    const end = log.appended.find((event) => event.type === 'model-end')
    expect(end).toMatchObject({ path, said: 'Half of it', thought: 'Because', spent: { estimated: true } })
  })

  it('of another strategy closes what the crash had left open (rule 2 of the log)', async () => {
    const whole = await live(newWorld(), [], new Map(), Number.POSITIVE_INFINITY, 'appended')
    const cut = whole.events.findIndex((event) => event.type === 'tool-begin') + 1
    const log = memoryLog({ events: whole.events.slice(0, cut), bodies: whole.bodies })
    const ports = testPorts(log, newWorld().model)
    const end = await resumeRun(ports, { ...configFor(choice), version: 'other@1' }, new AbortController().signal)
    expect(end.failure?.kind).toBe('strategy-changed')
    const paths = (kind: string) =>
      log.events().flatMap((event) => (event.type.endsWith(kind) && 'path' in event ? [event.path] : []))
    expect(paths('-end').toSorted()).toEqual(paths('-start').toSorted())
    expect(end.messages.at(-1)?.role).toBe('assistant')
  })

  it('goes through ten thousand finished steps without performing one', async () => {
    const long: Strategy = function* () {
      for (let at = 0; at < 10_000; at++) yield* note(`note ${at}`, {})
      return { status: 'completed', text: 'long', messages: [], calls: [], meta: {}, failure: null }
    }
    const log = memoryLog()
    await startTestRun(
      testPorts(
        log,
        scriptedModel(() => reply('x')),
      ),
      configFor(long),
    )
    const second = memoryLog({ events: log.events().slice(0, -1), bodies: log.bodies })
    const end = await resumeRun(
      testPorts(
        second,
        scriptedModel(() => reply('x')),
      ),
      configFor(long),
      new AbortController().signal,
    )
    expect(end.text).toBe('long')
    expect(second.appended.map((event) => event.type)).toEqual(['run-resume', 'run-end'])
  })

  it('is given the same task to the letter, whatever the order of its fields was at the start', async () => {
    const loop = { name: 'conversation', options: {}, inner: { name: 'chat', options: {} } }
    const odd = { text: 'Hello.', role: 'user' } as const
    const history = [odd, { toolCalls: [], reasoning: '', text: 'Yes.', role: 'assistant' }] as const
    const what = configFor(loop, { task: task('Hello.', { messages: [odd], history }) })
    const log = memoryLog()
    await startTestRun(
      testPorts(
        log,
        scriptedModel(() => reply('Hi.')),
      ),
      what,
    )
    const second = memoryLog({ events: log.events().slice(0, -1), bodies: log.bodies })
    const model = scriptedModel(() => reply('Hi.'))
    const end = await resumeRun(testPorts(second, model), what, new AbortController().signal)
    expect(end.status).toBe('completed')
    expect(model.received).toEqual([])
  })
})
