import { describe, expect, it } from 'vitest'
import { retry } from '../../src-main/strategy/built-in/with-retry.ts'
import { buildStrategy } from '../../src-main/strategy/registry.ts'
import { StepFailed, type Strategy } from '../../src-main/strategy/steps.ts'
import type { Outcome } from '../../src-shared/strategy/strategy-info.ts'
import { call, reply, result, task } from '../kit/agent/agent-replies.ts'
import { play, requestsOf } from '../kit/agent/play.ts'

const usual = { maxRetries: 2, check: '', onToolFailure: true, restore: false }
const loop = { name: 'tool-loop', options: {} }

function run(more: Partial<typeof usual> = {}, inner = loop) {
  const built = buildStrategy(inner)
  if (!built.ok) throw new Error(built.failure.message)
  return retry.build({ ...usual, ...more }, built.strategy)(task())
}
const checked = (exitCode: number | null, output = '1 failing') => ({ exitCode, output, durationMs: 5 })

/** An inner strategy that ends with these outcomes in turn, and the tasks it was given. */
function scripted(outcomes: readonly Partial<Outcome>[]) {
  const received: string[][] = []
  const inner: Strategy = function* (input) {
    received.push(input.messages.map((message) => message.text))
    const end = outcomes[received.length - 1] ?? {}
    return {
      status: 'completed',
      text: 'answer',
      messages: [{ role: 'user', text: input.goal }],
      calls: [],
      meta: {},
      failure: null,
      ...end,
    }
  }
  return { inner, received }
}
const failed = (message: string, kind: 'strategy-gave-up' | 'budget-spent' = 'strategy-gave-up'): Partial<Outcome> => ({
  status: 'failed',
  failure: { kind, message, advice: 'Do else.' },
})
const entry = (tool: string, ok: boolean) => ({ tool, ok, error: ok ? null : `${tool} broke`, durationMs: 1 })

