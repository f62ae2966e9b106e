import { call, reply } from '../agent/agent-replies.ts'
import { byRole, type FamilyAgentTurn, type FamilyCase } from './family-case.ts'
import { isRight, scoreIn } from './family-cases-checked.ts'

/** Cases of the strategies whose work another agent does, as their inner strategy. */

const agent = { name: 'agent', options: { agent: 'helper' } }
const file = (content: string, path = 'src/a') => ({ path, content })

/** In each phase it also changes what the phase does not allow. */
const testFirst: FamilyCase['agent'] = ({ prompt }): FamilyAgentTurn => {
  if (prompt.includes('Tests first')) return { text: 'A test.', writes: [file('cheat'), file('a test', 'test/a')] }
  if (prompt.includes('The tests pass.')) return { text: 'Prettier.', writes: [file('pretty')] }
  const content = prompt.includes('Find out why') ? 'right' : 'nearly'
  return { text: `It is ${content}.`, writes: [file('cheat', 'test/a'), file(content)] }
}

const submit = (id: string, ...goals: string[]) =>
  reply('', [call(id, 'submit_plan', { steps: goals.map((goal) => ({ goal, done: `${goal} is done` })) })])
const approved = () => reply('', [call('e', 'submit_evaluation', { score: 0.9, reasoning: 'good' })])
const stepIn = (prompt: string): string => /step \d+ of \d+: (\w+)/.exec(prompt)?.[1] ?? 'nothing'
const nobody = () => reply('No model is asked.')

export const agentCases: readonly FamilyCase[] = [
  {
    name: 'best-of-n has an agent make every candidate, and applies the one that passes',
    choice: { name: 'best-of-n', options: { candidates: 2 }, inner: agent },
    parallel: true,
    answers: nobody,
    agent: () => ({ text: 'Done.', writes: [file('right')] }),
    check: isRight,
    ends: {
      status: 'completed',
      phases: ['candidate', 'candidate', 'choose', 'apply'],
      requests: 0,
      file: 'right',
      meta: { chosen: 1, applied: true, votes: [] },
    },
  },
  {
    name: 'best-of-n refuses all candidates of an agent if none passes the check',
    choice: { name: 'best-of-n', options: { candidates: 2, nonePasses: 'refuse' }, inner: agent },
    parallel: true,
    start: 'nothing',
    answers: nobody,
    agent: () => ({ text: 'Done.', writes: [file('wrong')] }),
    check: isRight,
    ends: {
      status: 'failed',
      failure: 'strategy-gave-up',
      phases: ['candidate', 'candidate'],
      requests: 0,
      file: 'nothing',
      meta: { chosen: null, applied: false },
    },
  },
  {
    name: 'tdd has an agent do the work, whose changes outside of the phase are undone',
    choice: { name: 'tdd', options: {}, inner: agent },
    answers: nobody,
    agent: testFirst,
    check: isRight,
    ends: {
      status: 'completed',
      phases: ['red', 'green', 'green'],
      requests: 0,
      done: ['helper writes a test', 'helper writes nearly', 'helper writes right'],
      file: 'right',
      meta: { tries: { red: 1, green: 2 }, exitCode: 0 },
    },
  },
  {
    name: 'red-green-refactor rolls back an agent’s refactoring that breaks the tests',
    choice: { name: 'red-green-refactor', options: {}, inner: agent },
    answers: nobody,
    agent: testFirst,
    check: isRight,
    ends: {
      status: 'completed',
      phases: ['red', 'green', 'green', 'refactor'],
      requests: 0,
      file: 'right',
      meta: { refactorings: { kept: 0, rolledBack: 1 } },
    },
  },
  {
    name: 'plan-revise-execute plans with models, and has an agent carry out the steps',
    choice: { name: 'plan-revise-execute', options: {}, inner: agent },
    answers: byRole({ planner: () => submit('p', 'Look', 'Mend'), evaluator: approved }),
    agent: ({ prompt }) => ({ text: `Did ${stepIn(prompt)}.`, writes: [file(stepIn(prompt))] }),
    ends: {
      status: 'completed',
      text: 'Did Mend.',
      phases: ['plan', 'evaluate', 'execute', 'execute'],
      requests: 2,
      done: ['helper writes Look', 'helper writes Mend'],
      file: 'Mend',
      meta: { stepsDone: 2 },
    },
  },
  {
    name: 'plan-revise-execute revises if the agent says in a line that a step is impossible',
    choice: { name: 'plan-revise-execute', options: {}, inner: agent },
    answers: byRole({
      planner: ({ messages }) =>
        messages.some(({ text }) => text.includes('no such file')) ? submit('p2', 'Write') : submit('p1', 'Delete'),
      evaluator: approved,
    }),
    agent: ({ prompt }) =>
      stepIn(prompt) === 'Delete' ? { text: 'I looked.\n\nImpossible: no such file' } : { text: 'Written.' },
    ends: {
      status: 'completed',
      text: 'Written.',
      phases: ['plan', 'evaluate', 'execute', 'revise', 'evaluate', 'execute'],
      requests: 4,
      meta: { replans: 1, stepsDone: 1 },
    },
  },
  {
    name: 'plan-and-execute has an agent carry out the steps and sum up',
    choice: { name: 'plan-and-execute', options: {}, inner: agent },
    answers: byRole({ planner: () => submit('p', 'Mend') }),
    agent: ({ prompt }) => ({ text: prompt.startsWith('All steps are done') ? 'All of it is done.' : 'Mended.' }),
    ends: {
      status: 'completed',
      text: 'All of it is done.',
      phases: ['plan', 'execute', 'summarise'],
      requests: 1,
      meta: { stepsDone: 1 },
    },
  },
  {
    name: 'annealing has an agent propose, in a new session each time',
    choice: {
      name: 'annealing',
      options: { pattern: 'score (\\d+)', proposals: 2, cooling: 1, temperature: 0 },
      inner: agent,
    },
    start: '5',
    answers: nobody,
    agent: ({ prompt, session }) => ({
      text: 'Proposed.',
      writes: [file(session !== 'new' ? '1' : prompt.includes('oldest first') ? '6' : '7')],
    }),
    check: scoreIn,
    ends: {
      status: 'completed',
      phases: ['score', 'propose', 'score', 'propose', 'score'],
      requests: 0,
      file: '7',
      meta: { score: 7 },
    },
  },
]
