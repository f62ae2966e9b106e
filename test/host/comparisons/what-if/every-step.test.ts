import { expect, onTestFinished, test, vi } from 'vitest'
import { ask } from '../../../../src-main/host/api/host-client.ts'
import type { Host } from '../../../../src-main/host/host.ts'
import { startWhatIf } from '../../../../src-shared/api/what-if-requests.ts'
import type { Trial } from '../../../../src-shared/comparison/comparison-batch.ts'
import { laneLabelAt } from '../../../../src-shared/comparison/lane-label.ts'
import { type StepChange, stepChange } from '../../../../src-shared/comparison/what-if/step-change.ts'
import type { ApprovalMode } from '../../../../src-shared/model/tool.ts'
import type { Run } from '../../../../src-shared/run/conversation.ts'
import type { ForkableStep } from '../../../../src-shared/run/forkable-steps.ts'
import type { StrategyChoice } from '../../../../src-shared/strategy/strategy-info.ts'
import { batchAtRest } from '../../../kit/agent/batch-trials.ts'
import { type HostModelServer, hostModelServer, type ScriptedAnswer } from '../../../kit/host/host-model-server.ts'
import { eventsOf, openTestHost } from '../../../kit/host/host-open.ts'
import { temporaryProject } from '../../../kit/project/temporary-project.ts'
import { compareTalk } from '../../../kit/window/compare-lanes.ts'

// Every fork has a copy made and removed: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 240_000 })

type Asked = Parameters<Parameters<typeof hostModelServer>[0]>[0]

const write: ScriptedAnswer = { calls: [{ tool: 'write_file', arguments: { path: 'done.txt', content: 'yes' } }] }
const done: ScriptedAnswer = { text: 'done' }
const loop = { name: 'tool-loop', options: {} }
const results = ({ messages }: Asked) => messages.filter(({ role }) => role === 'tool').length
const has = ({ tools = [] }: Asked, name: string) => tools.some((tool) => tool.function.name === name)

interface Case {
  readonly strategy: StrategyChoice
  readonly script: (request: Asked) => ScriptedAnswer
  /** The steps that it can be continued from, as `kind name`. */
  readonly steps: readonly string[]
  readonly prompt: string
  readonly approval?: ApprovalMode
  readonly decision?: 'allow' | 'deny'
  readonly answer?: string
}

const cases: { readonly [name: string]: Case } = {
  'a question that a tool asks, and what a person answered': {
    strategy: loop,
    prompt: 'finalAnswer',
    answer: 'Yes',
    script: (request) => {
      if (results(request) > 1) return done
      if (results(request) === 1) return write
      return { calls: [{ tool: 'ask_user', arguments: { question: 'Shall I?', options: ['Yes', 'No'] } }] }
    },
    steps: ['model engineer', 'tool ask_user', 'question', 'model engineer', 'tool write_file', 'model engineer'],
  },
  'a question of the strategy': {
    strategy: { name: 'plan-and-execute', options: { approve: 'always' } },
    prompt: 'plan',
    answer: 'Carry it out',
    script: (request) => {
      const plan = { steps: [{ goal: 'Write it', done: 'It is there' }] }
      if (has(request, 'submit_plan')) return { calls: [{ tool: 'submit_plan', arguments: plan }] }
      return request.messages.at(-1)?.role === 'tool' || !has(request, 'write_file') ? done : write
    },
    steps: [
      'model planner',
      'tool submit_plan',
      'question',
      'model engineer',
      'tool write_file',
      'model engineer',
      'model engineer',
    ],
  },
  'what a person allowed': {
    strategy: loop,
    prompt: 'finalAnswer',
    approval: 'ask',
    decision: 'allow',
    script: (request) => (results(request) === 0 ? write : done),
    steps: ['model engineer', 'tool write_file', 'model engineer'],
  },
  'what a person denied': {
    strategy: loop,
    prompt: 'finalAnswer',
    approval: 'ask',
    decision: 'deny',
    script: (request) => (results(request) === 0 ? write : done),
    steps: ['model engineer', 'tool write_file', 'model engineer'],
  },
  'a strategy in another': {
    strategy: {
      name: 'retry',
      options: { maxRetries: 1, check: `node -e "process.exit(require('fs').existsSync('done.txt') ? 0 : 1)"` },
      inner: loop,
    },
    prompt: 'retry',
    script: (request) => {
      if (request.messages.at(-1)?.role === 'tool') return done
      return JSON.stringify(request.messages).includes('attempt') ? write : done
    },
    steps: ['model engineer', 'model engineer', 'tool write_file', 'model engineer'],
  },
  'a helper': {
    strategy: loop,
    prompt: 'finalAnswer',
    script: (request) => {
      if (request.messages.at(-1)?.role === 'tool') return done
      const isHelper = JSON.stringify(request.messages).includes('Write the file')
      return isHelper ? write : { calls: [{ tool: 'delegate', arguments: { goal: 'Write the file' } }] }
    },
    steps: ['model engineer', 'model engineer', 'tool write_file', 'model engineer', 'tool delegate', 'model engineer'],
  },
}

