import { expect, test } from 'vitest'
import { loopResult, outcomeResult, submissionResult } from '../../src-main/isolate/author-results.ts'
import { reportImpossible } from '../../src-main/strategy/built-in/plan/plan-tools.ts'
import { loopFor } from '../../src-main/strategy/loop/loop.ts'
import { defaultLoopPrompts } from '../../src-main/strategy/loop/loop-prompts.ts'
import { askForSubmission } from '../../src-main/strategy/loop/submission.ts'
import { runLoop } from '../../src-main/strategy/loop/tool-loop.ts'
import { outcomeOf, withSignals } from '../../src-main/strategy/outcome.ts'
import { call, reply, result, task } from '../kit/agent/agent-replies.ts'
import { play } from '../kit/agent/play.ts'

const loop = loopFor(task(), 'engineer', { maxTurns: 50, context: 'none', prompts: defaultLoopPrompts })
const work = { text: 'Done.', added: [], calls: [], meta: { spent: true } }

test('the end of a tool loop has every field that strategies of users know', () => {
  const answers = [
    reply('', [call('1', 'read_file')]),
    result('1', 'read_file'),
    reply('Done.', [], { budget: 'last-answer', finish: 'length' }),
  ]
  const end = loopResult(play(runLoop(loop), answers).result)
  expect(end).toMatchObject({ text: 'Done.', rounds: 2, cycles: 1, refused: 0, ending: 'answered', submitted: null })
  expect(end).toMatchObject({
    outOfBudget: true,
    spent: true,
    cutOff: true,
    failure: null,
    calls: [{ tool: 'read_file' }],
  })
  const failed = loopResult(play(runLoop(loop), [reply(''), reply('')]).result)
  expect(failed).toMatchObject({
    text: '',
    rounds: 2,
    ending: 'failed',
    spent: false,
    failure: { kind: 'model-empty' },
  })
})

test('a submission says `outOfBudget`, and `spent` as version 1 of the vocabulary does', () => {
  const made = reply('', [call('1', 'report_impossible', { reason: 'No.' })], { budget: 'last-answer' })
  const { result: asked } = play(askForSubmission(loop, reportImpossible), [made])
  expect(Object.keys(submissionResult(asked))).toEqual(['added', 'calls', 'outOfBudget', 'spent', 'ok', 'value'])
  expect(submissionResult(asked)).toMatchObject({ spent: true, ok: true, value: { reason: 'No.' } })
})

test('an outcome goes to a strategy of a user with its facts alone, and is read by them when it comes back', () => {
  const inner = outcomeOf(task(), { ...work, outOfBudget: true, ending: 'last-answer' })
  expect(outcomeResult(inner)).toEqual(outcomeOf(task(), work))
  expect(withSignals(outcomeOf(task(), work))).toMatchObject({ outOfBudget: true })
  const signals = { meta: { stopped: true, ending: 'last-answer', spent: 'yes' } }
  expect(withSignals(outcomeOf(task(), { ...work, ...signals }))).toMatchObject({
    stopped: true,
    ending: 'last-answer',
  })
  expect(withSignals(outcomeOf(task(), { ...work, ...signals })).outOfBudget).toBeUndefined()
})
