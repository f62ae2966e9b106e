import { call, reply, task } from '../agent/agent-replies.ts'
import type { ModelScript } from '../model-server/scripted-model-server.ts'
import { byRole, type FamilyCase, includesText, inOrder } from './family-case.ts'

/** Cases of the strategies in which one model judges another: the two that plan, and reflection. */

const write = (id: string, content: string) => call(id, 'write_file', { path: 'src/a', content })
const submit = (id: string, ...goals: string[]) =>
  reply('', [call(id, 'submit_plan', { steps: goals.map((goal) => ({ goal, done: `${goal} is done` })) })])
const score = (value: number) =>
  reply('', [call('e', 'submit_evaluation', { score: value, reasoning: `worth ${value}` })])
const verdict = (...issues: string[]) =>
  reply('', [call('v', 'submit_verdict', { approved: issues.length === 0, issues })])
const lastText: (request: Parameters<ModelScript>[0]) => string = ({ messages }) => messages.at(-1)?.text ?? ''

/** Writes what the step requires, then reports it. */
const worker: ModelScript = (request) => {
  const lastMessage = request.messages.findLast(({ role }) => role === 'user')?.text ?? ''
  const goal = /step \d+ of \d+[^:]*: ([^\n.]*)/i.exec(lastMessage)?.[1] ?? `work ${lastMessage.length}`
  return request.messages.at(-1)?.role === 'tool' ? reply(`Did: ${goal}.`) : reply('', [write(`w${goal}`, goal)])
}

const plans: readonly FamilyCase[] = [
  {
    name: 'plan-revise-execute plans, revises below the threshold with the reasoning, and carries out step by step',
    choice: { name: 'plan-revise-execute', options: {} },
    answers: byRole({
      planner: (request) => (includesText(request, 'worth 0.3') ? submit('p2', 'Look', 'Mend') : submit('p1', 'Guess')),
      evaluator: (request) => score(lastText(request).includes('Guess') ? 0.3 : 0.9),
      engineer: worker,
    }),
    ends: {
      status: 'completed',
      phases: ['plan', 'evaluate', 'revise', 'evaluate', 'execute', 'execute'],
      requests: 8,
      meta: { scores: [0.3, 0.9], revisions: 1, stepsDone: 2 },
    },
  },
  {
    name: 'plan-revise-execute asks a planner who answers in prose again at most twice, then says so clearly',
    choice: { name: 'plan-revise-execute', options: {} },
    answers: byRole({ planner: () => reply('First I would look around.') }),
    ends: { status: 'failed', failure: 'strategy-gave-up', phases: ['plan'], requests: 3, done: [] },
  },
  {
    name: 'plan-revise-execute takes the plan of the second reminder',
    choice: { name: 'plan-revise-execute', options: {} },
    answers: byRole({
      planner: inOrder(reply('Well.'), reply('Let me think.'), submit('p', 'Mend')),
      evaluator: inOrder(reply('Good.'), score(0.8)),
      engineer: worker,
    }),
    ends: { status: 'completed', phases: ['plan', 'evaluate', 'execute'], requests: 7, meta: { stepsDone: 1 } },
  },
  {
    name: 'plan-revise-execute gives up on arguments that never fit',
    choice: { name: 'plan-revise-execute', options: {} },
    answers: byRole({
      planner: (request) => reply('', [call(`p${request.messages.length}`, 'submit_plan', { steps: [] })]),
    }),
    ends: { status: 'failed', failure: 'strategy-gave-up', phases: ['plan'], requests: 3, done: [] },
  },
  {
    name: 'plan-revise-execute asks the user where no revision is left, and takes the best of the plans',
    choice: { name: 'plan-revise-execute', options: { maxRevisions: 1 } },
    answers: byRole({
      planner: (request) => (includesText(request, 'worth') ? submit('p2', 'Worse') : submit('p1', 'Better')),
      evaluator: (request) => score(lastText(request).includes('Better') ? 0.5 : 0.2),
      engineer: worker,
    }),
    user: () => 'Carry out the best plan',
    ends: {
      status: 'completed',
      phases: ['plan', 'evaluate', 'revise', 'evaluate', 'execute'],
      requests: 6,
      meta: { score: 0.5, plan: [{ goal: 'Better', done: 'Better is done' }] },
    },
  },
  {
    name: 'plan-revise-execute revises where the engineer reports a step impossible',
    choice: { name: 'plan-revise-execute', options: {} },
    answers: byRole({
      planner: (request) => (includesText(request, 'no such file') ? submit('p2', 'Write') : submit('p1', 'Delete')),
      evaluator: () => score(0.9),
      engineer: (request) =>
        includesText(request, 'Write is done')
          ? worker(request)
          : reply('', [call('i', 'report_impossible', { reason: 'no such file' })]),
    }),
    ends: {
      status: 'completed',
      phases: ['plan', 'evaluate', 'execute', 'revise', 'evaluate', 'execute'],
      requests: 7,
      meta: { replans: 1, stepsDone: 1 },
    },
  },
  {
    name: 'plan-and-execute takes its one plan, works step by step, and sums up',
    choice: { name: 'plan-and-execute', options: {} },
    answers: byRole({
      planner: inOrder(reply('I look.', [call('r', 'read_file', { path: 'src/a' })]), submit('p', 'Mend', 'Test')),
      engineer: (request) => (request.tools.length === 0 ? reply('All of it is done.') : worker(request)),
    }),
    ends: {
      status: 'completed',
      text: 'All of it is done.',
      phases: ['plan', 'execute', 'execute', 'summarise'],
      requests: 7,
      meta: { stepsDone: 2 },
    },
  },
  {
    name: 'plan-and-execute refuses a plan with too many steps, and takes a shorter one',
    choice: { name: 'plan-and-execute', options: { maxSteps: 1 } },
    answers: byRole({
      planner: inOrder(submit('p1', 'Mend', 'Test'), submit('p2', 'Mend')),
      engineer: (request) => (request.tools.length === 0 ? reply('Done.') : worker(request)),
    }),
    ends: { status: 'completed', text: 'Done.', phases: ['plan', 'execute', 'summarise'], requests: 5 },
  },
]

