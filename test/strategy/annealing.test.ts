import { describe, expect, it, test } from 'vitest'
import { annealing } from '../../src-main/strategy/built-in/annealing/annealing.ts'
import { annealingOptions } from '../../src-main/strategy/built-in/annealing/annealing-options.ts'
import { acceptanceChance } from '../../src-main/strategy/built-in/annealing/annealing-state.ts'
import { StepFailed } from '../../src-main/strategy/steps.ts'
import { call, reply, task } from '../kit/agent/agent-replies.ts'
import { type Answers, play, requestsOf } from '../kit/agent/play.ts'

const run = (options: object) => annealing.build(annealingOptions.parse(options), null)(task())
const byNumber = { pattern: 'score (\\d+)', temperature: 1, cooling: 0.5 }

/** A world whose proposals score so; chance draws these numbers. */
function world(
  scores: readonly (number | null)[],
  draws: readonly number[] = [],
): Extract<Answers, (...args: never) => unknown> {
  let snapshots = 0
  let checks = 0
  let drawn = 0
  return (step) => {
    if (step.kind === 'call-model') return reply(`Proposal after ${checks} checks.`)
    if (step.kind === 'snapshot') return `s${snapshots++}`
    if (step.kind === 'random') return draws[drawn++] ?? 0.999
    if (step.kind !== 'check') return null
    const score = scores[checks++] ?? null
    return { exitCode: 1, output: score === null ? 'nothing' : `score ${score}`, durationMs: 1 }
  }
}
const restores = (played: ReturnType<typeof play>) =>
  played.steps.flatMap((step) => (step.kind === 'restore' ? [step.snapshot] : []))

