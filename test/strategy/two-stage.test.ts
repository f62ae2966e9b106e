import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { signatureOf, twoStage } from '../../src-main/strategy/built-in/two-stage.ts'
import type { ModelReply } from '../../src-shared/model/message.ts'
import { call, reply, result, task } from '../kit/agent/agent-replies.ts'
import { type Played, play, requestsOf } from '../kit/agent/play.ts'

const usual = { context: 'none' as const, maxCycles: 3, maxRefusals: 3, callsPerPhase: 1 }
const run = (more: Partial<typeof usual> = {}) => twoStage.build({ ...usual, ...more }, null)(task())
const asks = (tool: string, args: unknown = {}) => reply('', [call('c', tool, args)])
const ranIn = (played: Played<unknown>) =>
  played.steps.flatMap((step) => (step.kind === 'run-tool' ? [step.call.arguments] : []))

/** A model that says these in turn; every tool answers. */
function played(answers: readonly ModelReply[], more: Partial<typeof usual> = {}) {
  let said = 0
  return play(run(more), (step) => {
    if (step.kind === 'run-tool') return result(step.call.id, step.call.tool)
    const answer = answers[said++]
    if (answer === undefined) throw new Error(`no answer ${said} is ready`)
    return answer
  })
}

describe('two-stage', () => {
  it('cycles between an action phase that ends at the first call and a tool phase that runs it', () => {
    const done = played([asks('read_file', { path: 'a' }), asks('shell', { command: 'ls' }), reply('Done.')])
    expect(done.phases).toEqual(['action 1', 'tool 1', 'action 2', 'tool 2', 'action 3'])
    expect(requestsOf(done).map((request) => request.stopAfterCalls)).toEqual([1, 1, 1])
    expect(done.result).toMatchObject({ status: 'completed', text: 'Done.', meta: { cycles: 2, duplicatesBlocked: 0 } })
  })

  it('runs exactly one call where the server sends more, and as many as the budget says where it is set', () => {
    const three = reply(
      '',
      ['a', 'b', 'c'].map((path) => call(path, 'read_file', { path })),
    )
    expect(ranIn(played([three, reply('Done.')]))).toEqual(['{"path":"a"}'])
    const two = played([three, reply('Done.')], { callsPerPhase: 2 })
    expect(ranIn(two)).toEqual(['{"path":"a"}', '{"path":"b"}'])
    expect(two.result.meta).toMatchObject({ cycles: 1 })
  })

  it('refuses a repeated signature, whatever the order of keys and the spaces, and points to the earlier result', () => {
    const done = played([
      asks('shell', '{"command":"ls","limit":{"a":1,"b":[1,2]}}'),
      asks('shell', ' { "limit" : {"b":[1, 2], "a":1.0}, "command": "ls" } '),
      reply('Done.'),
    ])
    expect(ranIn(done)).toHaveLength(1)
    const message = requestsOf(done)[2]?.messages.at(-1)
    expect(message).toMatchObject({ role: 'tool', ok: false, text: expect.stringContaining('Use its earlier result') })
    expect(done.notes.map((note) => note.title)).toEqual(['refusal 1 of 3: a repeated call'])
    expect(done.result.meta).toMatchObject({ cycles: 1, duplicatesBlocked: 1 })
  })

  it('lets another tool, another value and another order in a list pass as another call', () => {
    const done = played(
      [
        asks('shell', { x: [1, 2] }),
        asks('read_file', { x: [1, 2] }),
        asks('shell', { x: [2, 1] }),
        asks('shell', { x: [1, '2'] }),
        reply('Done.'),
      ],
      { maxCycles: 9 },
    )
    expect(ranIn(done)).toHaveLength(4)
    expect(done.result.meta['duplicatesBlocked']).toBe(0)
  })

  it.each([1, 2, 3, 5])('at %i refusals asks for the answer in exactly one last call without tools', (maxRefusals) => {
    const repeats = Array.from({ length: maxRefusals + 1 }, () => asks('shell', { command: 'ls' }))
    const done = played([...repeats, reply('So be it.')], { maxRefusals })
    const requests = requestsOf(done)
    expect(requests).toHaveLength(maxRefusals + 2)
    expect(requests.at(-1)).toMatchObject({ tools: [], stopAfterCalls: 0 })
    expect(requests.at(-1)?.messages.at(-1)?.text).toContain('Give your final answer now')
    expect(ranIn(done)).toHaveLength(1)
    expect(done.phases.at(-1)).toBe('answer')
    expect(done.result).toMatchObject({
      status: 'completed',
      text: 'So be it.',
      meta: { duplicatesBlocked: maxRefusals, cycles: 1 },
    })
  })

  it.each([1, 3, 7])(
    'after %i cycles asks for the answer in exactly one last call, and the user is not asked',
    (maxCycles) => {
      const calls = Array.from({ length: maxCycles }, (_, at) => asks('read_file', { path: `${at}` }))
      const done = played([...calls, reply('That is it.')], { maxCycles })
      expect(requestsOf(done)).toHaveLength(maxCycles + 1)
      expect(requestsOf(done).at(-1)?.tools).toEqual([])
      expect(done.result).toMatchObject({ text: 'That is it.', meta: { cycles: maxCycles } })
    },
  )

  it('a refused repetition is no cycle', () => {
    const done = played([
      asks('read_file', { path: 'a' }),
      asks('read_file', { path: 'a' }),
      asks('read_file', { path: 'b' }),
      asks('read_file', { path: 'a' }),
      asks('read_file', { path: 'c' }),
      reply('Done.'),
    ])
    expect(done.result.meta).toMatchObject({ cycles: 3, duplicatesBlocked: 2 })
  })

  it.each([
    ['calls a tool', asks('shell', { command: 'again' })],
    ['says nothing', reply('')],
  ])('makes no second last call where the model %s in it: nothing runs, and the run fails once', (_, last) => {
    const done = played([asks('shell'), last], { maxCycles: 1 })
    expect(ranIn(done)).toHaveLength(1)
    expect(requestsOf(done)).toHaveLength(2)
    expect(done.result).toMatchObject({ status: 'failed', failure: { kind: 'strategy-gave-up' } })
  })

  it('tells the model of calls that were cut or are malformed; a cut call may be sent again whole (T9, T10)', () => {
    const cut = reply('', [{ ...call('1', 'shell', '{"command":"l'), complete: false }], { finish: 'length' })
    const done = played([cut, asks('shell', '{"command":"l'), asks('nothing_such', {}), reply('Done.')], {
      maxCycles: 9,
    })
    const toolTexts = done.result.messages.flatMap((message) => (message.role === 'tool' ? [message.text] : []))
    expect(toolTexts).toEqual([
      expect.stringContaining('ended inside this call'),
      'done',
      expect.stringContaining('no tool called "nothing_such"'),
    ])
    expect(done.result.meta['duplicatesBlocked']).toBe(0)
  })

  it('counts cut calls as cycles, so that a model that only sends such comes to an end', () => {
    const cut = reply('', [{ ...call('1', 'shell', '{'), complete: false }], { finish: 'length' })
    const done = played([cut, cut, cut, reply('I give up.')])
    expect(done.result).toMatchObject({ text: 'I give up.', meta: { cycles: 3 } })
  })

  it('goes by the soft limit of the run as any loop does', () => {
    const done = played([{ ...asks('shell'), budget: 'last-answer' }, reply('So far.')])
    expect(done.result).toMatchObject({ text: 'So far.', meta: { spent: true } })
  })
})

