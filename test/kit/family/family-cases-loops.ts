import { call, reply, task } from '../agent/agent-replies.ts'
import { type FamilyCase, includesText, inOrder } from './family-case.ts'

/**
 * Cases of the strategies that consist of one loop: tool-loop with its children, chat, conversation, react, two-stage.
 */

const write = (id: string, content: string) => call(id, 'write_file', { path: 'src/a', content })
const read = (id: string) => call(id, 'read_file', { path: 'src/a' })
const loop = { name: 'tool-loop', options: {} }
const exchange = (words: string) =>
  [
    { role: 'user', text: words },
    { role: 'assistant', text: `Answered: ${words}`, reasoning: '', toolCalls: [] },
  ] as const

const toolLoops: readonly FamilyCase[] = [
  {
    name: 'tool-loop calls, feeds the results back, and ends where no call is made',
    choice: loop,
    answers: inOrder(reply('I look.', [read('1')]), reply('', [write('2', 'right'), read('3')]), reply('Mended.')),
    ends: { status: 'completed', text: 'Mended.', phases: [], requests: 3, done: ['write_file right'], file: 'right' },
  },
  {
    name: 'tool-loop asks at its limit, and gives its last answer without tools',
    choice: { name: 'tool-loop', options: { maxTurns: 2 } },
    answers: (request) =>
      request.tools.length === 0 ? reply('So far.') : reply('', [read(`r${request.messages.length}`)]),
    ends: {
      status: 'completed',
      text: 'So far.',
      phases: [],
      requests: 3,
      meta: { ending: 'last-answer' },
    },
  },
  {
    name: 'tool-loop runs no cut and no unknown call, and says so to the model (T9, T10)',
    choice: loop,
    answers: inOrder(
      reply('', [{ ...write('1', 'half'), arguments: '{"content": "ha', complete: false }], { finish: 'length' }),
      reply('', [call('2', 'nothing_such')]),
      reply('Neither was run.'),
    ),
    ends: { status: 'completed', text: 'Neither was run.', phases: [], requests: 3, done: [], file: 'nothing' },
  },
  {
    name: 'tool-loop starts children at the same time, three deep and no deeper',
    choice: loop,
    parallel: true,
    answers: (request) => {
      const goal = request.messages.find(({ role }) => role === 'user')?.text ?? ''
      const depth = goal === 'Mend the total.' ? 0 : Number(/^Level (\d)/.exec(goal)?.[1])
      if (request.messages.at(-1)?.role === 'tool') return reply(`Level ${depth} is done.`)
      if (!request.tools.some(({ name }) => name === 'delegate')) return reply('', [write(`w${goal}`, goal)])
      const names = depth === 0 ? ['a', 'b'] : ['a']
      return reply(
        '',
        names.map((name) => call(`${goal}${name}`, 'delegate', { goal: `Level ${depth + 1}${goal.slice(7)}${name}` })),
      )
    },
    ends: {
      status: 'completed',
      text: 'Level 0 is done.',
      phases: [],
      requests: 14,
      done: ['write_file Level 3e total.aaa', 'write_file Level 3e total.baa'],
    },
  },
  {
    name: 'tool-loop gives its last answer where the budget says so',
    choice: loop,
    agentOnly: true,
    budget: { modelCalls: 4, soft: 0.5 },
    answers: (request) =>
      request.tools.length === 0 ? reply('So far.') : reply('', [read(`r${request.messages.length}`)]),
    ends: { status: 'completed', text: 'So far.', phases: [], requests: 3, meta: { spent: true } },
  },
]

const talks: readonly FamilyCase[] = [
  {
    name: 'chat gives one answer, with no tools',
    choice: { name: 'chat', options: {} },
    answers: (request) => reply(request.tools.length === 0 ? 'Yes.' : 'There are tools.'),
    ends: { status: 'completed', text: 'Yes.', phases: [], requests: 1, done: [] },
  },
  {
    name: 'agent has another agent answer, and calls no model',
    choice: { name: 'agent', options: {} },
    answers: () => reply('Never asked.'),
    ends: { status: 'completed', text: 'Agreed.', phases: [], requests: 0, done: [] },
  },
  {
    name: 'conversation gives the inner strategy the whole history where it fits',
    choice: { name: 'conversation', options: {}, inner: loop },
    task: task(undefined, { history: [...exchange('one'), ...exchange('two')] }),
    answers: (request) =>
      request.messages.length < 7
        ? reply('', [read('1')])
        : reply(
            request.messages
              .slice(1, 6)
              .map((message) => message.text)
              .join(' | '),
          ),
    ends: {
      status: 'completed',
      text: 'one | Answered: one | two | Answered: two | Mend the total.',
      phases: [],
      requests: 2,
    },
  },
  {
    name: 'conversation summarises older turns where the history outgrows the window, never the system message',
    choice: { name: 'conversation', options: {}, inner: loop },
    task: task(undefined, {
      history: Array.from({ length: 10 }, (_, at) => exchange(`${at} ${'word '.repeat(300)}`)).flat(),
      windows: { default: 3000, summarizer: 100_000 },
    }),
    answers: (request) => {
      if (request.role === 'summarizer') return reply('They talked.')
      const system = request.messages[0]?.role === 'system' && includesText(request, 'They talked.')
      return request.messages.at(-1)?.role === 'tool' ? reply(`Known: ${system}`) : reply('', [read('1')])
    },
    ends: { status: 'completed', text: 'Known: true', phases: ['summarise'], requests: 3 },
  },
]

