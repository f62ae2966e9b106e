import { describe, expect, it } from 'vitest'
import { batchLines } from '../../src-main/shell-command/compare/batch-table.ts'
import { batchReport } from '../../src-main/trials/batch-report.ts'
import { batchResults } from '../../src-main/trials/batch-results.ts'
import { openEarlyEnd } from '../../src-main/trials/early-end.ts'
import { costPerSuccessText } from '../../src-shared/comparison/batch-text.ts'
import type { Trial } from '../../src-shared/comparison/comparison-batch.ts'
import { madeBatch, madeTrials, type TrialOutcome } from '../kit/agent/sample-trials.ts'

const yes: TrialOutcome = { success: true }
const no: TrialOutcome = { success: false }
const unread = { failures: [], steps: [], pending: 0 }
const many = (count: number, a: TrialOutcome | null, b: TrialOutcome | null) =>
  Array.from({ length: count }, () => [a, b] as const)
const early = madeBatch({ certainty: { alpha: 0.05, margin: 0.1, stopEarly: true } })
const open = (trials: readonly Trial[], from: number): Trial[] =>
  trials.map((each) => (each.number < from ? each : { ...each, state: 'waiting', result: null }))
const pairIn = (batch: ReturnType<typeof madeBatch>, trials: readonly Trial[]) => batchResults(batch, trials).paired[0]

