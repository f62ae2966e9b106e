import { describe, expect, it } from 'vitest'
import { bestOfN } from '../../src-main/strategy/built-in/best-of-n/best-of-n.ts'
import { StepFailed } from '../../src-main/strategy/steps.ts'
import { call, reply, someTools, task } from '../kit/agent/agent-replies.ts'
import { play, requestsOf } from '../kit/agent/play.ts'

const options = {
  context: 'none' as const,
  candidates: 3,
  check: 'npm test',
  nonePasses: 'best',
  dependencies: 'clone',
  maxTurns: 50,
} as const
const run = (more: object = {}, input = task()) => bestOfN.build({ ...options, ...more }, null)(input)
const down = new StepFailed({ kind: 'model-unreachable', message: 'Nobody answers.', advice: 'Wait.' })

interface World {
  /** Exit codes of the candidates' checks, in order. */
  readonly exits: readonly (number | null)[]
  /** What each candidate's files are. */
  readonly states?: readonly string[]
  /** The judge's answer to what is shown as A and as B. */
  readonly judge?: (a: string, b: string) => unknown
  readonly says?: (candidate: number) => unknown
  /** The project's state when one has been chosen. */
  readonly later?: string
  readonly user?: string
}

/** Candidate n says `text n`, so that the judge can be told what is shown to it. */
function playIn({ exits, states, judge, says, later = 'base', user }: World, more: object = {}) {
  let models = 0
  let checks = 0
  return play(run(more), (step) => {
    // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- this strategy asks for no other step
    switch (step.kind) {
      case 'call-model': {
        if (step.request.role !== 'evaluator') return says?.(models++) ?? reply(`text ${says ? models : ++models}`)
        const [a, b] = [...(step.request.messages.at(-1)?.text ?? '').matchAll(/text \d/g)].map(([text]) => text)
        return judge?.(a ?? '', b ?? '')
      }
      case 'check':
        return { exitCode: exits[checks++] ?? null, output: 'out', durationMs: 1 }
      case 'snapshot': {
        const number = /^candidate (\d)$/.exec(step.label)?.[1]
        if (number !== undefined) return states?.[Number(number) - 1] ?? `state ${number}`
        return step.label === 'before the candidates' ? 'base' : later
      }
      case 'changes':
        return { files: [{ path: 'a.js', added: step.after.length, removed: 0 }], patch: `+ ${step.after}` }
      default:
        return step.kind === 'ask-user' ? user : null
    }
  })
}
const vote = (better: string) => reply('', [call('v', 'submit_preference', { better, reasoning: 'so' })])
const restored = (played: ReturnType<typeof playIn>) =>
  played.steps.flatMap((step) => (step.kind === 'restore' ? [step.snapshot] : []))

