import { call, reply } from '../agent/agent-replies.ts'
import type { ModelScript } from '../model-server/scripted-model-server.ts'
import { type FamilyCase, includesText, inOrder } from './family-case.ts'

/** Cases of the strategies that change files and run a check: retry, the two test-first ones, annealing, best-of-n. */

const write = (id: string, content: string, path = 'src/a') => call(id, 'write_file', { path, content })
const afterTool = ({ messages }: Parameters<ModelScript>[0]): boolean => messages.at(-1)?.role === 'tool'
const lastUserMessage = ({ messages }: Parameters<ModelScript>[0]): string =>
  messages.findLast(({ role }) => role === 'user')?.text ?? ''
/** The result of `node check.mjs` in a real folder: see test/host/runs/family-in-host.test.ts. */
export const isRight = (text: string) => ({ exitCode: text.includes('right') ? 0 : 1, output: `it says ${text}\n` })

const attempts: ModelScript = (request) => {
  const [content, said] = includesText(request, 'An earlier attempt')
    ? ['right', 'Mended.']
    : ['wrong', 'It is mended.']
  return afterTool(request) ? reply(said) : reply('', [write(`w${content}`, content)])
}
const loop = { name: 'tool-loop', options: {} }

const retries: readonly FamilyCase[] = [
  {
    name: 'retry tries again where the check does not exit with 0, telling why',
    choice: { name: 'retry', options: { check: 'npm test' }, inner: loop },
    answers: attempts,
    check: isRight,
    ends: {
      status: 'completed',
      text: 'Mended.',
      phases: ['attempt', 'check', 'attempt', 'check'],
      requests: 4,
      done: ['write_file wrong', 'write_file right'],
      file: 'right',
      meta: { attempts: 2, succeeded: true },
    },
  },
  {
    name: 'retry brings the files back before each further attempt, and fails with the check after the last',
    choice: { name: 'retry', options: { check: 'npm test', restore: true, maxRetries: 2 }, inner: loop },
    answers: (request) =>
      afterTool(request) ? reply('Done.') : reply('', [write('w', 'wrong'), call('r', 'read_file', { path: 'src/a' })]),
    check: () => ({ exitCode: 1, output: 'red' }),
    ends: {
      status: 'failed',
      failure: 'strategy-gave-up',
      phases: ['attempt', 'check', 'attempt', 'check', 'attempt', 'check'],
      requests: 6,
      file: 'wrong',
      meta: { attempts: 3, succeeded: false },
    },
  },
  {
    name: 'retry tries again where a tool failed and was never made good',
    choice: { name: 'retry', options: {}, inner: loop },
    answers: (request) => {
      if (afterTool(request)) return reply('Done.')
      return reply('', [call('s', 'shell', { command: includesText(request, 'An earlier attempt') ? 'good' : 'bad' })])
    },
    tool: ({ arguments: args }) => ({ text: 'ran', ok: args.includes('good') }),
    ends: { status: 'completed', phases: ['attempt', 'attempt'], requests: 4, meta: { attempts: 2, succeeded: true } },
  },
  {
    name: 'retry leaves alone what was made good',
    choice: { name: 'retry', options: {}, inner: loop },
    answers: inOrder(
      reply('', [call('1', 'shell', { command: 'bad' })]),
      reply('', [call('2', 'shell', { command: 'good' })]),
      reply('Done.'),
    ),
    tool: ({ arguments: args }) => ({ text: 'ran', ok: args.includes('good') }),
    ends: { status: 'completed', phases: ['attempt'], requests: 3, meta: { attempts: 1, succeeded: true } },
  },
]

