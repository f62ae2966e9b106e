import { describe, expect, test } from 'vitest'
import { resumeRun } from '../../src-main/agent/run.ts'
import { defaultLimits } from '../../src-main/isolate/limits.ts'
import type { Failure } from '../../src-shared/base/failure.ts'
import type { JsonObject } from '../../src-shared/base/json.ts'
import type { ModelReply } from '../../src-shared/model/message.ts'
import { memoryLog } from '../kit/agent/agent-memory-log.ts'
import { configFor, startTestRun, testPorts } from '../kit/agent/agent-ports.ts'
import { call, reply } from '../kit/agent/agent-replies.ts'
import { type Script, scriptedModel } from '../kit/agent/agent-scripted-model.ts'
import { builtStrategy, fileOf, firstLine, readText, userStrategies } from '../kit/agent/isolate-read.ts'

const says = (text: string) => `return s.outcomeOf(task, { text: String(${text}), added: [], calls: [], meta: {} })`
const ask = "s.callModel({ role: 'engineer', messages: task.messages })"
const overloaded: Failure = { kind: 'model-overloaded', message: 'Too much.', advice: 'Wait.' }

async function ran(text: string, script: Script = () => reply('An answer.')) {
  const log = memoryLog()
  const model = scriptedModel(script)
  const strategies = await userStrategies(text)
  const built = strategies.build({ name: 'mine', options: {} })
  if (!built.ok) throw new Error(built.failure.message)
  const config = configFor(built.strategy, { buildChild: strategies.build })
  return { end: await startTestRun(testPorts(log, model), config), log, model, config }
}

describe('a strategy of the user', () => {
  test('asks with steps and gets their answers', async () => {
    const { end, model } = await ran(fileOf(`const a = yield* ${ask}\n${says('a.message.text')}`))
    expect(end).toMatchObject({ status: 'completed', text: 'An answer.' })
    expect(model.received).toHaveLength(1)
  })

  test('has phases and branches whose values never leave it', async () => {
    const body = `const [a, b] = yield* s.all([one('a'), s.phase('deep', one('b'), 'Deep', 2)])\n${says('a.get("a") + b.get("b")')}`
    const head = `function* one(key) { const r = yield* s.callModel({ role: key, messages: [] }); return new Map([[key, r.message.text]]) }`
    const { end, log } = await ran(fileOf(body, head), (_, index) => reply(`answer ${index}`))
    expect(end.text.match(/answer/g)).toHaveLength(2)
    expect(log.appended).toContainEqual(expect.objectContaining({ type: 'phase-start', title: 'Deep', index: 2 }))
  })

  test('catches a step that failed, and an error of its own phase as it was thrown', async () => {
    const head = 'class Own extends Error {}\nfunction* bad() { throw new Own("mine") }'
    const body = `let heard = []
      try { yield* ${ask} } catch (e) { heard.push(e instanceof s.StepFailed, e.failure.kind) }
      try { yield* s.phase('p', bad()) } catch (e) { heard.push(e instanceof Own, e.message) }
      ${says('heard')}`
    const { end } = await ran(fileOf(body, head), () => overloaded)
    expect(end.text).toBe('true,model-overloaded,true,mine')
  })

  test('lets a failure through as what it is', async () => {
    const { end } = await ran(fileOf(`yield* ${ask}`), () => overloaded)
    expect(end).toMatchObject({ status: 'failed', failure: overloaded })
  })

  test('that breaks is told with file, line and step', async () => {
    const { end } = await ran(fileOf(`yield* ${ask}\nconst nothing = null\nnothing.text`))
    const line = firstLine + 2
    expect(end.failure).toMatchObject({
      kind: 'strategy-broke',
      message: expect.stringMatching(
        new RegExp(`in mine.ts, line ${line} broke after its step 1 \\(call-model\\): TypeError`),
      ),
    })
  })

  test('uses the one tool loop, and delegates to another strategy', async () => {
    const body = `const loop = yield* s.toolLoop(task, { role: 'engineer' })
      const child = yield* s.delegate({ name: 'chat', options: {} }, { ...task, depth: 1 })
      ${says('loop.calls.length + loop.text + child.text')}`
    const script: Script = (_, index): ModelReply =>
      index === 0 ? reply('', [call('1', 'read_file')]) : reply(`said ${index}`)
    expect((await ran(fileOf(body), script)).end.text).toBe('1said 1said 2')
  })

  test('may be a machine of callbacks', async () => {
    const text = `import { fromMachine, outcomeOf } from 'stratagem'
      const request = (task) => ({ role: 'engineer', messages: task.messages, tools: task.tools })
      export default { name: 'mine', title: 'Mine', build: () => fromMachine({
        initialize: (task) => ({ next: 'model', state: task, request: request(task) }),
        processChatCompletion: (task, reply) => reply.message.toolCalls.length > 0
          ? { next: 'tools', state: task, calls: reply.message.toolCalls }
          : { next: 'done', outcome: outcomeOf(task, { text: reply.message.text, added: [], calls: [], meta: {} }) },
        processToolResults: (task) => ({ next: 'model', state: task, request: request(task) }),
      }) }`
    const { end } = await ran(text, (_, index) => (index === 0 ? reply('', [call('1', 'read_file')]) : reply('done')))
    expect(end).toMatchObject({ status: 'completed', text: 'done', totals: { toolCalls: 1 } })
  })

  test('declares prompts that can be changed, and is read only if they fit their placeholders', async () => {
    const text = (first: string) => `import { defineStrategy, outcomeOf, prompt } from 'stratagem'
      export default defineStrategy({ name: 'mine', title: 'Mine',
        prompts: { ask: prompt('Asks', ${JSON.stringify(first)}, { required: ['what'] }), end: prompt('Ends', 'Bye.') },
        build: ({ prompts }) => function* (task) {
          return outcomeOf(task, { text: prompts.ask({ what: task.goal }) + prompts.end(), added: [], calls: [], meta: {} })
        } })`
    const strategies = await userStrategies(text('Do {what} '))
    const end = async (options: JsonObject) => {
      const built = strategies.build({ name: 'mine', options })
      if (!built.ok) throw new Error(built.failure.message)
      return (
        await startTestRun(
          testPorts(
            memoryLog(),
            scriptedModel(() => reply('')),
          ),
          configFor(built.strategy),
        )
      ).text
    }
    expect(await end({})).toBe('Do Mend the total. Bye.')
    expect(await end({ prompts: { ask: '{what}{{what}}' } })).toBe('Mend the total.{what}Bye.')
    expect(strategies.build({ name: 'mine', options: { prompts: { ask: 'Do.' } } })).toMatchObject({
      ok: false,
      failure: { message: expect.stringContaining('{what} is missing') },
    })
    const broken = await readText(text('Do it.'))
    expect(broken).toMatchObject({ ok: false, failure: { message: expect.stringContaining('prompts.ask.text') } })
  })

  test('may wrap another, with options that are judged before', async () => {
    const text = `import { defineStrategy, option } from 'stratagem'
      export default defineStrategy({ name: 'mine', title: 'Mine', wrapper: true,
        options: { times: option.number(2, 'How often', { min: 1, max: 3, whole: true }), how: option.choice('a', ['a', 'b'], 'Which') },
        build: ({ times }, inner) => function* (task) {
          let last
          for (let i = 0; i < times; i++) last = yield* inner(task)
          return { ...last, text: last.text + times }
        } })`
    const strategies = await userStrategies(text)
    const inner = { name: 'chat', options: {} }
    const bad = strategies.build({ name: 'mine', options: { times: 9 }, inner })
    expect(bad).toMatchObject({
      ok: false,
      failure: { kind: 'options-invalid', message: expect.stringMatching(/times/) },
    })
    const built = strategies.build({ name: 'mine', options: { times: 3 }, inner })
    if (!built.ok) throw new Error(built.failure.message)
    const model = scriptedModel((_, index) => reply(`n${index} `))
    const end = await startTestRun(testPorts(memoryLog(), model), configFor(built.strategy))
    expect(end.text).toBe('n2 3')
    expect(strategies.infos().find((each) => each.name === 'mine')).toMatchObject({
      wrapper: true,
      source: { kind: 'user', file: 'mine.ts' },
      optionsSchema: { properties: { times: { maximum: 3 }, how: { enum: ['a', 'b'] } } },
    })
  })
})

