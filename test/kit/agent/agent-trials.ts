import type { ModelReply, ModelRequest } from '../../../src-shared/model/message.ts'
import type { Trial } from './agent-lives.ts'
import { call, reply, task } from './agent-replies.ts'

/** One trial for each built-in strategy: a short run that enters every phase that the strategy declares. */
export interface FamilyTrial extends Trial {
  readonly text: string
}

const lastText = (request: ModelRequest): string => request.messages.at(-1)?.text ?? ''
/** Whether the request has a tool result or an observation after the strategy's last instruction. */
const hasResult = ({ messages }: ModelRequest): boolean =>
  messages.at(-1)?.role === 'tool' || messages.at(-1)?.text.startsWith('Observation:') === true
const offers = (request: ModelRequest, tool: string): boolean => request.tools.some(({ name }) => name === tool)

/** Makes one call, then reports that it is done. */
const works = (request: ModelRequest, path: string): ModelReply =>
  hasResult(request) ? reply(`Wrote ${path}.`) : reply('', [call(`w-${path}`, 'write_file', { path })])

function planner(request: ModelRequest): ModelReply {
  if (!hasResult(request)) return reply('I look.', [call('r', 'read_file', { path: 'a' })])
  const steps = ['Mend', 'Test'].map((goal) => ({ goal, done: `${goal} is done` }))
  return reply('', [call('p', 'submit_plan', { steps })])
}

function critic(request: ModelRequest): ModelReply {
  const approved = lastText(request).includes('Wrote better.')
  return reply('', [call('v', 'submit_verdict', { approved, issues: approved ? [] : ['It can be better.'] })])
}

function reacts(request: ModelRequest): ModelReply {
  const text = lastText(request)
  if (text.includes('limit is reached')) return reply('Action: FINISH\nAction Input: Wrote a and b.')
  if (text.startsWith('Your answer could not be read')) return reply('Action: write_file\nAction Input: {"path": "a"}')
  if (!hasResult(request)) return reply('I should write a.')
  return reply(`Thought: on\nAction: write_file\nAction Input: {"path": "b${request.messages.length}"}`)
}

/** Writes twice, repeats a call in between, and never stops calling tools by itself. */
function stages(request: ModelRequest): ModelReply {
  if (!offers(request, 'write_file')) return reply('Wrote a and b.')
  const results = request.messages.filter((message) => message.role === 'tool').length
  return reply('', [call(`c${results}`, 'write_file', { path: results < 2 ? 'a' : 'b' })])
}

export const familyTrials: { readonly [name: string]: FamilyTrial } = {
  'plan-and-execute': {
    choice: { name: 'plan-and-execute', options: {} },
    task: task(),
    text: 'All of it was written.',
    script: (request) => {
      if (request.role === 'planner') return planner(request)
      if (lastText(request).startsWith('All steps are done')) return reply('All of it was written.')
      return works(request, lastText(request).includes('step 1') ? 'first' : 'second')
    },
  },
  reflection: {
    choice: { name: 'reflection', options: {} },
    task: task(),
    text: 'Wrote better.',
    script: (request) => {
      if (request.role === 'critic') return critic(request)
      const revising = request.messages.some((message) => message.text.includes('It can be better.'))
      return works(request, revising ? 'better' : 'first')
    },
  },
  react: {
    choice: { name: 'react', options: { maxCycles: 3 } },
    task: task(),
    text: 'Wrote a and b.',
    script: reacts,
  },
  'two-stage': {
    choice: { name: 'two-stage', options: { maxCycles: 2 } },
    task: task(),
    text: 'Wrote a and b.',
    script: stages,
  },
  retry: {
    choice: {
      name: 'retry',
      options: { check: 'npm test', restore: true },
      inner: { name: 'tool-loop', options: {} },
    },
    task: task(),
    text: 'Wrote second.',
    script: (request) =>
      works(request, request.messages.some(({ text }) => text.includes('earlier attempt')) ? 'second' : 'first'),
    check: (done) => (done.some((each) => each.includes('second')) ? 0 : 1),
  },
}