describe('what a batch comes to', () => {
  it('counts pairs by who succeeded, and leaves out those that do not count', () => {
    const trials = madeTrials([...many(5, yes, yes), ...many(4, no, yes), ...many(1, yes, no), [null, yes], [no, null]])
    const { lanes, paired } = batchResults(madeBatch(), trials)
    expect(lanes).toMatchObject([
      { label: 'A', name: 'plain', trials: 11, void: 1, successes: 6 },
      { label: 'B', name: 'tool-loop', trials: 11, void: 1, successes: 10 },
    ])
    expect(paired).toMatchObject([
      { pairs: 10, wins: 4, losses: 1, p: expect.closeTo(0.375, 9), success: 'not enough' },
    ])
    expect(paired[0]?.moreRepeats).toBeGreaterThan(5)
  })

  it.each([
    ['better', many(9, no, yes)],
    ['worse', many(9, yes, no)],
    ['no difference shown', [...many(60, yes, yes), ...many(60, no, no)]],
    ['not enough', many(3, no, yes)],
    ['not enough', []],
  ] as const)('says “%s” by the pairs', (word, pairs) => {
    expect(pairIn(madeBatch(), madeTrials(pairs))?.success).toBe(word)
  })

  it('needs more to exclude a difference where it may be looked at again and again', () => {
    // Half of the 200 pairs fail for both; six each differ.
    const pairs = [...many(94, yes, yes), ...many(94, no, no), ...many(6, no, yes), ...many(6, yes, no)]
    const [once, always] = [madeBatch(), early].map((batch) => pairIn(batch, madeTrials(pairs)))
    expect(once?.success).toBe('no difference shown')
    expect(always?.difference?.from).toBeLessThan(once?.difference?.from ?? -1)
    expect(always?.difference?.value).toBe(0)
    const fewer = many(50, yes, yes).concat(many(2, no, yes), many(2, yes, no))
    expect(
      pairIn(madeBatch({ certainty: { alpha: 0.05, margin: 0.12, stopEarly: false } }), madeTrials(fewer))?.success,
    ).toBe('no difference shown')
    expect(
      pairIn(madeBatch({ certainty: { alpha: 0.05, margin: 0.12, stopEarly: true } }), madeTrials(fewer))?.success,
    ).toBe('not enough')
  })

  it('says while trials are still to come when it tells which is better', () => {
    const trials = open(madeTrials(many(3, yes, yes)), 2)
    expect(batchResults(madeBatch(), trials).words.join(' ')).toContain('only said when the plan is done')
    expect(batchResults(early, trials).words.join(' ')).toContain('only said when it is decided, or the plan is done')
  })

  it('says which trials pass their check though their run broke off', () => {
    const trials = madeTrials(many(6, yes, yes)).map((each): Trial => {
      const { result } = each
      return each.lane === 'B' && result !== null ? { ...each, result: { ...result, status: 'failed' } } : each
    })
    const { notes, words } = batchResults(madeBatch(), trials)
    const said = 'Passed by the check though the run itself did not complete: B 6.'
    expect(notes).toContain(said)
    expect(words).toContain(said)
    expect(batchResults(madeBatch(), madeTrials(many(6, yes, no))).words.join(' ')).not.toContain('did not complete')
  })

  it('counts one pair as one', () => {
    const { words } = batchResults(madeBatch(), madeTrials(many(1, no, yes)))
    expect(words.join(' ')).toContain('of 1 pair 1 only B')
  })

  it('puts in one sentence what few pairs cannot tell', () => {
    const { words } = batchResults(madeBatch(), madeTrials(many(3, no, yes)))
    expect(words.filter((each) => each.includes('that takes 5 pairs'))).toEqual([
      'B compared with A: not enough to tell them apart in time, tokens, or cost; that takes 5 pairs.',
    ])
  })

  it('says nothing before the plan is done, however clear it looks', () => {
    const trials = open(madeTrials(many(30, no, yes)), 50)
    expect(pairIn(madeBatch(), trials)).toMatchObject({ success: 'not enough', wins: 25 })
  })

  it('may look early only in the order of the plan: an open pair before hides all that come after it', () => {
    const trials = madeTrials(many(30, no, yes))
    expect(openEarlyEnd(early, open(trials, 16)).isDecided()).toBe(true)
    expect(openEarlyEnd(early, open(trials, 15)).isDecided()).toBe(false)
    const late = trials.map((each): Trial => (each.number === 4 ? { ...each, state: 'running', result: null } : each))
    expect(openEarlyEnd(early, late).isDecided()).toBe(false)
    expect(openEarlyEnd(madeBatch(), trials).isDecided()).toBe(false)
  })

  it('keeps what was decided early, whatever the trials under way then came to', () => {
    const trials = madeTrials([...many(8, no, yes), ...many(6, yes, no)])
    expect(pairIn(early, trials)).toMatchObject({ success: 'better', decidedAfter: 8, wins: 8, losses: 6 })
  })

  it('asks for more of a lane where there are more lanes to tell apart', () => {
    const [a, b] = madeBatch().lanes
    const three = madeBatch({ lanes: a && b ? [a, b, { ...b, label: 'C' }] : [] })
    const pairs = madeTrials(many(6, no, yes))
    expect(pairIn(madeBatch(), pairs)?.success).toBe('better')
    expect(pairIn(three, pairs)?.success).toBe('not enough')
  })

  it('judges time, tokens and cost by the pairs: less is better, unknown prices are left out', () => {
    const pairs = Array.from({ length: 12 }, (_, at) => {
      const task = 1000 + 300 * (at % 5)
      const a = { ...yes, workMs: task, tokens: 100 + at, cost: null }
      return [a, { ...yes, workMs: task - 200 - at, tokens: 100 + at, cost: 0.01 }] as const
    })
    const result = pairIn(madeBatch(), madeTrials(pairs))
    expect(result?.measures).toMatchObject([
      { measure: 'time', verdict: 'better', difference: { value: -205.5 } },
      { measure: 'tokens', verdict: 'no difference shown' },
    ])
    expect(batchResults(madeBatch(), madeTrials(pairs)).lanes).toMatchObject([
      { spread: { cost: null }, costPerSuccess: null, noCostPerSuccess: 'no price set' },
      { costPerSuccess: { value: expect.closeTo(0.01, 9) }, noCostPerSuccess: null },
    ])
  })

  it.each([
    ['free, which two trials are enough to know', { ...yes, cost: 0 }, 2, '$0'],
    ['of no price', { ...yes, cost: null }, 12, '— (no price set)'],
    ['without a success', { ...no, cost: 0.01 }, 12, '— (nothing succeeded)'],
    ['few', { ...yes, cost: 0.01 }, 2, '— (fewer than 5 trials)'],
    ['enough', { ...yes, cost: 0.01 }, 12, '$0.010 ($0.010 to $0.010)'],
    ['none yet', yes, 0, '— (no trials yet)'],
  ])('says what a success costs where the trials are %s', (_, made, count, words) => {
    const pairs = Array.from({ length: count }, () => [made, made] as const)
    const results = batchResults(madeBatch(), madeTrials(pairs))
    const [lane] = results.lanes
    expect(lane && costPerSuccessText(lane)).toBe(words)
    // The report, the terminal and the window have one way to say it.
    const page = batchReport(
      { batch: madeBatch(), trials: [], results },
      { presets: [], profiles: [], strategies: [] },
      unread,
    )
    expect(page).toContain(`<td>${words}</td>`)
    expect(batchLines(results, madeBatch().lanes, null).find((line) => line.startsWith('cost per success'))).toContain(
      words,
    )
  })

  it('is more careful with time, tokens and cost where looks are many, as after repeats were added', () => {
    const pairs = Array.from(
      { length: 10 },
      (_, at) =>
        [
          { ...yes, workMs: 1000 },
          { ...yes, workMs: 1000 - 100 + 45 * (at % 5) },
        ] as const,
    )
    const timeIn = (batch: ReturnType<typeof madeBatch>) =>
      pairIn(batch, madeTrials(pairs))?.measures.find(({ measure }) => measure === 'time')
    const [once, often] = [timeIn(madeBatch()), timeIn(early)]
    expect(often?.difference?.value).toBe(once?.difference?.value)
    expect(often?.difference?.from).toBeLessThan(once?.difference?.from ?? Number.NaN)
    expect(often?.difference?.to).toBeGreaterThan(once?.difference?.to ?? Number.NaN)
  })

  it.each([
    ['higher', 'better'],
    ['lower', 'worse'],
  ] as const)('judges scores by the pairs, where %s is better: %s', (better, verdict) => {
    const [task] = madeBatch().tasks
    const check = { command: 'score', scorePattern: 'x', better, timeLimitMs: 1000 }
    const batch = madeBatch({ tasks: task ? [{ ...task, check }] : [] })
    const pairs = Array.from(
      { length: 12 },
      (_, at) =>
        [
          { ...yes, score: 5 + (at % 3) },
          { ...yes, score: 7 + (at % 2) },
        ] as const,
    )
    const result = pairIn(batch, madeTrials(pairs))
    expect(result?.score).toMatchObject({ better, verdict, difference: { value: 1.5 } })
    const page = batchReport(
      { batch, trials: [], results: batchResults(batch, madeTrials(pairs)) },
      { presets: [], profiles: [], strategies: [] },
      unread,
    )
    expect(page).toContain(`B is ${verdict} than A in score: +1.5`)
    expect(page).toContain('Score of a trial')
    expect(pairIn(madeBatch(), madeTrials(pairs))?.score).toBe(null)
  })

  it('averages pass@k over the tasks', () => {
    const trials = [
      ...madeTrials(many(4, yes, yes), 't'),
      ...madeTrials([...many(1, yes, yes), ...many(3, no, no)], 'u'),
    ]
    const [lane] = batchResults(madeBatch(), trials).lanes
    expect(lane?.passAt).toEqual([
      { k: 1, value: expect.closeTo((1 + 0.25) / 2, 9) },
      { k: 2, value: expect.closeTo((1 + 0.5) / 2, 9) },
      { k: 3, value: expect.closeTo((1 + 0.75) / 2, 9) },
    ])
  })
})