const reacts: readonly FamilyCase[] = [
  {
    name: 'react reads calls out of the text, shows what was wrong with the rest, and finishes',
    choice: { name: 'react', options: {} },
    answers: inOrder(
      reply('I should write.'),
      reply('Thought: so\nAction: write_file\nAction Input: {"path": "src/a", "content": "right"}'),
      reply('Thought: well\nAction: FINISH\nAction Input: Mended.'),
    ),
    ends: {
      status: 'completed',
      text: 'Mended.',
      phases: ['think', 'think', 'act', 'think'],
      requests: 3,
      done: ['write_file right'],
    },
  },
  {
    name: 'react asks for the answer after its cycles',
    choice: { name: 'react', options: { maxCycles: 2 } },
    answers: (request) =>
      includesText(request, 'limit is reached') || /final answer|FINISH now/i.test(request.messages.at(-1)?.text ?? '')
        ? reply('Action: FINISH\nAction Input: So far.')
        : reply(`Action: write_file\nAction Input: {"path": "src/a", "content": "${request.messages.length}"}`),
    ends: {
      status: 'completed',
      text: 'So far.',
      phases: ['think', 'act', 'think', 'act', 'answer'],
      requests: 3,
      meta: { cycles: 2 },
    },
  },
  {
    name: 'react takes calls in the endpoint’s own way for unreadable, and runs none',
    choice: { name: 'react', options: {} },
    answers: inOrder(reply('Hm.', [write('1', 'sneaky')]), reply('Action: FINISH\nAction Input: Done.')),
    ends: { status: 'completed', text: 'Done.', phases: ['think', 'think'], requests: 2, done: [], file: 'nothing' },
  },
]

/** Makes a new call after each result; answers only if no tools are offered. */
const keepsCalling =
  (...contents: readonly string[]): FamilyCase['answers'] =>
  (request) => {
    const at = request.messages.filter(({ role }) => role === 'tool').length
    if (request.tools.length === 0) return reply('So be it.')
    return reply(`Call ${at}.`, [
      call(`c${at}`, 'write_file', { content: contents[at] ?? contents.at(-1), path: 'src/a' }),
    ])
  }

const stages: readonly FamilyCase[] = [
  {
    name: 'two-stage runs one call a cycle, however many are sent, and answers by itself',
    choice: { name: 'two-stage', options: {} },
    answers: inOrder(reply('', [write('1', 'one'), write('2', 'two')]), reply('Done.')),
    ends: {
      status: 'completed',
      text: 'Done.',
      phases: ['action', 'tool', 'action'],
      requests: 2,
      done: ['write_file one'],
      meta: { cycles: 1, duplicatesBlocked: 0 },
    },
  },
  {
    name: 'two-stage refuses the same call in another spelling, and no cycle is spent on it',
    choice: { name: 'two-stage', options: {} },
    answers: inOrder(
      reply('', [call('1', 'shell', '{"command":"ls","in":{"a":1,"b":2}}')]),
      reply('', [call('2', 'shell', ' { "in": {"b": 2, "a": 1.0}, "command" : "ls" } ')]),
      reply('Listed.'),
    ),
    ends: {
      status: 'completed',
      text: 'Listed.',
      phases: ['action', 'tool', 'action', 'tool', 'action'],
      requests: 3,
      done: ['shell {"command":"ls","in":{"a":1,"b":2}}'],
      meta: { cycles: 1, duplicatesBlocked: 1 },
    },
  },
  {
    name: 'two-stage makes exactly one last call without tools at the third refusal',
    choice: { name: 'two-stage', options: {} },
    answers: keepsCalling('one'),
    ends: {
      status: 'completed',
      text: 'So be it.',
      phases: ['action', 'tool', 'action', 'tool', 'action', 'tool', 'action', 'tool', 'answer'],
      requests: 5,
      done: ['write_file one'],
      meta: { cycles: 1, duplicatesBlocked: 3, ending: 'last-answer' },
    },
  },
  {
    name: 'two-stage makes exactly one last call without tools after three cycles',
    choice: { name: 'two-stage', options: {} },
    answers: keepsCalling('one', 'two', 'three', 'four'),
    ends: {
      status: 'completed',
      text: 'So be it.',
      phases: ['action', 'tool', 'action', 'tool', 'action', 'tool', 'answer'],
      requests: 4,
      done: ['write_file one', 'write_file two', 'write_file three'],
      meta: { cycles: 3, duplicatesBlocked: 0, ending: 'last-answer' },
    },
  },
  {
    name: 'two-stage fails once, and runs nothing, where the last call makes a call again',
    choice: { name: 'two-stage', options: { maxCycles: 1 } },
    answers: (request) => reply('', [write(`w${request.messages.length}`, `${request.messages.length}`)]),
    ends: {
      status: 'failed',
      failure: 'strategy-gave-up',
      phases: ['action', 'tool', 'answer'],
      requests: 2,
      done: ['write_file 2'],
    },
  },
  {
    name: 'two-stage tells the model of a call that was cut, and takes it whole the next time',
    choice: { name: 'two-stage', options: {} },
    answers: inOrder(
      reply('', [{ ...write('1', 'x'), arguments: '{"content": "whol', complete: false }], { finish: 'length' }),
      reply('', [write('2', 'whole')]),
      reply('Done.'),
    ),
    ends: {
      status: 'completed',
      text: 'Done.',
      phases: ['action', 'tool', 'action', 'tool', 'action'],
      requests: 3,
      done: ['write_file whole'],
      meta: { cycles: 2, duplicatesBlocked: 0 },
    },
  },
]

export const loopCases = [...toolLoops, ...talks, ...reacts, ...stages]