describe('best-of-n', () => {
  it('takes the only candidate that passes the check, without asking a judge', () => {
    const played = playIn({ exits: [1, 0, 2] })
    expect(played.phases).toEqual(['candidate 1', 'candidate 2', 'candidate 3', 'choose', 'apply'])
    expect(restored(played)).toEqual(['state 2'])
    expect(requestsOf(played)).toHaveLength(3)
    expect(played.result.text).toBe(
      'text 2\n\nCandidate 2 of 3 was applied: 1 of 3 candidates pass the check; it is the only one left to choose.',
    )
    expect(played.result.meta).toMatchObject({
      before: 'base',
      chosen: 2,
      applied: true,
      candidates: [
        { candidate: 1, snapshot: 'state 1', check: 'failed' },
        { candidate: 2, snapshot: 'state 2', check: 'passed' },
        { candidate: 3, snapshot: 'state 3', check: 'failed' },
      ],
    })
  })

  it('has those that pass compared blind, every two in both orders, and says what decided', () => {
    const played = playIn({ exits: [0, 1, 0], judge: (a) => vote(a === 'text 3' ? 'A' : 'B') })
    const shown = requestsOf(played).filter((request) => request.role === 'evaluator')
    expect(shown).toHaveLength(2)
    for (const request of shown) {
      expect(request.messages.map((message) => message.text).join('\n')).not.toMatch(/candidate/i)
      expect(request.tools.map((tool) => tool.name)).toEqual(['submit_preference'])
      expect(request.messages.at(-1)?.text).toContain('+ state')
    }
    expect(restored(played)).toEqual(['state 3'])
    expect(played.result.text).toContain(
      '2 of 3 candidates pass the check; it has 2 points of 2 blind comparisons, more than any other.',
    )
    expect(played.result.meta['votes']).toMatchObject([
      { shownFirst: 1, shownSecond: 3, better: 3 },
      { shownFirst: 3, shownSecond: 1, better: 3 },
    ])
  })

  it('gives nothing to a judge that always favours the first place', () => {
    const played = playIn({ exits: [0, 0, 0], judge: () => vote('A') })
    expect(requestsOf(played).filter((request) => request.role === 'evaluator')).toHaveLength(6)
    expect(played.result.meta).toMatchObject({ chosen: 1 })
    expect(played.result.text).toContain('the smaller or earlier change decided')
  })

  it('chooses among all where none passes, and where there is no check', () => {
    const none = playIn({
      exits: [1, 1, null],
      judge: (a) => vote(a === 'text 2' ? 'A' : a === 'text 1' ? 'tie' : 'B'),
    })
    expect(none.result.text).toContain('0 of 3 candidates pass the check')
    const unchecked = playIn({ exits: [], judge: () => vote('tie') }, { check: '' })
    expect(unchecked.steps.some((step) => step.kind === 'check')).toBe(false)
    expect(unchecked.result.text).toContain('no check was run')
  })

  it('votes on candidates that left the same files as one', () => {
    const played = playIn({ exits: [0, 0, 0], states: ['same', 'same', 'same'] })
    expect(requestsOf(played)).toHaveLength(3)
    expect(played.result.text).toContain('made the same files')
  })

  it('goes on without a candidate that breaks down, and fails where all do, with the files as they were', () => {
    const one = playIn({ exits: [0], says: (at) => (at === 1 ? reply('text 2') : at === 0 ? down : reply('')) })
    expect(one.result).toMatchObject({
      status: 'completed',
      meta: {
        chosen: 2,
        candidates: [{ snapshot: null, failure: 'Nobody answers.' }, {}, { failure: expect.any(String) }],
      },
    })
    const all = playIn({ exits: [], says: () => down })
    expect(all.result).toMatchObject({ status: 'failed', failure: { kind: 'strategy-gave-up' } })
    expect(restored(all)).toEqual([])
  })

  it('counts no vote of a judge that answers in prose or is down, and chooses all the same', () => {
    for (const answer of [reply('Both are nice.'), down]) {
      const played = playIn({ exits: [0, 0, 1], judge: () => answer })
      expect(played.result).toMatchObject({
        status: 'completed',
        meta: { chosen: 1, votes: [{ better: 'none' }, { better: 'none' }] },
      })
    }
  })

  it('asks before it replaces files that changed meanwhile, and leaves them unless told otherwise', () => {
    const left = playIn({ exits: [0, 1, 1], later: 'other', user: 'Leave the files as they are' })
    expect(restored(left)).toEqual([])
    expect(left.result).toMatchObject({ meta: { applied: false, chosen: 1 }, text: expect.stringContaining('state 1') })
    const put = playIn({ exits: [0, 1, 1], later: 'other', user: 'Put them in place' })
    expect(restored(put)).toEqual(['state 1'])
  })

  it('restores nothing where the chosen one changed nothing', () => {
    expect(restored(playIn({ exits: [0, 1, 1], states: ['base'] }))).toEqual([])
  })

  it('asks no judge once the limit of the run was told of', () => {
    const played = playIn({ exits: [0, 0, 0], says: (at) => reply(`text ${at + 1}`, [], { budget: 'last-answer' }) })
    expect(requestsOf(played)).toHaveLength(3)
    expect(played.result).toMatchObject({ status: 'completed', meta: { chosen: 1, spent: true } })
  })

  it('does not begin where nothing may be written', () => {
    const reading = task('Mend.', { tools: someTools.filter((tool) => tool.effect === 'read') })
    expect(play(run({}, reading), []).result.failure?.kind).toBe('invalid-request')
  })

  it('refuses all where none passes, if it is told to, and leaves the files as they are', () => {
    const { result, steps } = playIn({ exits: [1, null, 2] }, { nonePasses: 'refuse' })
    expect(result).toMatchObject({
      status: 'failed',
      failure: { kind: 'strategy-gave-up', message: expect.stringContaining('None of 3 candidates passes `npm test`') },
      meta: { chosen: null, applied: false },
    })
    expect(steps.some((step) => step.kind === 'restore')).toBe(false)
    expect(playIn({ exits: [1, 0, 1] }, { nonePasses: 'refuse' }).result).toMatchObject({ meta: { chosen: 2 } })
  })
})
