import { describe, expect, it } from 'vitest'
import { react } from '../../src-main/strategy/built-in/react/react.ts'
import type { Message } from '../../src-shared/model/message.ts'
import type { ToolInfo } from '../../src-shared/model/tool.ts'
import { reply, result, someTools, task } from '../kit/agent/agent-replies.ts'
import { type Played, play, requestsOf } from '../kit/agent/play.ts'

const readFile: ToolInfo = {
  name: 'read_file',
  description: 'Reads a file.',
  parameters: {
    type: 'object',
    properties: { path: { type: 'string' }, limit: { type: 'integer' } },
    required: ['path'],
  },
  effect: 'read',
}
const writeFile: ToolInfo = {
  name: 'write_file',
  description: 'Writes a file.',
  parameters: {
    type: 'object',
    properties: { path: { type: 'string' }, text: { type: 'string' } },
    required: ['path', 'text'],
  },
  effect: 'edit',
}
const tools = [readFile, writeFile, ...someTools.slice(2)]
const run = (maxCycles = 30, more = {}) =>
  react.build({ maxCycles, context: 'none' }, null)(task(undefined, { tools, ...more }))
const look = 'Thought: I look.\nAction: read_file\nAction Input: {"path": "a.js"}'
const done = 'Thought: I know.\nAction: FINISH\nAction Input: All is well.'
const callsIn = (played: Played<unknown>) =>
  played.steps.flatMap((step) => (step.kind === 'run-tool' ? [step.call] : []))

