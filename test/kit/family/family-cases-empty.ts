import { call, reply, task } from '../agent/agent-replies.ts'
import { byRole, type FamilyCase, inOrder } from './family-case.ts'

/**
 * Cases of a model that returns nothing, or only reasoning. The client sends such a request twice, so it counts as two
 * requests; then the strategy has to ask differently.
 */
const nothing = reply('', [], { message: { role: 'assistant', text: '', reasoning: 'Hm.', toolCalls: [] } })
const loop = { name: 'tool-loop', options: {} }
const nudged = (text: string) => text.startsWith('Your last answer was empty')
const write = (content: string) => call(`w ${content}`, 'write_file', { path: 'src/a', content })

export const emptyCases: readonly FamilyCase[] = [
  {
    name: 'tool-loop asks in other words where the model says nothing, and goes on',
    choice: loop,
    agentOnly: true,
    answers: (request) => {
      const text = request.messages.at(-1)?.text ?? ''
      if (nudged(text)) return reply('Mended.')
      return request.messages.at(-1)?.role === 'tool' ? nothing : reply('', [write('right')])
    },
    ends: { status: 'completed', text: 'Mended.', phases: [], requests: 4, done: ['write_file right'] },
  },
  {
    name: 'tool-loop gives up where the model says nothing again',
    choice: loop,
    agentOnly: true,
    answers: () => nothing,
    ends: { status: 'failed', failure: 'model-empty', phases: [], requests: 4 },
  },
  {
    name: 'chat asks once more where the model says nothing, then gives up',
    choice: { name: 'chat', options: {} },
    agentOnly: true,
    answers: () => nothing,
    ends: { status: 'failed', failure: 'model-empty', phases: [], requests: 4 },
  },
  {
    name: 'retry makes another attempt where the one before came to nothing',
    choice: { name: 'retry', options: {}, inner: loop },
    agentOnly: true,
    answers: (request) =>
      request.messages.some(({ text }) => text.includes('An earlier attempt')) ? reply('Done.') : nothing,
    ends: { status: 'completed', text: 'Done.', phases: ['attempt', 'attempt'], requests: 5, meta: { attempts: 2 } },
  },
  {
    name: 'two-stage fails once where the one last call says nothing',
    choice: { name: 'two-stage', options: { maxCycles: 1 } },
    agentOnly: true,
    answers: (request) => (request.tools.length === 0 ? nothing : reply('', [write('one')])),
    ends: { status: 'failed', failure: 'strategy-gave-up', phases: ['action', 'tool', 'answer'], requests: 3 },
  },
  {
    name: 'plan-and-execute lets the last step’s words stand where the summary does not come',
    choice: { name: 'plan-and-execute', options: {} },
    agentOnly: true,
    answers: byRole({
      planner: () => reply('', [call('p', 'submit_plan', { steps: [{ goal: 'Mend', done: 'green' }] })]),
      engineer: (request) => (request.tools.length === 0 ? nothing : reply('Step done.')),
    }),
    ends: { status: 'completed', text: 'Step done.', phases: ['plan', 'execute', 'summarise'], requests: 6 },
  },
  {
    name: 'reflection whose critic says nothing keeps the finished work',
    choice: { name: 'reflection', options: {} },
    agentOnly: true,
    task: task(undefined, { readsText: true }),
    answers: byRole({ critic: () => nothing, engineer: inOrder(reply('', [write('right')]), reply('Mended.')) }),
    ends: {
      status: 'completed',
      text: 'Mended.',
      phases: ['generate', 'critique'],
      requests: 6,
      file: 'right',
    },
  },
  {
    name: 'best-of-n goes on without the candidate that came to nothing',
    choice: { name: 'best-of-n', options: { candidates: 2, check: '' } },
    agentOnly: true,
    parallel: true,
    answers: (request) => {
      const texts = request.messages.map(({ text }) => text).join()
      if (!/copy \d/.test(texts)) return reply('', [call('r', 'read_file', { path: 'src/a' })])
      if (texts.includes('copy 0')) return nothing
      return texts.includes('did write_file') ? reply('Second.') : reply('', [write('second')])
    },
    ends: {
      status: 'completed',
      phases: ['candidate', 'candidate', 'choose', 'apply'],
      requests: 8,
      file: 'second',
      meta: { chosen: 2 },
    },
  },
]
