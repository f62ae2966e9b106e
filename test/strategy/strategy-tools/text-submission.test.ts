import { describe, expect, it } from 'vitest'
import { replayRun } from '../../../src-main/agent/replay/replay.ts'
import { buildStrategy } from '../../../src-main/strategy/registry.ts'
import type { StrategyChoice } from '../../../src-shared/strategy/strategy-info.ts'
import { memoryLog } from '../../kit/agent/agent-memory-log.ts'
import { configFor, startTestRun, testPorts } from '../../kit/agent/agent-ports.ts'
import { call, reply, task } from '../../kit/agent/agent-replies.ts'
import { scriptedModel } from '../../kit/agent/agent-scripted-model.ts'
import { play, requestsOf } from '../../kit/agent/play.ts'

const readsText = { readsText: true }
const played = (choice: StrategyChoice, answers: readonly string[], input = task('Mend it.', readsText)) => {
  const built = buildStrategy(choice)
  if (!built.ok) throw new Error(built.failure.message)
  return play(
    built.strategy(input),
    answers.map((text) => reply(text)),
  )
}
const reflection = { name: 'reflection', options: {} }
const planned = { name: 'plan-revise-execute', options: {} }
const plan = '1. Find it\n   Done when: It is named\n2. Mend it\n   Done when: The tests pass'

describe('a model that answers in text instead of calling tools', () => {
  it('plans, scores, revises and works', () => {
    const { result, phases } = played(planned, [
      plan,
      'Score: 3/10\nNothing says how it is checked.',
      `Better:\n\n${plan}\n3. Check it\n   Done when: The check passes`,
      '{"score": 0.9, "reasoning": "Fine."}',
      'Found.',
      'Mended.',
      'Checked.',
    ])
    expect(phases.slice(0, 4)).toEqual(['plan', 'evaluate', 'revise 1', 'evaluate 2'])
    expect(result).toMatchObject({ status: 'completed', text: 'Checked.', meta: { stepsDone: 3, scores: [0.3, 0.9] } })
    expect(result.calls.map(({ tool, ok }) => [tool, ok])).toEqual([
      ['submit_plan', true],
      ['submit_evaluation', true],
      ['submit_plan', true],
      ['submit_evaluation', true],
    ])
  })

  it('criticizes, and its issues lead to a revision', () => {
    const { result } = played(reflection, [
      'First.',
      'Verdict: not approved\n- No test.',
      'Second.',
      '**Approved:** yes',
    ])
    expect(result).toMatchObject({ text: 'Second.', meta: { approved: true, revisions: 1 } })
  })

  it('is told what is wrong and in which form to answer, and is given up after two reminders', () => {
    const made = played(planned, [plan, '{"score": "good"}', 'It is fine.', 'As I said.'])
    const [, , again, last] = requestsOf(made)
    expect(again?.messages.at(-1)?.text).toMatch(/`score`.*\n\nYou answered in text.*\n\nIf you cannot call tools/s)
    expect(last?.messages.at(-1)?.text).toMatch(/^You answered in text/)
    expect(made.result).toMatchObject({ status: 'failed', failure: { kind: 'strategy-gave-up' } })
  })

  it('is not read in runs that began before answers in text were', () => {
    const made = played(reflection, ['First.', '{"approved": true}', 'Yes.', 'Approved.'], task('Mend it.'))
    expect(made.result.failure?.kind).toBe('strategy-gave-up')
    expect(requestsOf(made).at(-1)?.messages.at(-1)?.text).toBe(
      'You answered in text. An answer counts only as a call of the tool submit_verdict: call it now.',
    )
  })

  it('is recorded as having called the tool, so that the run replays', async () => {
    const log = memoryLog()
    const answers = [reply('', [call('1', 'read_file')]), reply('First.'), reply('```json\n{"approved": true}\n```')]
    const model = scriptedModel((_, index) => answers[index] ?? reply('No more.'))
    const config = configFor(reflection, { task: task('Mend it.', readsText) })
    const end = await startTestRun(testPorts(log, model), config)
    expect(end).toMatchObject({ status: 'completed', text: 'First.' })
    expect(log.appended).toContainEqual(
      expect.objectContaining({ type: 'tool-start', call: expect.objectContaining({ tool: 'submit_verdict' }) }),
    )
    const read = { events: log.events(), readBody: (ref: string) => log.readBody(ref) }
    expect(await replayRun(read, config)).toMatchObject({ divergence: null })
  })
})