describe('Stop, replay and change', () => {
  test('Stop ends a strategy that computes, without waiting for its limit', async () => {
    const patient = { ...defaultLimits, thinkMs: 60_000 }
    const strategy = await builtStrategy(fileOf(`yield* s.note('off', {})\nfor (;;);`), {}, patient)
    const stop = new AbortController()
    const log = memoryLog({ onEvent: (event) => event.type === 'step-end' && setImmediate(() => stop.abort()) })
    const end = await startTestRun(
      testPorts(
        log,
        scriptedModel(() => reply('x')),
      ),
      configFor(strategy),
      stop.signal,
    )
    expect(end.status).toBe('aborted')
  })

  test('a run goes on after a crash at any event, and does nothing twice', async () => {
    const body = `const a = yield* s.phase('one', ${ask})\nconst b = yield* ${ask}\n${says('a.message.text + b.message.text')}`
    const script: Script = (_, index) => reply(`n${index}`)
    const { end, log, config } = await ran(fileOf(body), script)
    expect(end.text).toBe('n0n1')
    const whole = log.events()
    for (const cut of [1, 3, 5, whole.length - 1]) {
      const past = memoryLog({ events: whole.slice(0, cut), bodies: log.bodies })
      const model = scriptedModel((_, index) => reply(`n${index + (cut > 3 ? 1 : 0)}`))
      const again = await resumeRun(testPorts(past, model), config, new AbortController().signal)
      expect(again.text).toBe('n0n1')
      expect(model.received.length).toBe(cut > 5 ? 0 : cut > 3 ? 1 : 2)
    }
  })

  test('its version is its source: another text is another strategy', async () => {
    const versions = await Promise.all([says('1'), says('1'), says('2')].map((body) => readText(fileOf(body))))
    const [a, b, c] = versions.map((read) => (read.ok ? read.strategy.info.version : null))
    expect(a).toBe(b)
    expect(a).not.toBe(c)
    expect(Number.isSafeInteger(a)).toBe(true)
  })
})
