import { describe, expect, it } from 'vitest'
import { planReviseExecute } from '../../src-main/strategy/built-in/plan/plan-revise-execute.ts'
import type { ModelReply } from '../../src-shared/model/message.ts'
import { call, reply, result, task } from '../kit/agent/agent-replies.ts'
import { play, requestsOf } from '../kit/agent/play.ts'

const options = {
  threshold: 0.7,
  maxRevisions: 2,
  belowThreshold: 'ask',
  approve: 'never',
  maxReplans: 1,
  maxTurns: 50,
  context: 'none',
} as const
const run = (more: Partial<Parameters<typeof planReviseExecute.build>[0]> = {}) =>
  planReviseExecute.build({ ...options, ...more }, null)(task())

const submit = (goals: readonly string[]): ModelReply =>
  reply('', [call('p', 'submit_plan', { steps: goals.map((goal) => ({ goal, done: `${goal} is done` })) })])
const score = (value: number): ModelReply =>
  reply('', [call('e', 'submit_evaluation', { score: value, reasoning: `worth ${value}` })])

describe('plan, revise, execute', () => {
  it('plans, evaluates and carries out each step in a phase of its own, by three roles', () => {
    const played = play(run(), [
      submit(['Look', 'Mend']),
      score(0.9),
      reply('', [call('1', 'read_file')]),
      result('1', 'read_file', 'text'),
      reply('Looked.'),
      reply('Mended. All done.'),
    ])
    expect(played.phases).toEqual(['plan', 'evaluate', 'execute 1 of 2', 'execute 2 of 2'])
    expect(requestsOf(played).map((request) => request.role)).toEqual([
      'planner',
      'evaluator',
      'engineer',
      'engineer',
      'engineer',
    ])
    expect(played.result).toMatchObject({
      status: 'completed',
      text: 'Mended. All done.',
      meta: { score: 0.9, scores: [0.9], revisions: 0, replans: 0, stepsDone: 2 },
    })
    expect(played.result.meta['plan']).toEqual([
      { goal: 'Look', done: 'Look is done' },
      { goal: 'Mend', done: 'Mend is done' },
    ])
    expect(played.notes[0]?.data).toMatchObject({ score: 0.9, threshold: 0.7 })
  })

  it('gives each role only the tools of its phase', () => {
    const played = play(run(), [submit(['Mend']), score(1), reply('Done.')])
    const [planner, evaluator, engineer] = requestsOf(played).map((request) => request.tools.map((tool) => tool.name))
    expect(planner).toEqual(['submit_plan', 'read_file', 'ask_user'])
    expect(evaluator).toEqual(['submit_evaluation'])
    expect(engineer).toEqual(['report_impossible', 'read_file', 'write_file', 'shell', 'ask_user', 'delegate'])
  })

  it('refuses a writing tool that the planner calls all the same', () => {
    const played = play(run(), [reply('', [call('w', 'write_file')]), submit(['Mend']), score(1), reply('Done.')])
    expect(played.steps.some((step) => step.kind === 'run-tool')).toBe(false)
  })

  it('revises below the threshold with the reasoning, and later steps see the earlier ones', () => {
    const played = play(run(), [
      submit(['Guess']),
      score(0.3),
      submit(['Look', 'Mend']),
      score(0.8),
      reply('One.'),
      reply('Two.'),
    ])
    expect(played.phases).toEqual(['plan', 'evaluate', 'revise 1', 'evaluate 2', 'execute 1 of 2', 'execute 2 of 2'])
    expect(requestsOf(played)[2]?.messages.at(-1)).toMatchObject({
      role: 'user',
      text: expect.stringContaining('worth 0.3'),
    })
    expect(requestsOf(played)[5]?.messages.map((message) => message.role === 'assistant' && message.text)).toContain(
      'One.',
    )
    expect(played.result.meta).toMatchObject({ scores: [0.3, 0.8], revisions: 1, score: 0.8 })
  })

  it('asks the user when no revision is left, and carries out the best plan if told so', () => {
    const played = play(run({ maxRevisions: 1 }), [
      submit(['Better']),
      score(0.5),
      submit(['Worse']),
      score(0.2),
      'Carry out the best plan',
      reply('Done.'),
    ])
    expect(played.result.meta).toMatchObject({ score: 0.5, plan: [{ goal: 'Better' }] })
    expect(played.phases.at(-1)).toBe('execute 1 of 1')
  })

  it('takes the best plan without asking where the option says so', () => {
    const played = play(run({ maxRevisions: 0, belowThreshold: 'best' }), [
      submit(['Only']),
      score(0.1),
      reply('Done.'),
    ])
    expect(played.steps.every((step) => step.kind === 'call-model')).toBe(true)
    expect(played.result.status).toBe('completed')
  })

  it('stops before anything is carried out where the user wants to', () => {
    const played = play(run({ maxRevisions: 0 }), [submit(['Only']), score(0.1), 'Stop here'])
    expect(played.result).toMatchObject({ status: 'failed', failure: { kind: 'strategy-gave-up' } })
    expect(played.result.text).toContain('Only')
  })

  it('asks a model that answers in prose again, at most twice, then fails clearly', () => {
    const prose = reply('Here is my plan: first…')
    const mended = play(run(), [prose, prose, submit(['Mend']), score(1), reply('Done.')])
    expect(mended.result.status).toBe('completed')
    const failed = play(run(), [prose, prose, prose])
    expect(failed.result.failure).toMatchObject({
      kind: 'strategy-gave-up',
      message: expect.stringContaining('submit_plan'),
    })
    expect(failed.result.failure?.advice).toContain('planner')
  })

  it('tells the model what is wrong with a submission, and gives up when it does not learn', () => {
    const wrong = reply('', [call('e', 'submit_evaluation', { score: 7, reasoning: 'great' })])
    const played = play(run(), [submit(['Mend']), wrong, wrong, wrong])
    expect(requestsOf(played)[2]?.messages.at(-1)).toMatchObject({
      role: 'tool',
      ok: false,
      text: expect.stringContaining('`score`'),
    })
    expect(played.result.failure).toMatchObject({
      kind: 'strategy-gave-up',
      message: expect.stringContaining('evaluator'),
    })
  })

  it('goes back to planning when a step is reported impossible, with what was learned', () => {
    const impossible = reply('', [call('i', 'report_impossible', { reason: 'The file is gone.' })])
    const played = play(run(), [
      submit(['Look', 'Mend']),
      score(1),
      reply('Looked.'),
      impossible,
      submit(['Write it anew']),
      score(1),
      reply('Written.'),
    ])
    expect(played.phases).toEqual([
      'plan',
      'evaluate',
      'execute 1 of 2',
      'execute 2 of 2',
      'revise 1',
      'evaluate 2',
      'execute 1 of 1',
    ])
    const question = requestsOf(played)[4]?.messages.at(-1)?.text
    expect(question).toContain('The file is gone.')
    expect(question).toContain('Look')
    expect(played.result).toMatchObject({ status: 'completed', text: 'Written.', meta: { replans: 1, stepsDone: 2 } })
  })

  it('gives up when new plans keep running into impossible steps', () => {
    const impossible = reply('', [call('i', 'report_impossible', { reason: 'No.' })])
    const round = [submit(['Mend']), score(1), impossible]
    const played = play(run(), [...round, ...round])
    expect(played.result.failure).toMatchObject({ kind: 'strategy-gave-up', detail: 'No.' })
    expect(played.result.messages.length).toBeGreaterThan(3)
  })

  it('ends early with what is done when the limit is told of', () => {
    const spent = { budget: 'last-answer' } as const
    const onSteps = play(run(), [submit(['Look', 'Mend']), score(1), reply('Looked.', [], spent)])
    expect(onSteps.result).toMatchObject({ status: 'failed', failure: { kind: 'budget-spent' }, text: 'Looked.' })
    const onPlan = play(run(), [submit(['Look']), { ...score(1), ...spent }])
    expect(onPlan.result).toMatchObject({ status: 'failed', failure: { kind: 'budget-spent' } })
    expect(onPlan.result.text).toContain('Look')
  })
})
