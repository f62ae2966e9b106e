import { z } from 'zod'
import { askModel } from '../context/ask-model.ts'
import { emptyAnswer } from '../loop/loop-failures.ts'
import { emptyNudge } from '../loop/loop-prompts.ts'
import { userText, withSystem } from '../messages.ts'
import { outcomeOf } from '../outcome.ts'
import { defineStrategy } from '../strategy.ts'

/** One answer, no tools. */
export const chat = defineStrategy({
  name: 'chat',
  title: 'Chat',
  summary: 'A single answer, without tools.',
  version: 1,
  wrapper: false,
  options: z.strictObject({}),
  prompts: { emptyNudge },
  roles: [{ name: 'assistant', purpose: 'Answers' }],
  phases: [],
  build: ({ prompts }) =>
    function* (task) {
      const messages = withSystem(task.system, task.messages)
      const first = yield* askModel({ role: 'assistant', messages })
      const again = [...messages, userText(prompts.emptyNudge())]
      const isThere = first.reply.message.text.trim() !== ''
      const { reply, nothing } = isThere ? first : yield* askModel({ role: 'assistant', messages: again })
      const message = { ...reply.message, toolCalls: [] }
      const meta = { cutOff: reply.finish === 'length' }
      const empty = message.text.trim() === ''
      const work = { text: message.text, added: empty ? [] : [message], calls: [], meta }
      return outcomeOf(task, work, empty ? (nothing ?? emptyAnswer('assistant', reply.finish)) : null)
    },
})
