import { call, reply } from '../agent/agent-replies.ts'
import { byRole, type FamilyCase, inTurn } from './family-case.ts'

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
    shows: 'tool-loop asks in other words where the model says nothing, and goes on',
    choice: loop,
    agentOnly: true,
    says: (request) => {
      const text = request.messages.at(-1)?.text ?? ''
      if (nudged(text)) return reply('Mended.')
      return request.messages.at(-1)?.role === 'tool' ? nothing : reply('', [write('right')])
    },
    ends: { status: 'completed', text: 'Mended.', phases: [], asked: 4, done: ['write_file right'] },
  },
  {
    shows: 'tool-loop gives up where the model says nothing again',
    choice: loop,
    agentOnly: true,
    says: () => nothing,
    ends: { status: 'failed', failure: 'model-empty', phases: [], asked: 4 },
  },
  {
    shows: 'chat asks once more where the model says nothing, then gives up',
    choice: { name: 'chat', options: {} },
    agentOnly: true,
    says: () => nothing,
    ends: { status: 'failed', failure: 'model-empty', phases: [], asked: 4 },
  },
  {
    shows: 'retry makes another attempt where the one before came to nothing',
    choice: { name: 'retry', options: {}, inner: loop },
    agentOnly: true,
    says: (request) =>
      request.messages.some(({ text }) => text.includes('An earlier attempt')) ? reply('Done.') : nothing,
    ends: { status: 'completed', text: 'Done.', phases: ['attempt', 'attempt'], asked: 5, meta: { attempts: 2 } },
  },
  {
    shows: 'two-stage fails once where the one last call says nothing',
    choice: { name: 'two-stage', options: { maxCycles: 1 } },
    agentOnly: true,
    says: (request) => (request.tools.length === 0 ? nothing : reply('', [write('one')])),
    ends: { status: 'failed', failure: 'strategy-gave-up', phases: ['action', 'tool', 'answer'], asked: 3 },
  },
  {
    shows: 'plan-and-execute lets the last step’s words stand where the summary does not come',
    choice: { name: 'plan-and-execute', options: {} },
    agentOnly: true,
    says: byRole({
      planner: () => reply('', [call('p', 'submit_plan', { steps: [{ goal: 'Mend', done: 'green' }] })]),
      engineer: (request) => (request.tools.length === 0 ? nothing : reply('Step done.')),
    }),
    ends: { status: 'completed', text: 'Step done.', phases: ['plan', 'execute', 'summarise'], asked: 6 },
  },
  {
    shows: 'reflection whose critic says nothing fails clearly, with the work kept',
    choice: { name: 'reflection', options: {} },
    agentOnly: true,
    says: byRole({ critic: () => nothing, engineer: inTurn(reply('', [write('right')]), reply('Mended.')) }),
    ends: {
      status: 'failed',
      failure: 'model-empty',
      text: 'Mended.',
      phases: ['generate', 'critique'],
      asked: 6,
      file: 'right',
    },
  },
  {
    shows: 'best-of-n goes on without the candidate that came to nothing',
    choice: { name: 'best-of-n', options: { candidates: 2, check: '' } },
    agentOnly: true,
    parallel: true,
    says: (request) => {
      const said = request.messages.map(({ text }) => text).join()
      if (!/copy \d/.test(said)) return reply('', [call('r', 'read_file', { path: 'src/a' })])
      if (said.includes('copy 0')) return nothing
      return said.includes('did write_file') ? reply('Second.') : reply('', [write('second')])
    },
    ends: {
      status: 'completed',
      phases: ['candidate', 'candidate', 'choose', 'apply'],
      asked: 8,
      file: 'second',
      meta: { chosen: 2 },
    },
  },
]