describe('react', () => {
  it('runs the action, shows the observation, and ends with FINISH', () => {
    const played = play(run(), [reply(look), result('x', 'read_file', 'the text'), reply(done)])
    expect(played.phases).toEqual(['think 1', 'act 1', 'think 2'])
    expect(callsIn(played)).toEqual([
      { id: 'act_1_1', tool: 'read_file', arguments: '{"path": "a.js"}', complete: true },
    ])
    expect(played.result).toMatchObject({ status: 'completed', text: 'All is well.', meta: { cycles: 2 } })
    expect(played.result.calls).toMatchObject([{ tool: 'read_file', ok: true }])
  })

  it('offers no tools to the endpoint but describes them in the system message, and stops before an observation', () => {
    const played = play(run(), [reply(done)])
    const [request] = requestsOf(played)
    expect(request?.tools).toEqual([])
    expect(request?.stop).toContain('\nObservation:')
    const system = request?.messages[0]
    expect(system?.role).toBe('system')
    for (const part of [
      'You work on a project.',
      '### read_file\nReads a file.',
      '"required":["path","text"]',
      'Action: FINISH',
    ])
      expect(system?.text).toContain(part)
  })

  it('shows the talk as text alone, earlier turns with native calls too', () => {
    const messages: Message[] = [
      { role: 'user', text: 'Look.' },
      {
        role: 'assistant',
        text: 'On it.',
        reasoning: '',
        toolCalls: [{ id: '1', tool: 'shell', arguments: '{"command":"ls"}', complete: true }],
      },
      { role: 'tool', callId: '1', tool: 'shell', ok: true, text: 'a.js' },
      { role: 'user', text: 'Mend the total.' },
    ]
    const played = play(run(30, { messages }), [reply(look), result('x', 'read_file', 'the text'), reply(done)])
    const shown = requestsOf(played)[1]?.messages.slice(1) ?? []
    expect(shown.map((message) => message.role)).toEqual(['user', 'assistant', 'user', 'user', 'assistant', 'user'])
    expect(shown.every((message) => message.role !== 'assistant' || message.toolCalls.length === 0)).toBe(true)
    expect(shown.map((message) => message.text)).toEqual([
      'Look.',
      'Thought: On it.\nAction: shell\nAction Input: {"command":"ls"}',
      'Observation: a.js',
      'Mend the total.',
      look,
      'Observation: the text',
    ])
  })

  it('keeps calls with their results for the conversation, and the answer without its form', () => {
    const played = play(run(), [reply(look), result('act_1_1', 'read_file', 'the text'), reply(done)])
    expect(played.result.messages).toMatchObject([
      { role: 'user' },
      { role: 'assistant', text: 'I look.', toolCalls: [{ id: 'act_1_1' }] },
      { role: 'tool', callId: 'act_1_1', text: 'the text' },
      { role: 'assistant', text: 'All is well.', toolCalls: [] },
    ])
  })

  it.each([
    ['prose', 'I think all is well.', 'begins with "Action:"'],
    ['a missing input', 'Action: read_file', 'Action Input:'],
    ['broken JSON', "Action: read_file\nAction Input: {'path': 'a.js'}", 'not valid JSON'],
    [
      'plain text for a tool of several fields',
      'Action: write_file\nAction Input: a.js',
      'one JSON object with the fields path, text',
    ],
    ['a name that is none', 'Action: please read it\nAction Input: {}', 'name of one tool'],
  ])('shows %s back with what was wrong, and runs nothing', (_, said, words) => {
    const played = play(run(), [reply(said), reply(done)])
    expect(callsIn(played)).toEqual([])
    const [before, toolResult] = requestsOf(played)[1]?.messages.slice(-2) ?? []
    expect(before).toMatchObject({ role: 'assistant', text: said })
    expect(toolResult).toMatchObject({ role: 'user', text: expect.stringContaining(words) })
    expect(played.result).toMatchObject({ status: 'completed', text: 'All is well.' })
  })

  it('gives plain text to the one field a tool needs, and refuses a tool that is not there', () => {
    const played = play(run(), [
      reply('Action: read_file\nAction Input: a.js'),
      result('x', 'read_file'),
      reply('Action: launch\nAction Input: now'),
      reply(done),
    ])
    expect(callsIn(played).map((call) => call.arguments)).toEqual(['{"path":"a.js"}'])
    expect(requestsOf(played)[2]?.messages.at(-1)?.text).toContain('Observation: There is no tool called "launch"')
  })

  it('never runs an input that was cut (T9)', () => {
    const cut = { finish: 'length' } as const
    const played = play(run(), [
      reply('Action: read_file\nAction Input: src/a', [], cut),
      reply('Action: write_file\nAction Input: {"path": "a", "te', [], cut),
      reply(done),
    ])
    expect(callsIn(played)).toEqual([])
  })

  it('runs nothing that a made-up observation led to', () => {
    const played = play(run(), [
      reply(`${look}\nObservation: empty\nAction: write_file\nAction Input: {"path": "a", "text": ""}`),
      result('x', 'read_file'),
      reply(done),
    ])
    expect(callsIn(played).map((call) => call.tool)).toEqual(['read_file'])
    expect(JSON.stringify(requestsOf(played)[1]?.messages.slice(1))).not.toContain('empty')
  })

  it('looks past calls in the endpoint’s own way: they were not asked for', () => {
    const native = [{ id: '1', tool: 'shell', arguments: '{}', complete: true }]
    const played = play(run(), [reply('', native), reply(look, native), result('x', 'read_file'), reply(done)])
    expect(callsIn(played).map((call) => call.tool)).toEqual(['read_file'])
  })

  it.each([1, 2, 4])('after %i cycles asks for the answer once, and takes it in either form', (maxCycles) => {
    const cycles = Array.from({ length: maxCycles }, (_, at) => [reply(look), result(`${at}`, 'read_file')]).flat()
    for (const last of [done, 'All is well.']) {
      const played = play(run(maxCycles), [...cycles, reply(last)])
      expect(played.phases.at(-1)).toBe('answer')
      expect(requestsOf(played).at(-1)?.messages.at(-1)?.text).toContain('FINISH')
      expect(played.result).toMatchObject({
        status: 'completed',
        text: 'All is well.',
        meta: { ending: 'last-answer' },
      })
    }
  })

  it('counts malformed answers as cycles, so that a model that only rambles comes to an end', () => {
    const played = play(run(3), [reply('Hm.'), reply('Well.'), reply('So.'), reply('It is fine, I guess.')])
    expect(played.result).toMatchObject({ status: 'completed', text: 'It is fine, I guess.', meta: { cycles: 3 } })
    expect(callsIn(played)).toEqual([])
  })

  it('asks again after an empty answer, and fails where a second one follows', () => {
    expect(play(run(), [reply(''), reply(done)]).result.text).toBe('All is well.')
    expect(play(run(), [reply(' '), reply('')]).result.failure?.kind).toBe('model-empty')
  })
})