describe('the page of a batch', () => {
  const named = { presets: [], profiles: [], strategies: [] }
  const viewOf = (batch: ReturnType<typeof madeBatch>, trials: readonly Trial[]) => ({
    batch,
    trials,
    results: batchResults(batch, trials),
  })

  it('says the words, and draws every plot', () => {
    const trials = madeTrials(many(9, no, yes))
    const page = batchReport(viewOf(madeBatch(), trials), named, unread)
    expect(page).toContain('B is better than A in success')
    expect(page.match(/<svg /g)).toHaveLength(5)
    // On paper it is light, whatever the screen is.
    expect(page).toContain('@media screen and (prefers-color-scheme:dark)')
    expect(page).toContain('prefers-color-scheme:dark')
    expect(page).toContain('McNemar’s exact test (5 % both ways)')
    expect(batchReport(viewOf(early, trials), named, unread)).toContain('over all looks')
    expect(page).not.toMatch(/NaN|undefined|Infinity/)
  })

  it('says why trials do not count, and what counts as a success where no check was named', () => {
    const failure = { kind: 'workspace-failed', message: 'The disk is full.', advice: 'Make room.' } as const
    const trials = madeTrials([[yes, null]]).map((each) => (each.state === 'void' ? { ...each, failure } : each))
    const { words } = batchResults(madeBatch(), trials)
    expect(words).toContain('B (tool-loop): no trial that counts; 1 not counted, for what was not its doing.')
    expect(words).toContain('1 of 2 trials do not count, the last for this: The disk is full.')
    expect(words).toContain('No check was named, so a run that completes is a success, whatever it did.')
  })

  it('stands without anything from outside, and shows what others wrote as text', () => {
    const evil = '"><script>alert(1)</script><img src=x onerror=alert(1)>'
    const [lane] = madeBatch().lanes
    const [task] = madeBatch().tasks
    const batch = madeBatch({
      name: evil,
      lanes: lane
        ? [
            { ...lane, name: evil },
            { ...lane, label: 'B', name: '</svg><script>' },
          ]
        : [],
      tasks: task ? [{ ...task, name: evil }] : [],
    })
    const page = batchReport(viewOf(batch, madeTrials(many(5, yes, no))), named, unread)
    expect(page).not.toMatch(/<script|<img|onerror=[^&]*>|<link|@import|url\(|https?:/)
    expect(page).toContain('&lt;script&gt;')
  })

  it('has a page before the first trial as well', () => {
    const page = batchReport(viewOf(madeBatch(), open(madeTrials(many(3, yes, yes)), 0)), named, unread)
    expect(page).toContain('no trials yet')
    expect(page).not.toMatch(/NaN|undefined|Infinity/)
  })
})