const reflects = (critic: ModelScript, options = {}): Pick<FamilyCase, 'choice' | 'answers'> => ({
  choice: { name: 'reflection', options },
  answers: byRole({
    critic,
    engineer: (request) => {
      const revision = request.messages.filter(({ text }) => text.startsWith('A reviewer')).length
      return request.messages.at(-1)?.role === 'tool'
        ? reply(`Version ${revision}. APPROVED`)
        : reply('', [write(`w${revision}`, `version ${revision}`)])
    },
  }),
})

const reflections: readonly FamilyCase[] = [
  {
    name: 'reflection revises until the critic approves',
    ...reflects((request) => (lastText(request).includes('Version 1.') ? verdict() : verdict('It can be better.'))),
    ends: {
      status: 'completed',
      text: 'Version 1. APPROVED',
      phases: ['generate', 'critique', 'revise', 'critique'],
      requests: 6,
      done: ['write_file version 0', 'write_file version 1'],
      meta: { approved: true, iterations: 2, revisions: 1 },
    },
  },
  {
    name: 'reflection keeps finished work if its critic never gives a verdict that fits',
    ...reflects(() => reply('{"approved": "APPROVED. I approve this."}')),
    task: task(undefined, { readsText: true }),
    ends: {
      status: 'completed',
      phases: ['generate', 'critique'],
      requests: 5,
      meta: { approved: false },
    },
  },
  {
    name: 'reflection asks again for a verdict that names no issue and does not approve',
    ...reflects(inOrder(reply('', [call('v', 'submit_verdict', { approved: false, issues: [] })]), verdict())),
    ends: {
      status: 'completed',
      phases: ['generate', 'critique'],
      requests: 4,
      meta: { approved: true, revisions: 0 },
    },
  },
  {
    name: 'reflection ends after its iterations with the last revision, and says what is open',
    ...reflects(() => verdict('Still not.'), { maxIterations: 2 }),
    ends: {
      status: 'completed',
      text: 'Version 2. APPROVED',
      phases: ['generate', 'critique', 'revise', 'critique', 'revise'],
      requests: 8,
      meta: { approved: false, iterations: 2, revisions: 2, issues: ['Still not.'] },
    },
  },
]

export const judgedCases = [...plans, ...reflections]
