import { describe, expect, it } from 'vitest'
import { loopPrompts } from '../../src-main/strategy/loop/loop-prompts.ts'
import { toolLoop } from '../../src-main/strategy/loop/tool-loop.ts'
import { StepFailed } from '../../src-main/strategy/steps.ts'
import type { Message } from '../../src-shared/model/message.ts'
import { call, reply, result, task } from '../kit/agent/agent-replies.ts'
import { play, requestsOf } from '../kit/agent/play.ts'

const loop = (maxTurns = 50) => toolLoop.build({ maxTurns, context: 'none', todos: true }, null)

/** Every call has its result before the next message that is no result, and none stands alone. */
function expectWhole(messages: readonly Message[]): void {
  const open: string[] = []
  for (const message of messages) {
    if (message.role === 'tool') {
      expect(open).toContain(message.callId)
      open.splice(open.indexOf(message.callId), 1)
      continue
    }
    expect(open).toEqual([])
    if (message.role === 'assistant') open.push(...message.toolCalls.map((each) => each.id))
  }
  expect(open).toEqual([])
}

describe('the tool loop', () => {
  it('feeds results back until the model answers without calls', () => {
    const played = play(loop()(task()), [
      reply('Looking.', [call('1', 'read_file', { path: 'a.js' })]),
      result('1', 'read_file', 'the text'),
      reply('All is well.'),
    ])
    expect(played.result).toMatchObject({ status: 'completed', text: 'All is well.', failure: null })
    expect(played.result.messages.map((message) => message.role)).toEqual(['user', 'assistant', 'tool', 'assistant'])
    expect(played.result.calls).toEqual([{ tool: 'read_file', ok: true, error: null, durationMs: 1 }])
    const [first, second] = requestsOf(played)
    expect(first?.messages).toEqual([{ role: 'system', text: 'You work on a project.' }, ...task().messages])
    expect(first?.tools.map((tool) => tool.name)).toContain('delegate')
    expect(second?.messages.at(-1)).toMatchObject({ role: 'tool', callId: '1', text: 'the text' })
  })

  it('runs several calls as branches and keeps the results in the order of the calls', () => {
    const played = play(loop()(task()), [
      reply('', [call('1', 'read_file'), call('2', 'shell')]),
      result('1', 'read_file'),
      result('2', 'shell', 'exit 1', false),
      reply('Done.'),
    ])
    expect(played.result.calls.map((each) => each.ok)).toEqual([true, false])
    expectWhole(played.result.messages)
  })

  it('never runs a call that was cut, or a tool that was not offered, and tells the model (T9, T10)', () => {
    const cut = { ...call('1', 'shell', '{"command":"rm -rf bui'), complete: false }
    const played = play(loop()(task()), [
      reply('', [cut, call('2', 'launch_rocket'), call('3', 'delegate', '{"goal":')]),
      reply('I see.'),
    ])
    expect(played.steps.map((step) => step.kind)).toEqual(['call-model', 'call-model'])
    const toolTexts = requestsOf(played)[1]?.messages.flatMap((message) =>
      message.role === 'tool' ? [message.text] : [],
    )
    expect(toolTexts?.[0]).toContain('was not run')
    expect(toolTexts?.[1]).toContain('There is no tool called "launch_rocket"')
    expect(toolTexts?.[1]).toContain('read_file')
    expect(toolTexts?.[2]).toContain('not valid JSON')
    expectWhole(played.result.messages)
  })

  it('gives repeated and empty call ids names of their own, so that each result finds its call (T10)', () => {
    const played = play(loop()(task()), [
      reply('', [call('x', 'read_file'), call('x', 'shell'), call('', 'shell')]),
      result('x', 'read_file'),
      result('x_1', 'shell'),
      result('call_1', 'shell'),
      reply('Done.'),
    ])
    const ids = played.steps.flatMap((step) => (step.kind === 'run-tool' ? [step.call.id] : []))
    expect(new Set(ids).size).toBe(3)
    expectWhole(played.result.messages)
  })

  it('asks once more after an empty answer, then gives up with a clear failure', () => {
    const mended = play(loop()(task()), [reply(''), reply('Here.')])
    expect(mended.result).toMatchObject({ status: 'completed', text: 'Here.' })
    const failed = play(loop()(task()), [reply(' '), reply('', [], { finish: 'length' })])
    expect(failed.result.failure).toMatchObject({ kind: 'model-empty' })
    expect(failed.result.failure?.message).toContain('output limit')
    expect(failed.result.messages[0]).toEqual({ role: 'user', text: 'Mend the total.' })
  })

  it('takes up messages that the user queued, between rounds', () => {
    const answers = [reply('', [call('1', 'read_file')]), result('1', 'read_file'), reply('Done both.')]
    const played = play(loop()(task()), answers, [['And look at b.js too.']])
    expect(requestsOf(played)[1]?.messages.at(-1)).toEqual({ role: 'user', text: 'And look at b.js too.' })
    expectWhole(played.result.messages)
  })

  it('makes one last call without tools when the soft limit is told of, and runs no further tool (T11)', () => {
    const played = play(loop()(task()), [
      reply('', [call('1', 'read_file')], { budget: 'last-answer' }),
      result('1', 'read_file'),
      reply('So far.', [call('2', 'shell')]),
    ])
    const last = requestsOf(played)[1]
    expect(last?.tools).toEqual([])
    expect(last?.messages.at(-1)).toEqual({ role: 'user', text: loopPrompts.finalAnswer.text })
    expect(played.result).toMatchObject({ status: 'completed', text: 'So far.', meta: { ending: 'last-answer' } })
    expectWhole(played.result.messages)
  })

  it('asks the user at the round limit: the safe option first, and goes on for as many rounds again', () => {
    const round = (id: string) => [reply('', [call(id, 'read_file')]), result(id, 'read_file')]
    const now = play(loop(1)(task()), [...round('1'), 'Answer now', reply('Half of it.')])
    const question = now.steps.flatMap((step) => (step.kind === 'ask-user' ? [step.question] : []))[0]
    expect(question).toMatchObject({ question: '1 rounds done: go on?', options: ['Answer now', 'Go on'] })
    expect(requestsOf(now)[1]?.tools).toEqual([])
    const on = play(loop(2)(task()), [
      ...round('1'),
      ...round('2'),
      'Go on',
      ...round('3'),
      ...round('4'),
      'Answer now',
      reply('Enough.'),
    ])
    expect(on.result.text).toBe('Enough.')
    expect(on.result.meta).toMatchObject({ iterations: 5 })
  })

  it('lets an endpoint that is down fail the run: it is not a matter for the loop', () => {
    const down = new StepFailed({ kind: 'model-unreachable', message: 'No answer.', advice: 'Look at it.' })
    expect(() => play(loop()(task()), [down])).toThrow(down)
  })

  it('hands a delegated goal to a child run and its answer back to the model', () => {
    const child = { status: 'completed', text: 'Found it in b.js.', messages: [], calls: [], meta: {}, failure: null }
    const played = play(loop()(task()), [
      reply('', [call('1', 'delegate', { goal: 'Find it.', readOnly: true })]),
      child,
      reply('It is in b.js.'),
    ])
    const step = played.steps[1]
    expect(step).toMatchObject({
      kind: 'delegate',
      strategy: { name: 'tool-loop' },
      task: { goal: 'Find it.', depth: 1 },
    })
    expect(step?.kind === 'delegate' && step.task.tools.map((tool) => tool.effect)).toEqual(['read'])
    expect(requestsOf(played)[1]?.messages.at(-1)).toMatchObject({ role: 'tool', ok: true, text: 'Found it in b.js.' })
  })

  it('offers no delegation at the depth limit, and refuses it there', () => {
    const played = play(loop()(task('Deep.', { depth: 3 })), [
      reply('', [call('1', 'delegate', { goal: 'x' })]),
      reply('Alone then.'),
    ])
    expect(requestsOf(played)[0]?.tools.map((tool) => tool.name)).not.toContain('delegate')
    expect(played.steps.every((step) => step.kind === 'call-model')).toBe(true)
  })

  it('serves many runs at once from one strategy object', () => {
    const strategy = loop()
    const one = strategy(task('One.'))
    const other = strategy(task('Other.'))
    one.next()
    other.next()
    expect(other.next(reply('Other done.')).value).toMatchObject({
      text: 'Other done.',
      messages: [{ text: 'Other.' }, {}],
    })
    expect(one.next(reply('One done.')).value).toMatchObject({ text: 'One done.', messages: [{ text: 'One.' }, {}] })
  })
})
