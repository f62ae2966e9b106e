import { expect, it } from 'vitest'
import { chat } from '../../src-main/strategy/built-in/chat.ts'
import { call, reply, task } from '../kit/agent/agent-replies.ts'
import { play, requestsOf } from '../kit/agent/play.ts'

const answer = chat.build({}, null)

it('gives one answer and offers no tools', () => {
  const played = play(answer(task('Hello?')), [reply('Hello!')])
  expect(requestsOf(played)[0]).toMatchObject({ role: 'assistant', tools: [] })
  expect(played.result).toMatchObject({
    status: 'completed',
    text: 'Hello!',
    messages: [{ role: 'user' }, { role: 'assistant' }],
  })
})

it('runs no call that the model makes all the same', () => {
  const played = play(answer(task()), [reply('Hm.', [call('1', 'shell')])])
  expect(played.steps).toHaveLength(1)
  expect(played.result.messages.at(-1)).toMatchObject({ toolCalls: [] })
})

it('asks once more after an empty answer, then fails clearly', () => {
  expect(play(answer(task()), [reply(''), reply('Now.')]).result.text).toBe('Now.')
  expect(play(answer(task()), [reply(''), reply('')]).result.failure).toMatchObject({ kind: 'model-empty' })
})
