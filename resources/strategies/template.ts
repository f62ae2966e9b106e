import { callModel, defineStrategy, option, outcomeOf, phase, toolLoop, userText, withSystem } from 'stratagem'

/** Does the work, then asks for a better version of its answer. Change it into what you need. */
export default defineStrategy({
  vocabulary: 2,
  name: 'NAME',
  title: 'TITLE',
  summary: 'Does the work, then asks for a better version of its answer.',
  options: {
    advice: option.text('Say it again, shorter and plainer.', 'The instruction for the second answer'),
  },
  roles: [{ name: 'engineer', purpose: 'Does the work and answers' }],
  phases: [
    { name: 'work', to: ['say better'] },
    { name: 'say better', to: [] },
  ],
  build: ({ advice }) =>
    function* (task) {
      const work = yield* phase('work', toolLoop(task, { role: 'engineer' }))
      const done = { text: work.text, added: work.added, calls: work.calls, meta: {} }
      if (work.failure !== null || work.outOfBudget) return outcomeOf(task, done, work.failure)
      const messages = withSystem(task.system, [...task.messages, ...work.added, userText(advice)])
      const better = yield* phase('say better', callModel({ role: 'engineer', messages }))
      if (better.message.text === '') return outcomeOf(task, done)
      return outcomeOf(task, { ...done, text: better.message.text, added: [...work.added, better.message] })
    },
})
