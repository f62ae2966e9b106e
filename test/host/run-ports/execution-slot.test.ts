import { expect, test } from 'vitest'
import { withSlot } from '../../../src-main/host/run-ports/execution-slot.ts'
import type { Question } from '../../../src-shared/model/question.ts'
import { type Budget, unattended } from '../../../src-shared/strategy/task.ts'
import { memoryLog } from '../../kit/agent/agent-memory-log.ts'
import { allowingUser, configFor, startTestRun, testPorts } from '../../kit/agent/agent-ports.ts'
import { call, reply, task, unlimited } from '../../kit/agent/agent-replies.ts'
import { scriptedModel } from '../../kit/agent/agent-scripted-model.ts'
import { rolesByName } from '../../kit/family/family-case.ts'

const bound = rolesByName['default'] ?? { profileId: 'any', profileName: 'any', model: 'any' }

test('whether a model takes images is known to a run with a slot, too', () => {
  const slot = { take: async () => {}, giveBack: () => {} }
  const ports = testPorts(
    memoryLog(),
    scriptedModel(() => reply('Yes.')),
  )
  const blind = { ...ports, model: { ...ports.model, images: () => false } }
  expect(withSlot(blind, slot).model.images?.(bound)).toBe(false)
})

/** A run that comes to its limit, and what happened to its slot and its questions, in order. */
async function atLimit(budget: Partial<Budget>, answer: (question: Question) => Promise<string>) {
  const story: string[] = []
  const slot = {
    take: async () => void story.push('take'),
    giveBack: () => void story.push('give back'),
  }
  const model = scriptedModel(({ tools }, index) => {
    story.push('model')
    return tools.length === 0 || index > 8 ? reply('Done.') : reply('', [call(`${index}`, 'read_file')])
  })
  const user = {
    ...allowingUser,
    ask: async (_path: string, question: Question) => {
      story.push('question')
      return answer(question)
    },
  }
  const choice = { name: 'conversation', options: {}, inner: { name: 'tool-loop', options: {} } }
  const asking = task('Mend it.', { asksAtLimits: budget.atLimit === 'ask' })
  const config = configFor(choice, { task: asking, budget: { ...unlimited, ...budget } })
  const end = await startTestRun(withSlot(testPorts(memoryLog(), model, { user }), slot), config)
  return { end, story }
}

test('a run gives its slot back while the question of a limit waits, and continues with a slot only', async () => {
  let release = (_: string) => {}
  const answered = new Promise<string>((resolve) => {
    release = resolve
  })
  const asked: Question[] = []
  const running = atLimit({ modelCalls: 4, atLimit: 'ask' }, (question) => {
    asked.push(question)
    // Whoever waits for a slot works now.
    setImmediate(() => setImmediate(() => release(question.options.at(-1) ?? '')))
    return asked.length === 1 ? answered : Promise.resolve(question.options.at(-1) ?? '')
  })
  const { end, story } = await running
  expect(end).toMatchObject({ status: 'completed', text: 'Done.' })
  const at = story.indexOf('question')
  expect(story.slice(at, at + 3)).toEqual(['question', 'give back', 'take'])
  expect(story.indexOf('model', at)).toBeGreaterThan(at + 2)
})

test('a lane whose limits say nothing else wraps up at its limit without a question', async () => {
  const { end, story } = await atLimit(unattended({ ...unlimited, modelCalls: 4, atLimit: 'ask' }), async () => '')
  expect(end).toMatchObject({ status: 'completed', text: 'Done.' })
  expect(story).not.toContain('question')
})
