import { z } from 'zod'
import { emptyAnswer, emptyNudge } from './loop-failures.ts'
import { userText, withSystem } from './messages.ts'
import { outcomeOf } from './outcome.ts'
import { callModel } from './steps.ts'
import { defineStrategy } from './strategy.ts'

/** One answer, no tools. */
export const chat = defineStrategy({
  name: 'chat',
  title: 'Chat',
  summary: 'One answer of the model, with no tools.',
  version: 1,
  wrapper: false,
  options: z.strictObject({}),
  roles: [{ name: 'assistant', purpose: 'Answers' }],
  phases: [],
  build: () =>
    function* (task) {
      const messages = withSystem(task.system, task.messages)
      let reply = yield* callModel({ role: 'assistant', messages })
      if (reply.message.text.trim() === '') {
        reply = yield* callModel({ role: 'assistant', messages: [...messages, userText(emptyNudge)] })
      }
      const message = { ...reply.message, toolCalls: [] }
      const meta = { cutOff: reply.finish === 'length' }
      const empty = message.text.trim() === ''
      const work = { text: message.text, added: empty ? [] : [message], calls: [], meta }
      return outcomeOf(task, work, empty ? emptyAnswer('assistant', reply.finish) : null)
    },
})
