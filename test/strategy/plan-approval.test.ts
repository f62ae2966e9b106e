import { describe, expect, it } from 'vitest'
import { planAndExecute } from '../../src-main/strategy/built-in/plan/plan-and-execute.ts'
import { planReviseExecute } from '../../src-main/strategy/built-in/plan/plan-revise-execute.ts'
import { call, reply, task } from '../kit/agent/agent-replies.ts'
import { play, requestsOf } from '../kit/agent/play.ts'

const loop = { maxTurns: 50, context: 'none' } as const
const usual = {
  threshold: 0.7,
  maxRevisions: 0,
  belowThreshold: 'ask',
  approve: 'always',
  maxReplans: 1,
  ...loop,
} as const
const submit = (...goals: string[]) =>
  reply('', [call('p', 'submit_plan', { steps: goals.map((goal) => ({ goal, done: `${goal} is done` })) })])
const score = (value: number) => reply('', [call('e', 'submit_evaluation', { score: value, reasoning: 'so' })])
const revise = (more: object, answers: readonly unknown[]) =>
  play(planReviseExecute.build({ ...usual, ...more }, null)(task()), answers)
const execute = (answers: readonly unknown[]) =>
  play(planAndExecute.build({ maxSteps: 5, approve: 'always', ...loop }, null)(task()), answers)
const askedIn = ({ steps }: ReturnType<typeof play>) =>
  steps.flatMap((step) => (step.kind === 'ask-user' ? [step.question] : []))

describe('a plan that has to be approved', () => {
  it('is shown whole before anything is carried out, and carried out as it is', () => {
    const played = revise({}, [submit('Mend'), score(0.9), 'Carry it out', reply('Mended.')])
    expect(askedIn(played)).toEqual([
      {
        question: 'The plan has a score of 0.9. Carry it out?',
        options: ['Stop here', 'Carry it out'],
        freeText: true,
        plan: [{ goal: 'Mend', done: 'Mend is done' }],
      },
    ])
    expect(played.result).toMatchObject({ status: 'completed', text: 'Mended.' })
  })

  it('is carried out as the user edited it', () => {
    const edited = JSON.stringify({ steps: [{ goal: 'Look', done: 'Seen' }] })
    const played = revise({}, [submit('Mend'), score(0.9), edited, reply('Looked.')])
    expect(requestsOf(played).at(-1)?.messages.at(-1)?.text).toContain('Carry out step 1 of 1: Look\nDone when: Seen')
    expect(played.result.meta).toMatchObject({ plan: [{ goal: 'Look', done: 'Seen' }] })
    const list = execute([submit('Mend'), '1. Look\n2. Mend', reply('Looked.'), reply('Mended.'), reply('All done.')])
    expect(list.result).toMatchObject({ text: 'All done.', meta: { stepsDone: 2 } })
  })

  it('goes back to the planner with what the user wants changed, and is shown again', () => {
    const played = revise({ approve: 'below-threshold' }, [
      submit('Mend'),
      score(0.5),
      'Look first.',
      submit('Look', 'Mend'),
      score(0.9),
      'Carry it out',
      reply('Looked.'),
      reply('Mended.'),
    ])
    expect(requestsOf(played)[2]?.messages.at(-1)?.text).toContain(
      'The user read the plan and wants it changed:\n\nLook first.',
    )
    expect(askedIn(played)).toHaveLength(2)
    expect(played.result).toMatchObject({ text: 'Mended.', meta: { scores: [0.5, 0.9] } })
    const again = execute([
      submit('Mend'),
      'Look first.',
      submit('Look'),
      'Carry it out',
      reply('Looked.'),
      reply('Done.'),
    ])
    expect(again.phases.slice(0, 2)).toEqual(['plan', 'plan 2'])
    expect(again.result.calls.map(({ tool }) => tool)).toEqual(['submit_plan', 'submit_plan'])
  })

  it('is not carried out if the user stops, and the plan is the answer', () => {
    for (const played of [
      revise({}, [submit('Mend'), score(0.9), 'Stop here']),
      execute([submit('Mend'), 'Stop here']),
    ])
      expect(played.result).toMatchObject({
        status: 'failed',
        failure: { kind: 'strategy-gave-up', message: 'The plan was not approved; nothing was carried out.' },
      })
  })

  it('is asked about only below the threshold, or never, as the option says', () => {
    const good = [submit('Mend'), score(0.7), reply('Mended.')]
    expect(askedIn(revise({ approve: 'below-threshold' }, good))).toEqual([])
    expect(askedIn(revise({ approve: 'never' }, good))).toEqual([])
    const poor = revise({ approve: 'below-threshold' }, [submit('Mend'), score(0.6), 'Carry it out', reply('Mended.')])
    expect(askedIn(poor)).toHaveLength(1)
  })
})
