import { describe, expect, it } from 'vitest'
import { buildStrategy } from '../../src-main/strategy/registry.ts'
import { StepFailed } from '../../src-main/strategy/steps.ts'
import type { ModelRequest } from '../../src-shared/model/message.ts'
import type { StrategyChoice } from '../../src-shared/strategy/strategy-info.ts'
import { call, reply, result, task } from '../kit/agent/agent-replies.ts'
import { type Answers, type Played, play, requestsOf } from '../kit/agent/play.ts'

const look = 'Thought: I look.\nAction: read_file\nAction Input: {"path":"a"}'
const toolLoop = { name: 'tool-loop', options: {} }

/** A strategy whose models call tools in text, unless `more` says otherwise. */
function played(choice: StrategyChoice, answers: Answers, more = {}) {
  const built = buildStrategy(choice)
  if (!built.ok) throw new Error(built.failure.message)
  return play(built.strategy(task(undefined, { textTools: ['default'], readsText: true, ...more })), answers)
}
const ran = ({ steps }: Played<unknown>) => steps.flatMap((step) => (step.kind === 'run-tool' ? [step.call] : []))
const systemOf = (request: ModelRequest | undefined) => request?.messages[0]?.text ?? ''

describe('a model without tool calls', () => {
  it('is told about the tools in the system message, and its call in text is run', () => {
    const all = played(toolLoop, [reply(look), result('x', 'read_file', 'the text'), reply('All is well.')])
    const [first, second] = requestsOf(all)
    expect(first?.tools).toEqual([])
    for (const part of ['You work on a project.', 'Action Input:', '### write_file', '### delegate'])
      expect(systemOf(first)).toContain(part)
    expect(ran(all)).toMatchObject([{ tool: 'read_file', arguments: '{"path":"a"}', complete: true }])
    expect(second?.messages.slice(-2)).toMatchObject([
      { role: 'assistant', text: look, toolCalls: [] },
      { role: 'user', text: 'Observation: the text' },
    ])
    expect(all.result).toMatchObject({ status: 'completed', text: 'All is well.' })
    expect(all.result.messages.slice(1)).toMatchObject([
      { role: 'assistant', text: 'I look.', toolCalls: [{ tool: 'read_file' }] },
      { role: 'tool', tool: 'read_file', text: 'the text' },
      { role: 'assistant', text: 'All is well.' },
    ])
  })

  it('repeats the beginning of its requests, so that a provider’s cache hits', () => {
    const all = played(toolLoop, [
      reply(look),
      result('x', 'read_file'),
      reply(look),
      result('x', 'read_file'),
      reply('Yes.'),
    ])
    const sent = requestsOf(all).map(({ messages }) => messages.map((each) => JSON.stringify(each)))
    expect(sent[1]?.slice(0, sent[0]?.length)).toEqual(sent[0])
    expect(sent[2]?.slice(0, sent[1]?.length)).toEqual(sent[1])
  })

  it.each([
    ['arguments that are cut off', 'Action: read_file\nAction Input: {"path":"a'],
    ['arguments that are no JSON', 'Action: read_file\nAction Input: {path: a}'],
    ['no arguments', 'Action: read_file'],
    ['two names', 'Action: read_file and write_file\nAction Input: {}'],
    ['a call of its own making only', ''],
  ])('is told about a call with %s, which is not run', (_what, text) => {
    const wrong = reply(text, text === '' ? [call('n', 'read_file', { path: 'a' })] : [])
    const all = played(toolLoop, [wrong, reply('I leave it.')])
    expect(ran(all)).toEqual([])
    expect(requestsOf(all)[1]?.messages.at(-1)?.text).toContain('nothing was run')
    expect(all.result).toMatchObject({ status: 'completed', text: 'I leave it.' })
  })

  it('names a tool that is not there, and nothing is run', () => {
    const all = played(toolLoop, [reply('Action: launch\nAction Input: {}'), reply('I leave it.')])
    expect(ran(all)).toEqual([])
    expect(requestsOf(all)[1]?.messages.at(-1)?.text).toContain('no tool called "launch"')
  })

  it('submits a plan by a call in text, carries out its steps, and reviews', () => {
    const steps = [{ goal: 'Look', done: 'It is known' }]
    const plan = `Action: submit_plan\nAction Input: ${JSON.stringify({ steps })}`
    const answers: Answers = (step, at) => {
      if (step.kind === 'run-tool') return result('x', 'read_file', 'the text')
      if (step.kind !== 'call-model') return null
      const { request } = step
      if (systemOf(request).includes('### submit_plan')) return reply(plan)
      return reply(at < 3 ? look : 'It is known.')
    }
    const all = played({ name: 'plan-and-execute', options: {} }, answers)
    expect(ran(all).map(({ tool }) => tool)).toContain('read_file')
    expect(all.result.status).toBe('completed')
    expect(requestsOf(all).every(({ tools }) => tools.length === 0)).toBe(true)
  })

  it('lets a critic give its verdict by a call in text', () => {
    const answers: Answers = (step) => {
      if (step.kind !== 'call-model') return null
      const verdict = '{"approved":true,"issues":[]}'
      return reply(
        systemOf(step.request).includes('### submit_verdict')
          ? `Action: submit_verdict\nAction Input: ${verdict}`
          : 'Done.',
      )
    }
    const all = played({ name: 'reflection', options: {} }, answers)
    expect(all.result).toMatchObject({ status: 'completed', text: 'Done.' })
    expect(requestsOf(all)).toHaveLength(2)
  })
})

describe('an endpoint that refuses tools', () => {
  const refused = new StepFailed({ kind: 'tools-refused', message: 'No tools.', advice: 'Choose another.' })
  const native = { textTools: undefined }

  it('gets the same request with the tools in text, and the loop goes on in text', () => {
    const all = played(toolLoop, [refused, reply(look), result('x', 'read_file', 'the text'), reply('Well.')], native)
    expect(requestsOf(all).map(({ tools }) => tools.length > 0)).toEqual([true, false, false])
    expect(all.notes).toHaveLength(1)
    expect(ran(all)).toHaveLength(1)
    expect(all.result).toMatchObject({ status: 'completed', text: 'Well.' })
  })

  it('is not asked a third time if it refuses text, too', () => {
    expect(() => played(toolLoop, [refused, refused], native)).toThrow('No tools.')
  })

  it('means nothing for models with tool calls: their requests are as they were', () => {
    const [request] = requestsOf(played(toolLoop, [reply('Well.')], native))
    expect(request?.tools.map(({ name }) => name)).toContain('read_file')
    expect(systemOf(request)).toBe('You work on a project.')
    expect(request?.stop).toEqual([])
  })
})