describe('retry', () => {
  it('leaves alone what succeeds at once', () => {
    const played = play(run(), [reply('Done.')])
    expect(played.phases).toEqual(['attempt 1 of 3'])
    expect(played.result).toMatchObject({
      status: 'completed',
      text: 'Done.',
      meta: { attempts: 1, succeeded: true, reasons: [] },
    })
    expect(played.result.messages).toEqual([{ role: 'user', text: 'Mend the total.' }, reply('Done.').message])
  })

  it('tells each attempt why the last one failed, and sums up the calls of all', () => {
    const { inner, received } = scripted([
      { ...failed('The plan was bad.'), text: 'half', calls: [entry('shell', true)] },
      { ...failed('The disk is full.'), calls: [entry('read_file', true)] },
      { text: 'Done at last.', calls: [entry('write_file', true)] },
    ])
    const played = play(retry.build(usual, inner)(task()), [])
    expect(received[0]).toEqual(['Mend the total.'])
    expect(received[1]?.at(-1)).toContain('The plan was bad.')
    expect(received[1]?.at(-1)).toContain('half')
    expect(received[2]?.at(-1)).toContain('The disk is full.')
    expect(received[2]?.at(-1)).not.toContain('The plan was bad.')
    expect(played.phases).toEqual(['attempt 1 of 3', 'attempt 2 of 3', 'attempt 3 of 3'])
    expect(played.notes.map((note) => note.title)).toEqual([
      'attempt 1 of 3 failed',
      'attempt 2 of 3 failed',
      'attempt 3 of 3 succeeded',
    ])
    expect(played.result).toMatchObject({
      status: 'completed',
      text: 'Done at last.',
      meta: { attempts: 3, succeeded: true },
    })
    expect(played.result.calls.map((each) => each.tool)).toEqual(['shell', 'read_file', 'write_file'])
  })

  it.each([1, 3])('gives up after %i more attempts, with the last failure', (maxRetries) => {
    const { inner, received } = scripted(Array.from({ length: 9 }, (_, at) => failed(`failure ${at + 1}`)))
    const played = play(retry.build({ ...usual, maxRetries }, inner)(task()), [])
    expect(received).toHaveLength(maxRetries + 1)
    expect(played.result).toMatchObject({
      status: 'failed',
      failure: { message: `failure ${maxRetries + 1}` },
      meta: { succeeded: false },
    })
    expect(played.result.meta['reasons']).toHaveLength(maxRetries + 1)
  })

  it.each([
    [
      'failed last',
      [
        ['shell', true],
        ['shell', false],
      ],
      true,
    ],
    [
      'failed, and another tool went well after it',
      [
        ['shell', false],
        ['read_file', true],
      ],
      true,
    ],
    [
      'failed and was made good',
      [
        ['shell', false],
        ['shell', true],
      ],
      false,
    ],
    ['never failed', [['shell', true]], false],
  ] as const)('tries again by its calls where a tool %s', (_, calls, again) => {
    const { inner, received } = scripted([{ calls: calls.map(([tool, ok]) => entry(tool, ok)) }])
    play(retry.build(usual, inner)(task()), [])
    expect(received).toHaveLength(again ? 2 : 1)
    if (again) expect(received[1]?.at(-1)).toContain('shell broke')
    const off = scripted([{ calls: calls.map(([tool, ok]) => entry(tool, ok)) }])
    play(retry.build({ ...usual, onToolFailure: false }, off.inner)(task()), [])
    expect(off.received).toHaveLength(1)
  })

  it('leaves a completed outcome completed where a tool stays broken: the calls say it', () => {
    const { inner } = scripted(Array.from({ length: 3 }, () => ({ calls: [entry('shell', false)] })))
    const played = play(retry.build(usual, inner)(task()), [])
    expect(played.result).toMatchObject({ status: 'completed', failure: null, meta: { attempts: 3, succeeded: false } })
  })

  it('runs the check after each attempt, and its output tells the next one', () => {
    const played = play(run({ check: 'npm test' }), [
      reply('Done?'),
      checked(1, 'total: expected 3'),
      reply('Done.'),
      checked(0, ''),
    ])
    expect(played.phases).toEqual(['attempt 1 of 3', 'check 1', 'attempt 2 of 3', 'check 2'])
    expect(played.steps.flatMap((step) => (step.kind === 'check' ? [step.command] : []))).toEqual([
      'npm test',
      'npm test',
    ])
    expect(requestsOf(played)[1]?.messages.at(-1)?.text).toMatch(/exited with 1[\s\S]*expected 3[\s\S]*as it left them/)
    expect(played.result).toMatchObject({ status: 'completed', meta: { attempts: 2 } })
  })

  it('lets the check alone decide: after a failed call, after a failed attempt, and never without it', () => {
    const calls = [entry('shell', false)]
    const passes = scripted([{ calls, text: 'Mended.' }])
    const good = play(retry.build({ ...usual, check: 'npm test' }, passes.inner)(task()), [checked(0)])
    expect(good.result).toMatchObject({ status: 'completed', text: 'Mended.', meta: { attempts: 1, succeeded: true } })

    const gaveUp = scripted([{ ...failed('It ran out of tries.'), text: '' }])
    const held = play(retry.build({ ...usual, check: 'npm test' }, gaveUp.inner)(task()), [checked(0)])
    expect(held.result).toMatchObject({ status: 'completed', failure: null, meta: { attempts: 1, succeeded: true } })
    expect(held.result.text).toBe('`npm test` passes. The attempt itself ended early: It ran out of tries.')

    const broken = scripted([{ calls }, { calls }])
    const bad = play(retry.build({ ...usual, maxRetries: 1, check: 'npm test' }, broken.inner)(task()), [
      checked(1),
      checked(1),
    ])
    expect(bad.result).toMatchObject({ status: 'failed', meta: { attempts: 2, succeeded: false } })
    // Both are told to the next attempt.
    expect(broken.received[1]?.at(-1)).toMatch(/1 failing[\s\S]*shell broke/)
  })

  it.each([
    [2, 'still exits with 2'],
    [null, 'still does not finish'],
  ])('fails where the check never exits with 0 (%s)', (code, words) => {
    const played = play(run({ check: 'npm test', maxRetries: 1 }), [
      reply('1'),
      checked(code),
      reply('2'),
      checked(code),
    ])
    expect(played.result).toMatchObject({ status: 'failed', text: '2', failure: { kind: 'strategy-gave-up' } })
    expect(played.result.failure?.message).toContain(words)
  })

  it('starts again from the files as they were where asked to, and keeps no undone work for the conversation', () => {
    const first = [reply('', [call('1', 'write_file')]), result('1', 'write_file'), reply('Done?')]
    const played = play(run({ check: 'npm test', restore: true }), [
      'snap',
      ...first,
      checked(1),
      null,
      reply('Done.'),
      checked(0),
    ])
    expect(played.steps.map((step) => step.kind)).toEqual([
      'snapshot',
      'call-model',
      'run-tool',
      'call-model',
      'check',
      'restore',
      'call-model',
      'check',
    ])
    expect(played.steps[5]).toMatchObject({ snapshot: 'snap' })
    expect(requestsOf(played).at(-1)?.messages.at(-1)?.text).toContain('again as they were')
    expect(played.result.messages.map((message) => message.role)).toEqual(['user', 'user', 'assistant'])
    expect(played.result.calls).toHaveLength(1)
  })

  it('makes no further attempt once a limit of the run was told of', () => {
    const { inner, received } = scripted([failed('The limit is reached.', 'budget-spent')])
    play(retry.build(usual, inner)(task()), [])
    expect(received).toHaveLength(1)
    const soft = play(run({ check: 'npm test' }), [reply('Half.', [], { budget: 'last-answer' }), checked(1)])
    expect(soft.result).toMatchObject({ status: 'failed', meta: { attempts: 1 } })
  })

  it('makes no further attempt where the user ended the work, or did not let a call through', () => {
    const { inner, received } = scripted([{ ...failed('You stopped.'), meta: { stopped: true } }])
    play(retry.build(usual, inner)(task()), [])
    expect(received).toHaveLength(1)
    const denied = { ...result('1', 'shell', 'The user denied this call', false), data: { notAllowed: true } }
    const played = play(run(), [reply('', [call('1', 'shell')]), denied, reply('Then not.')])
    expect(played.result).toMatchObject({ status: 'completed', meta: { attempts: 1, succeeded: true } })
  })

  it('does not catch an endpoint that is down: that is no matter of another attempt', () => {
    const down = new StepFailed({ kind: 'model-unreachable', message: 'No answer.', advice: 'Look at it.' })
    expect(() => play(run(), [down])).toThrow(down)
  })

  it.each(['plan-and-execute@2', 'reflection@2', 'react@2', 'two-stage@1', 'plan-revise-execute@2', 'chat@1'])(
    'takes %s inside',
    (version) => {
      const [name = ''] = version.split('@')
      const built = buildStrategy({
        name: 'conversation',
        options: {},
        inner: { name: 'retry', options: {}, inner: { name, options: {} } },
      })
      expect(built).toMatchObject({ ok: true, version: `conversation@1(retry@2(${version}))` })
    },
  )
})
