import { expect, it } from 'vitest'
import { assistantText, userText } from '../../src-main/strategy/messages.ts'
import { buildStrategy } from '../../src-main/strategy/registry.ts'
import { type Answer, StepFailed } from '../../src-main/strategy/steps.ts'
import { task } from '../kit/agent/agent-replies.ts'
import { play } from '../kit/agent/play.ts'

const built = buildStrategy({ name: 'agent', options: { agent: 'helper', model: 'large' } })
if (!built.ok) throw new Error('the strategy agent is not built')
const { strategy } = built
const ended = (more: Partial<Answer<'prompt-agent'>> = {}): Answer<'prompt-agent'> => ({
  text: 'Done.',
  session: 'ses_1',
  stopReason: 'end_turn',
  usage: null,
  toolCalls: 0,
  undone: [],
  ...more,
})

it('prompts the agent with what is new, and tells a new session what was said before', () => {
  const messages = [userText('What is in here?'), assistantText('A shop.'), userText('Fix it.')]
  const { steps, result } = play(strategy(task('Fix it.', { messages })), [ended()])
  expect(steps).toMatchObject([
    {
      kind: 'prompt-agent',
      agent: 'helper',
      prompt: 'Fix it.',
      before: expect.stringContaining('User: What is in here?\n\nAssistant: A shop.'),
      session: 'conversation',
      choices: { model: 'large' },
    },
  ])
  expect(result).toMatchObject({ status: 'completed', text: 'Done.' })
})

it('tells nothing before if nothing was said', () => {
  expect(play(strategy(task()), [ended()]).steps).toMatchObject([{ before: '' }])
})

it.each([
  ['max_tokens', 'reached its limit'],
  ['max_turn_requests', 'limit of model calls'],
  ['refusal', 'refused'],
  ['cancelled', 'cancelled the work by itself'],
])('fails in the outcome if the agent stops for %s', (stopReason, words) => {
  const { result } = play(strategy(task()), [ended({ stopReason })])
  expect(result.failure).toMatchObject({ kind: 'agent-failed', message: expect.stringContaining(words) })
})

it('takes an end without words or calls for a failure of its model', () => {
  const silent = play(strategy(task()), [ended({ text: ' ' })])
  expect(silent.result.failure?.message).toContain('without saying or doing anything')
  expect(play(strategy(task()), [ended({ text: '', toolCalls: 2 })]).result.failure).toBeNull()
})

it('has a failed step in its outcome, so that a wrapper may try again', () => {
  const failure = { kind: 'agent-failed', message: 'It died.', advice: 'Try again.' } as const
  const { result } = play(strategy(task()), () => {
    throw new StepFailed(failure)
  })
  expect(result).toMatchObject({ status: 'failed', failure })
})
