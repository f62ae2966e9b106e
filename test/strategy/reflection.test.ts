import { describe, expect, it } from 'vitest'
import { reflection } from '../../src-main/strategy/built-in/reflection.ts'
import { call, reply, result, task } from '../kit/agent/agent-replies.ts'
import { play, requestsOf } from '../kit/agent/play.ts'

const run = (maxIterations = 3) => reflection.build({ maxIterations, maxTurns: 50, context: 'none' }, null)(task())
const verdict = (approved: boolean, issues: readonly string[] = []) =>
  reply('', [call('v', 'submit_verdict', { approved, issues })])

describe('reflection', () => {
  it('generates with tools, has a critic judge, and ends when approved', () => {
    const played = play(run(), [
      reply('Mending.', [call('1', 'write_file', { path: 'total.js' })]),
      result('1', 'write_file', 'wrote 3 lines'),
      reply('Mended.'),
      verdict(true),
    ])
    expect(played.phases).toEqual(['generate', 'critique 1'])
    expect(played.notes.map((note) => note.title)).toEqual(['critique 1: approved'])
    expect(played.result).toMatchObject({
      status: 'completed',
      text: 'Mended.',
      meta: { approved: true, iterations: 1, revisions: 0 },
    })
    expect(played.result.calls.map((each) => each.tool)).toEqual(['write_file', 'submit_verdict'])
  })

  it('shows the critic the answer and what was done, and gives it no work tools', () => {
    const played = play(run(), [
      reply('', [call('1', 'write_file', { path: 'total.js' })]),
      result('1', 'write_file', 'disk is full', false),
      reply('Mended.'),
      verdict(true),
    ])
    const critic = requestsOf(played)[2]
    expect(critic).toMatchObject({ role: 'critic', tools: [{ name: 'submit_verdict' }] })
    const shown = critic?.messages.at(-1)?.text ?? ''
    for (const part of ['Mended.', 'write_file {"path":"total.js"}', 'failed: disk is full'])
      expect(shown).toContain(part)
  })

  it('revises with the issues until approved, and the engineer sees its earlier work', () => {
    const played = play(run(), [
      reply('First.'),
      verdict(false, ['The total is negative.', 'No test.']),
      reply('', [call('2', 'shell')]),
      result('2', 'shell'),
      reply('Second.'),
      verdict(true),
    ])
    expect(played.phases).toEqual(['generate', 'critique 1', 'revise 1', 'critique 2'])
    expect(played.notes.map((note) => note.title)).toEqual(['critique 1: 2 issues', 'critique 2: approved'])
    const revise = requestsOf(played)[2]
    expect(revise?.role).toBe('engineer')
    expect(revise?.messages.slice(-2).map((message) => message.text)).toEqual([
      'First.',
      expect.stringContaining('- The total is negative.\n- No test.'),
    ])
    expect(played.result).toMatchObject({ text: 'Second.', meta: { approved: true, revisions: 1 } })
  })

  it.each([1, 2, 4])('ends after %i iterations without approval, with the last answer and the open issues', (most) => {
    const answers = [
      reply('0'),
      ...Array.from({ length: most }, (_, at) => [verdict(false, ['no']), reply(`${at + 1}`)]).flat(),
    ]
    const played = play(run(most), answers)
    expect(played.result).toMatchObject({
      status: 'completed',
      text: `${most}`,
      meta: { approved: false, iterations: most, revisions: most, issues: ['no'] },
    })
  })

  const reading = (answers: readonly string[]) =>
    play(
      reflection.build(
        { maxIterations: 3, maxTurns: 50, context: 'none' },
        null,
      )(task('Mend it.', { readsText: true })),
      answers.map((text) => reply(text)),
    )

  it('keeps finished work if the critic gives no verdict: it is the outcome, marked as not reviewed', () => {
    const wrong = '{"approved": "perhaps"}'
    expect(reading(['Mended.', wrong, wrong, wrong]).result).toMatchObject({
      status: 'completed',
      text: 'Mended.',
      meta: { approved: false, unreviewed: expect.stringContaining('submit_verdict') },
      failure: null,
    })
    expect(reading(['Mended.', wrong, '{"approved": true}']).result).toMatchObject({
      status: 'completed',
      meta: { approved: true, unreviewed: null },
    })
  })

  it('ends with its critic in runs that began before answers in text were read, as they did', () => {
    const played = play(run(), [reply('Mended.'), reply('APPROVED'), reply('APPROVED!'), reply('It is APPROVED.')])
    expect(played.result).toMatchObject({ status: 'failed', text: 'Mended.', failure: { kind: 'strategy-gave-up' } })
  })

  it('takes prose for a critique, and a line that says only APPROVED for the approval', () => {
    const played = reading([
      'Mended.',
      'I would not say APPROVED before there is a test.',
      'Tested.',
      'Good overall.\n\n**APPROVED**',
    ])
    expect(played.result).toMatchObject({
      status: 'completed',
      text: 'Tested.',
      meta: { approved: true, revisions: 1 },
    })
    expect(requestsOf(played)[2]?.messages.at(-1)?.text).toContain('before there is a test')
  })

  it('refuses a disapproval that names no issue, and arguments that do not fit', () => {
    const played = play(run(), [
      reply('Mended.'),
      verdict(false),
      reply('', [call('v', 'submit_verdict', { approved: 'yes' })]),
      verdict(true),
    ])
    const toolMessages = requestsOf(played).flatMap((request) =>
      request.messages.filter((message) => message.role === 'tool'),
    )
    expect(toolMessages[0]?.text).toContain('name at least one')
    expect(toolMessages.at(-1)?.text).toContain('approved')
    expect(played.result.meta).toMatchObject({ approved: true, iterations: 1 })
  })

  it('runs no work tool that the critic calls all the same', () => {
    const played = play(run(), [
      reply('Mended.'),
      reply('', [call('x', 'shell', { command: 'rm -rf .' })]),
      verdict(true),
    ])
    expect(played.steps.every((step) => step.kind === 'call-model')).toBe(true)
  })

  it('asks no critic once a soft limit was told of, and none where the work failed', () => {
    const spent = play(run(), [reply('Half.', [], { budget: 'last-answer' })])
    expect(spent.result).toMatchObject({ status: 'completed', text: 'Half.', meta: { spent: true, approved: false } })
    const judged = play(run(), [
      reply('Mended.'),
      reply('', [call('v', 'submit_verdict', { approved: false, issues: ['x'] })], { budget: 'last-answer' }),
    ])
    expect(judged.result).toMatchObject({ status: 'completed', text: 'Mended.', meta: { spent: true, issues: ['x'] } })
    const empty = play(run(), [reply(''), reply('')])
    expect(empty.result.failure?.kind).toBe('model-empty')
  })
})