/** Writes its test, then the right solution; in each phase it also tries what the phase forbids. */
const testFirst: ModelScript = (request) => {
  const lastMessage = lastUserMessage(request)
  if (afterTool(request)) return reply('Written.')
  if (lastMessage.startsWith('Tests first')) return reply('', [write('c1', 'cheat'), write('t1', 'a test', 'test/a')])
  if (lastMessage.startsWith('The tests pass')) return reply('', [write('c3', 'cheat', 'test/a'), write('f', 'pretty')])
  return reply('', [
    write('c2', 'cheat', 'test/a'),
    write('g', lastMessage.includes('Find out why') ? 'right' : 'nearly'),
  ])
}

const testsFirst: readonly FamilyCase[] = [
  {
    name: 'tdd writes a test that fails, then what makes it pass, and nothing that a phase forbids',
    choice: { name: 'tdd', options: {} },
    answers: testFirst,
    check: isRight,
    ends: {
      status: 'completed',
      phases: ['red', 'green', 'green'],
      requests: 6,
      done: ['write_file a test', 'write_file nearly', 'write_file right'],
      file: 'right',
      meta: { tries: { red: 1, green: 2 }, exitCode: 0 },
    },
  },
  {
    name: 'tdd gives up where no test fails',
    choice: { name: 'tdd', options: { testTries: 2 } },
    answers: () => reply('There is nothing to test.'),
    check: () => ({ exitCode: 0, output: 'green' }),
    ends: { status: 'failed', failure: 'strategy-gave-up', phases: ['red', 'red'], requests: 2, done: [] },
  },
  {
    name: 'tdd gives up after its tries, and takes a check that was killed for none',
    choice: { name: 'tdd', options: { tries: 2, testTries: 2 } },
    answers: testFirst,
    check: (text, done) => ({ exitCode: done.length < 2 ? null : 1, output: text }),
    ends: { status: 'failed', failure: 'strategy-gave-up', phases: ['red', 'red', 'green', 'green'], requests: 8 },
  },
  {
    name: 'red-green-refactor rolls a refactoring back that breaks the tests',
    choice: { name: 'red-green-refactor', options: {} },
    answers: testFirst,
    check: isRight,
    ends: {
      status: 'completed',
      phases: ['red', 'green', 'green', 'refactor'],
      requests: 8,
      file: 'right',
      meta: { refactorings: { kept: 0, rolledBack: 1 } },
    },
  },
  {
    name: 'red-green-refactor keeps a refactoring that leaves the tests green',
    choice: { name: 'red-green-refactor', options: { refactorings: 2 } },
    answers: (request) => {
      if (!lastUserMessage(request).startsWith('The tests pass')) return testFirst(request)
      return afterTool(request) ? reply('Simpler.') : reply('', [write('f', 'right and pretty')])
    },
    check: isRight,
    ends: {
      status: 'completed',
      phases: ['red', 'green', 'green', 'refactor', 'refactor'],
      requests: 10,
      file: 'right and pretty',
      meta: { refactorings: { kept: 2, rolledBack: 0 } },
    },
  },
]

/** Proposes these in order: the number of proposals in the request selects the next. */
const proposes =
  (...contents: readonly string[]): ModelScript =>
  (request) => {
    const at = lastUserMessage(request).match(/^- /gm)?.length ?? 0
    return afterTool(request) ? reply(`Proposal ${at}.`) : reply('', [write(`w${at}`, contents[at] ?? 'none')])
  }
export const scoreIn = (text: string) => ({ exitCode: 1, output: `score ${text}\n` })
const anneal = (more: { readonly temperature: number }) => ({
  name: 'annealing',
  options: { pattern: 'score (\\d+)', proposals: 3, cooling: 1, ...more },
})

