import { describe, expect, test } from 'vitest'
import { resumeRun } from '../../src-main/agent/run.ts'
import type { ModelReply } from '../../src-shared/model/message.ts'
import { memoryLog } from '../kit/agent/agent-memory-log.ts'
import { configFor, startTestRun, testPorts } from '../kit/agent/agent-ports.ts'
import { call, reply } from '../kit/agent/agent-replies.ts'
import { scriptedModel } from '../kit/agent/agent-scripted-model.ts'
import { builtStrategy, fileOf } from '../kit/agent/isolate-read.ts'

const head = `const draw = s.strategyTool('draw', 'Draws a number', { from: s.field.text('Whence', { min: 1 }) }, function* ({ from }) {
  if (from === 'nowhere') return { ok: false, text: 'There is nothing.' }
  if (from === 'wrong') return 7
  if (from === 'broken') null.x
  const number = yield* s.random(from)
  return { text: from + ' ' + (number < 1), data: { number } }
})`
const body = `const end = yield* s.toolLoop(task, { role: 'engineer', strategyTools: [draw] })
  return s.outcomeOf(task, { text: end.text, added: end.added, calls: end.calls, meta: { rounds: end.rounds } }, end.failure)`

async function ran(answers: readonly ModelReply[], text = body) {
  const log = memoryLog()
  const model = scriptedModel((_, index) => answers[index] ?? reply('Done.'))
  const config = configFor(await builtStrategy(fileOf(text, head)))
  return { end: await startTestRun(testPorts(log, model), config), log, model, config }
}
const draws = (...from: string[]) =>
  reply(
    '',
    from.map((each, at) => call(`${at}`, 'draw', { from: each })),
  )

describe('a strategy’s tool with a handler', () => {
  test('works in the tool loop beside the app’s: valid calls are carried out side by side, with steps of the run', async () => {
    const { end, model, log } = await ran([draws('a', 'b', 'nowhere', '')])
    expect(end).toMatchObject({ status: 'completed', text: 'Done.' })
    expect(model.received[0]?.request.tools.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['draw', 'read_file']),
    )
    const told = model.received[1]?.request.messages.flatMap((each) => (each.role === 'tool' ? [each.text] : []))
    expect(told).toEqual(['a true', 'b true', 'There is nothing.', expect.stringMatching(/`from`: must be text of/)])
    const types = log.appended.flatMap((event) => (event.type === 'step-start' ? [event.step] : []))
    expect(types.filter((step) => step === 'random')).toHaveLength(2)
  })

  test('is not carried out again when the run is resumed', async () => {
    const { end, log, config } = await ran([draws('a', 'b')])
    const events = log.events().filter(({ type }) => type !== 'run-end')
    const before = memoryLog({ events, bodies: log.bodies })
    const model = scriptedModel(() => reply('Never asked.'))
    const again = await resumeRun(testPorts(before, model), config, new AbortController().signal)
    expect(again).toMatchObject({ status: end.status, text: end.text })
    expect(model.received).toEqual([])
  })

  test('that returns no answer, or throws, ends the run with its name and line', async () => {
    expect((await ran([draws('wrong')])).end.failure?.message).toMatch(/handler of draw.*must return a text, or/)
    expect((await ran([draws('broken')])).end.failure?.message).toMatch(/mine\.ts, line 5/)
  })

  test('is needed by the tool loop', async () => {
    const { end } = await ran([], body.replace('[draw]', "[s.strategyTool('bare', 'Does nothing', {})]"))
    expect(end.failure?.message).toMatch(/the tool bare has no handler/)
  })
})

test('all runs so many at a time as it is told, in their order, and returns all results in theirs', async () => {
  let release = () => {}
  const both = new Promise<void>((resolve) => {
    release = resolve
  })
  let running = 0
  let most = 0
  const order: string[] = []
  const log = memoryLog()
  const model = scriptedModel(async ({ messages }) => {
    const said = messages.at(-1)?.text ?? ''
    order.push(said)
    running += 1
    most = Math.max(most, running)
    // The first two wait for each other, and none of the others may come between them.
    if (order.length === 2) release()
    if (order.length <= 2) await both
    running -= 1
    return reply(said)
  })
  const text = `const asks = ['0', '1', '2', '3', '4'].map((text) => s.callModel({ role: 'engineer', messages: [s.userText(text)] }))
    const answers = yield* s.all(asks, { atOnce: 2 })
    return s.outcomeOf(task, { text: answers.map((each) => each.message.text).join(''), added: [], calls: [], meta: {} })`
  const end = await startTestRun(testPorts(log, model), configFor(await builtStrategy(fileOf(text))))
  expect(end.text).toBe('01234')
  expect(order).toEqual(['0', '1', '2', '3', '4'])
  expect(most).toBe(2)
})