describe('annealing', () => {
  it('keeps what is better, rolls back what is worse and unlucky, and leaves the best state', () => {
    const played = play(run({ ...byNumber, proposals: 3 }), world([5, 7, 6, 9]))
    expect(played.phases).toEqual([
      'score the start',
      'proposal 1',
      'score 1',
      'proposal 2',
      'score 2',
      'proposal 3',
      'score 3',
    ])
    expect(restores(played)).toEqual(['s1'])
    expect(played.result).toMatchObject({
      status: 'completed',
      meta: {
        score: 9,
        snapshot: 's3',
        proposals: [{ decision: 'better' }, { decision: 'worse, rejected' }, { decision: 'better' }],
      },
    })
    expect(played.notes[2]?.data).toEqual({
      score: 6,
      before: 7,
      temperature: 0.5,
      chance: Math.exp(-2),
      drawn: 0.999,
      kept: false,
      snapshot: 's2',
    })
  })

  it('keeps what is worse where chance says so, and comes back to the best at the end', () => {
    const played = play(run({ ...byNumber, proposals: 2 }), world([5, 7, 6], [0.1]))
    expect(played.result.meta).toMatchObject({ score: 7, snapshot: 's1', proposals: [{}, { decision: 'worse, kept' }] })
    expect(restores(played)).toEqual(['s1'])
  })

  it.each([
    [1, 1, Math.exp(-1)],
    [2, 0.5, Math.exp(-4)],
    [0, 0.3, 1],
    [-3, 0, 1],
    [1, 0, 0],
    [Number.POSITIVE_INFINITY, 5, 0],
    [Number.NaN, 5, 0],
  ])('keeps a proposal worse by %d at temperature %d with a chance of %d', (worse, temperature, chance) => {
    expect(acceptanceChance(worse, temperature)).toBe(chance)
  })

  it('cools by its schedule', () => {
    const played = play(run({ ...byNumber, proposals: 4 }), world([9, 1, 1, 1, 1]))
    const temperatures = played.notes.flatMap(({ data }) => (data['chance'] === undefined ? [] : [data['temperature']]))
    expect(temperatures).toEqual([1, 0.5, 0.25, 0.125])
    expect(played.result.text).toContain('No proposal was better than the start')
  })

  it('takes the lower score for the better one where told so', () => {
    const played = play(run({ ...byNumber, better: 'lower', proposals: 2 }), world([5, 3, 4]))
    expect(played.result.meta).toMatchObject({ score: 3, snapshot: 's1' })
  })

  it('takes a state without a score for worse than any', () => {
    const played = play(run({ ...byNumber, proposals: 2 }), world([5, null, 4]))
    expect(played.result.meta['proposals']).toMatchObject([
      { score: null, decision: 'worse, rejected' },
      { score: 4, decision: 'worse, rejected' },
    ])
    const started = play(run({ ...byNumber, proposals: 1 }), world([null, 0]))
    expect(started.result.meta).toMatchObject({ score: 0 })
  })

  it('is done when the check passes, where only its exit code counts', () => {
    const answers = world([])
    let checks = 0
    const played = play(run({ proposals: 6 }), (step, index) =>
      step.kind === 'check' ? { exitCode: checks++ === 0 ? 1 : 0, output: 'x', durationMs: 1 } : answers(step, index),
    )
    expect(played.phases).toEqual(['score the start', 'proposal 1', 'score 1'])
    expect(played.result.meta).toMatchObject({ score: 1 })
  })

  it('is told of the proposals so far and of the state as it is, in a fresh talk each', () => {
    const played = play(run({ ...byNumber, proposals: 2 }), world([5, 4, 3]))
    const [first, second] = requestsOf(played).map((request) => request.messages)
    expect(first).toHaveLength(3)
    expect(second).toHaveLength(3)
    expect(second?.at(-1)?.text).toContain('- score 4, worse, rejected: Proposal after 1 checks.')
    expect(second?.at(-1)?.text).toContain('score 5')
  })

  it('scores by an evaluator who sees what was changed and only looks', () => {
    let calls = 0
    const played = play(run({ score: 'evaluator', proposals: 1 }), (step) => {
      if (step.kind === 'changes')
        return { files: step.before === step.after ? [] : [{ path: 'a', added: 1, removed: 0 }], patch: '+ better' }
      if (step.kind === 'call-model' && step.request.role === 'evaluator')
        return reply('', [call('e', 'submit_evaluation', { score: calls++ / 2, reasoning: 'so' })])
      return step.kind === 'snapshot' ? step.label : reply('Did it.')
    })
    const judged = requestsOf(played).filter((request) => request.role === 'evaluator')
    expect(judged[1]?.messages.at(-1)?.text).toContain('+ better')
    expect(judged[1]?.tools.map((tool) => tool.name)).toEqual(['submit_evaluation', 'read_file', 'ask_user'])
    expect(played.result.meta).toMatchObject({ score: 0.5 })
  })

  it('rejects what a misbehaving model or judge leaves, and goes on', () => {
    const empty = play(run({ ...byNumber, proposals: 1 }), (step, index) =>
      step.kind === 'call-model' ? reply('') : (world([5])(step, index) ?? (step.kind === 'snapshot' ? 's' : null)),
    )
    expect(empty.result).toMatchObject({ status: 'completed', meta: { proposals: [{ decision: 'failed' }] } })
    const prose = play(run({ score: 'evaluator', proposals: 1 }), (step) => {
      if (step.kind === 'changes') return { files: [], patch: '' }
      return step.kind === 'snapshot' ? step.label : reply('Very good!')
    })
    expect(prose.result.meta).toMatchObject({ score: null, proposals: [{ score: null, decision: 'worse, rejected' }] })
    const same = play(run({ ...byNumber, proposals: 1 }), (step, index) =>
      step.kind === 'snapshot' ? 's' : world([5])(step, index),
    )
    expect(same.result.meta['proposals']).toMatchObject([{ decision: 'no change' }])
  })

  it('leaves the best state where the endpoint goes down, and passes that on', () => {
    const down = new StepFailed({ kind: 'model-unreachable', message: 'Nobody answers.', advice: 'Wait.' })
    const answers = world([5, 8])
    const restored: string[] = []
    let models = 0
    const broken = () =>
      play(run({ ...byNumber, proposals: 3 }), (step, index) => {
        if (step.kind === 'restore') restored.push(step.snapshot)
        if (step.kind === 'call-model' && models++ === 1) return down
        return answers(step, index)
      })
    expect(broken).toThrow('Nobody answers.')
    expect(restored).toEqual(['s1'])
  })

  it('ends when the limit is told of', () => {
    const answers = world([5, 6])
    const played = play(run({ ...byNumber, proposals: 5 }), (step, index) => {
      if (step.kind === 'call-model') return reply('Done.', [], { budget: 'last-answer' })
      return answers(step, index)
    })
    expect(played.result.meta).toMatchObject({ score: 6, spent: true, proposals: [{}] })
  })
})

test('a pattern that would take for ever gives no score, and the user is told so in a sentence', () => {
  const answers = world([])
  const played = play(run({ pattern: '(a+)+b', proposals: 1 }), (step, index) =>
    step.kind === 'check' ? { exitCode: 0, output: 'a'.repeat(60), durationMs: 1 } : answers(step, index),
  )
  expect(played.result.meta).toMatchObject({ score: null })
  expect(played.result.text).toMatch(/The score pattern took too long/)
  expect(played.notes[0]?.data).toMatchObject({ score: null, problem: expect.stringMatching(/took too long/) })
})

test('a pattern must be a regular expression', () => {
  expect(annealingOptions.safeParse({ pattern: '(' }).success).toBe(false)
})