const annealings: readonly FamilyCase[] = [
  {
    name: 'annealing without warmth keeps what is better, rolls the rest back, and the best remains',
    choice: anneal({ temperature: 0 }),
    start: '5',
    answers: proposes('7', '6', '9'),
    check: scoreIn,
    ends: {
      status: 'completed',
      phases: ['score', 'propose', 'score', 'propose', 'score', 'propose', 'score'],
      requests: 6,
      file: '9',
      meta: {
        score: 9,
        proposals: [
          { score: 7, decision: 'better' },
          { score: 6, decision: 'worse, rejected' },
          { score: 9, decision: 'better' },
        ],
      },
    },
  },
  {
    name: 'annealing that is hot goes on from what is worse, and still the best remains',
    choice: anneal({ temperature: 1e9 }),
    start: '5',
    answers: proposes('9', '1', '2'),
    check: scoreIn,
    ends: {
      status: 'completed',
      phases: ['score', 'propose', 'score', 'propose', 'score', 'propose', 'score'],
      requests: 6,
      file: '9',
      meta: { score: 9 },
    },
  },
  {
    name: 'annealing is scored by an evaluator where no check does',
    choice: { name: 'annealing', options: { score: 'evaluator', proposals: 2, temperature: 0 } },
    answers: (request) =>
      request.role === 'evaluator'
        ? reply('', [
            call('e', 'submit_evaluation', {
              score: lastUserMessage(request).includes('-> snapshot of good') ? 0.8 : 0.3,
              reasoning: 'so',
            }),
          ])
        : proposes('good', 'worse')(request),
    ends: {
      status: 'completed',
      phases: ['score', 'propose', 'score', 'propose', 'score'],
      requests: 7,
      file: 'good',
      meta: { score: 0.8 },
    },
  },
]

/** Each candidate learns its name by reading, and writes its own solution. */
const candidates =
  (...contents: readonly string[]): ModelScript =>
  (request) => {
    const number = Number(/copy (\d)/.exec(request.messages.map(({ text }) => text).join())?.[1])
    if (!afterTool(request)) return reply('', [call('r', 'read_file', { path: 'src/a' })])
    if (request.messages.filter(({ role }) => role === 'tool').length > 1) return reply(`Candidate ${number}.`)
    return reply('', [write('w', contents[number] ?? 'none')])
  }
/** Prefers the solution that contains the word; `A` if both do. */
const prefers =
  (word: string): ModelScript =>
  (request) => {
    const [, first = '', second = ''] = lastUserMessage(request).split(/# Solution [AB]/)
    const better = second.includes(word) && !first.includes(word) ? 'B' : 'A'
    return reply('', [call('v', 'submit_preference', { better, reasoning: 'so' })])
  }

const bests: readonly FamilyCase[] = [
  {
    name: 'best-of-n applies the candidate that passes the check, and asks no judge where there is only one',
    choice: { name: 'best-of-n', options: { candidates: 3 } },
    parallel: true,
    answers: candidates('wrong', 'right', 'bad'),
    check: isRight,
    ends: {
      status: 'completed',
      phases: ['candidate', 'candidate', 'candidate', 'choose', 'apply'],
      requests: 9,
      file: 'right',
      meta: { chosen: 2, applied: true, votes: [] },
    },
  },
  {
    name: 'best-of-n has those that pass compared blindly in both orders, and a judge for the first place is no vote',
    choice: { name: 'best-of-n', options: { candidates: 3 } },
    parallel: true,
    answers: (request) =>
      request.role === 'evaluator' ? prefers('best')(request) : candidates('right', 'wrong', 'right best')(request),
    check: isRight,
    ends: {
      status: 'completed',
      phases: ['candidate', 'candidate', 'candidate', 'choose', 'apply'],
      requests: 11,
      file: 'right best',
      meta: { chosen: 3, applied: true },
    },
  },
  {
    name: 'best-of-n chooses by its own rules where no judge gives a vote',
    choice: { name: 'best-of-n', options: { candidates: 2, check: '' } },
    parallel: true,
    answers: (request) =>
      request.role === 'evaluator' ? reply('Both are fine.') : candidates('longer one', 'short')(request),
    ends: {
      status: 'completed',
      phases: ['candidate', 'candidate', 'choose', 'apply'],
      requests: 12,
      file: 'short',
      meta: { chosen: 2 },
    },
  },
]

export const checkedCases = [...retries, ...testsFirst, ...annealings, ...bests]
