import { describe, expect, it } from 'vitest'
import { planAndExecute } from '../../src-main/strategy/built-in/plan/plan-and-execute.ts'
import { call, reply, result, task } from '../kit/agent/agent-replies.ts'
import { play, requestsOf } from '../kit/agent/play.ts'

const run = (maxSteps = 3) =>
  planAndExecute.build({ maxSteps, approve: 'never', maxTurns: 50, context: 'none' }, null)(task())
const submit = (...goals: string[]) =>
  reply('', [call('p', 'submit_plan', { steps: goals.map((goal) => ({ goal, done: `${goal} is done` })) })])

describe('plan and execute', () => {
  it('plans once, carries each step out with tools, and sums up without', () => {
    const played = play(run(), [
      submit('Look', 'Mend'),
      reply('', [call('1', 'read_file')]),
      result('1', 'read_file', 'text'),
      reply('Looked.'),
      reply('Mended.'),
      reply('All in all: mended.'),
    ])
    expect(played.phases).toEqual(['plan', 'execute 1 of 2', 'execute 2 of 2', 'summarise'])
    const requests = requestsOf(played)
    expect(requests.map((request) => request.role)).toEqual(['planner', 'engineer', 'engineer', 'engineer', 'engineer'])
    expect(requests[0]?.tools.map((tool) => tool.name)).toEqual(['submit_plan', 'read_file', 'ask_user'])
    expect(requests[1]?.tools.map((tool) => tool.name)).toContain('write_file')
    expect(requests.at(-1)?.tools).toEqual([])
    expect(requests[3]?.messages.at(-1)?.text).not.toContain('summary')
    expect(played.result).toMatchObject({
      status: 'completed',
      text: 'All in all: mended.',
      meta: { stepsDone: 2, spent: false },
    })
    expect(played.notes[0]).toMatchObject({ title: 'plan of 2 steps', data: { steps: ['Look', 'Mend'] } })
  })

  it('refuses a plan with more steps than allowed, and tells the planner', () => {
    const played = play(run(1), [submit('Look', 'Mend'), submit('Mend'), reply('Mended.'), reply('Summed up.')])
    expect(requestsOf(played)[0]?.messages.at(-1)?.text).toContain('At most 1 steps')
    expect(requestsOf(played)[1]?.messages.at(-1)?.text).toContain('steps')
    expect(played.result.meta).toMatchObject({ stepsDone: 1 })
  })

  it('asks a planner that answers in prose twice more, then fails clearly', () => {
    const mended = play(run(), [reply('First I would look.'), submit('Mend'), reply('Mended.'), reply('Summed up.')])
    expect(mended.result.status).toBe('completed')
    const failed = play(run(), [reply('One.'), reply('Two.'), reply('Three.')])
    expect(failed.result).toMatchObject({
      status: 'failed',
      failure: { kind: 'strategy-gave-up' },
      meta: { plan: null },
    })
  })

  it('ends where a step is reported impossible, with what was learned', () => {
    const played = play(run(), [
      submit('Look', 'Mend'),
      reply('Looked.'),
      reply('', [call('i', 'report_impossible', { reason: 'There is no total.' })]),
    ])
    expect(played.result).toMatchObject({
      status: 'failed',
      failure: { detail: 'There is no total.' },
      meta: { stepsDone: 1 },
    })
  })

  it.each([
    ['on the plan', [submit('Look', 'Mend')], 0, 0],
    ['in the first step', [submit('Look', 'Mend'), reply('Looked.')], 1, 1],
  ] as const)('goes no further where a soft limit is told of %s', (_, answers, at, stepsDone) => {
    const spent = answers.map((answer, index) =>
      index === at ? { ...answer, budget: 'last-answer' as const } : answer,
    )
    const played = play(run(), spent)
    expect(played.result).toMatchObject({ status: 'failed', failure: { kind: 'budget-spent' }, meta: { stepsDone } })
  })

  it('makes no summary after a limit in the last step: its words stand', () => {
    const played = play(run(), [submit('Mend'), reply('Mended.', [], { budget: 'last-answer' })])
    expect(played.result).toMatchObject({ status: 'completed', text: 'Mended.', meta: { spent: true } })
  })

  it('keeps the last step as its answer where the summary does not come', () => {
    const played = play(run(), [submit('Mend'), reply('Mended.'), reply(''), reply('')])
    expect(played.result).toMatchObject({ status: 'completed', text: 'Mended.' })
  })
})