describe('the signature of a call', () => {
  const shuffled = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(shuffled)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value)
        .reverse()
        .map(([key, each]) => [key, shuffled(each)]),
    )
  }

  it('is the same for any order of keys and any spaces, and another for any other value (property)', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        const plain = call('1', 't', JSON.stringify(one))
        expect(signatureOf(call('2', 't', JSON.stringify(shuffled(one), null, 3)), 'p')).toBe(signatureOf(plain, 'p'))
        const same = signatureOf(call('3', 't', JSON.stringify(other)), 'p') === signatureOf(plain, 'p')
        expect(same).toBe(equal(one, other))
      }),
      { seed: 11, numRuns: 300 },
    )
  })

  it('names tool and project, takes no arguments for an empty object, and bears odd ones (T10)', () => {
    const of = (tool: string, args: string, project = 'p') => signatureOf(call('1', tool, args), project)
    expect(of('a', '{}')).not.toBe(of('b', '{}'))
    expect(of('a', '{}', 'p')).not.toBe(of('a', '{}', 'q'))
    expect(of('a', '')).toBe(of('a', ' { } '))
    expect(of('a', '{"__proto__":{"x":1}}')).not.toBe(of('a', '{}'))
    expect(of('a', '{"1":0,"a":1}')).toBe(of('a', '{"a":1,"1":0}'))
    expect(of('a', '["object",["k",1]]')).not.toBe(of('a', '{"k":1}'))
    expect(of('a', '{"k":')).toBe(of('a', ' {"k": '.trimEnd()))
    expect(of('a', '['.repeat(100_000))).toBeDefined()
    expect(of('a', `${'['.repeat(100_000)}${']'.repeat(100_000)}`)).toBeDefined()
  })
})

function equal(one: unknown, other: unknown): boolean {
  try {
    // -0 and 0 are one value in JSON text.
    expect(JSON.parse(JSON.stringify(one))).toEqual(JSON.parse(JSON.stringify(other)))
    return true
  } catch {
    return false
  }
}