/** Answers every question and approval of every run as the person of the case does. */
function answering(host: Host, { decision = 'allow', answer = '' }: Case): void {
  const answered = new Set<string>()
  const look = ({ id, status }: Run) => {
    if (status !== 'waiting') return
    for (const event of eventsOf(host, id)) {
      const isQuestion = event.type === 'step-start' && event.step === 'ask-user'
      if (event.type !== 'approval-ask' && !isQuestion) continue
      const key = `${id} ${event.seq}`
      if (answered.has(key)) continue
      answered.add(key)
      const at = { runId: id, path: event.path }
      void (
        isQuestion
          ? ask(host, 'run-answer', { ...at, answer })
          : ask(host, 'run-approve', { ...at, decision, note: '' })
      )
        // Answered in the log that was copied already.
        .catch(() => undefined)
    }
  }
  onTestFinished(
    host.follow({ kind: 'host' }, (message) => {
      if (message.topic === 'host') for (const change of message.changes) if (change.kind === 'run') look(change.run)
    }),
  )
}

async function started(one: Case) {
  const project = await temporaryProject({ 'a.txt': 'one\n' })
  const server = await hostModelServer(one.script)
  const host = await openTestHost()
  const talk = await compareTalk(host, project.folder, server.url)
  answering(host, one)
  const request = {
    roles: { default: 'prof_a' },
    strategy: one.strategy,
    approval: one.approval ?? 'everything',
  } as const
  const { id } = await ask(host, 'run-start', talk.message('Do it.', request))
  const run = await host.runs.untilEnded(id)
  expect(run.status).toBe('completed')
  return { host, server, run }
}

interface Tried {
  readonly host: Host
  readonly server: HostModelServer
  readonly trial: Trial
}

/** With what the strategy fills in. */
const texts: { readonly [prompt: string]: string } = {
  plan: 'Other words. {max}',
  retry: 'Other words. {reason}',
}

/** Each changes one thing, and says how it shows in the changed fork. */
const kinds: {
  readonly [kind: string]: { change(prompt: string): Partial<StepChange>; shows(tried: Tried): boolean }
} = {
  model: {
    change: () => ({ roles: { default: 'prof_b' } }),
    shows: ({ server }) => server.requests.some(({ model }) => model === 'model-b'),
  },
  strategy: {
    change: () => ({ strategy: { name: 'chat', options: {} } }),
    shows: ({ host, trial }) => JSON.stringify(host.runs.get(trial.runId ?? '')?.strategy).includes('chat'),
  },
  prompt: {
    change: (prompt) => ({ prompts: { [prompt]: texts[prompt] ?? 'Other words.' } }),
    shows: ({ host, trial }) => {
      const [first] = eventsOf(host, trial.runId ?? '')
      return first?.type === 'run-start' && first.forkedFrom?.prompts === 'changed'
    },
  },
  answer: {
    change: () => ({ answer: { text: 'Another answer.', calls: [] } }),
    shows: ({ host, trial }) => JSON.stringify(eventsOf(host, trial.runId ?? '')).includes('Another answer.'),
  },
  message: {
    change: () => ({ message: 'Be quick about it.' }),
    shows: ({ server }) => JSON.stringify(server.requests).includes('Be quick about it.'),
  },
}

test.each(Object.entries(cases))('any one thing can be changed at every step: %s', async (_, one) => {
  const { host, server, run } = await started(one)
  const { steps } = await ask(host, 'what-if-steps', { runId: run.id })
  expect(steps.map(({ kind, name }) => `${kind} ${name}`.trim())).toEqual(one.steps)
  const named = Object.entries(kinds)
  const missed: string[] = []
  // All at the same time: a fork mostly waits for git and for the host.
  const tryStep = async ({ path, kind: step }: ForkableStep) => {
    const changes = named.map(([, { change }]) => stepChange.parse(change(one.prompt)))
    const wish = startWhatIf.parse({ runId: run.id, path, repeats: 1, parallel: 3, changes })
    const { id } = await ask(host, 'what-if-start', wish)
    const { trials } = await batchAtRest(host, id)
    expect(trials).toHaveLength(1 + named.length)
    for (const [at, [kind, { shows }]] of named.entries()) {
      const trial = trials.find(({ lane }) => lane === laneLabelAt(at + 1))
      if (trial?.state !== 'done' || !shows({ host, server, trial }))
        missed.push(`${step} ${path}, ${kind}: ${trial?.failure?.message ?? trial?.state}`)
    }
  }
  await Promise.all(steps.map(tryStep))
  expect(missed).toEqual([])
})
