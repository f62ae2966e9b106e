import { callModel, defineStrategy, option, outcomeOf, phase, userText, withSystem } from 'stratagem'

/** Answers, looks at its own answer, and says it better. Change it into what you need. */
export default defineStrategy({
  name: 'NAME',
  title: 'TITLE',
  summary: 'Answers, then looks at its own answer and says it better.',
  options: {
    advice: option.text('Say it again, shorter and plainer.', 'What the second answer is asked for'),
  },
  roles: [{ name: 'engineer', purpose: 'Answers' }],
  phases: [
    { name: 'draft', to: ['better'] },
    { name: 'better', to: [] },
  ],
  build: ({ advice }) =>
    function* (task) {
      const messages = withSystem(task.system, task.messages)
      const draft = yield* phase('draft', callModel({ role: 'engineer', messages }))
      const again = [...messages, draft.message, userText(advice)]
      const better = yield* phase('better', callModel({ role: 'engineer', messages: again }))
      return outcomeOf(task, { text: better.message.text, added: [better.message], calls: [], meta: {} })
    },
})
