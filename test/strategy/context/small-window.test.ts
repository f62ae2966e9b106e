import { describe, expect, it } from 'vitest'
import { buildStrategy } from '../../../src-main/strategy/registry.ts'
import { StepFailed } from '../../../src-main/strategy/steps.ts'
import type { Message, ModelReply, ModelRequest } from '../../../src-shared/model/message.ts'
import type { StrategyChoice } from '../../../src-shared/strategy/strategy-info.ts'
import { call, reply, result, task } from '../../kit/agent/agent-replies.ts'
import { type Played, play, requestsOf } from '../../kit/agent/play.ts'

const window = 16_000
const goal = 'Mend the total of the shop.'
const overflow = new StepFailed({
  kind: 'context-overflow',
  message: 'The conversation is longer than the model can take.',
  advice: 'Shorten it.',
})
const tokensOf = (request: ModelRequest) => Math.ceil(JSON.stringify([request.messages, request.tools]).length / 4)

/** A model that works for so many rounds in all, at an endpoint that refuses what does not fit. */
function model(rounds: number, summary = 'Read many files; the total is wrong in cart.js.') {
  let done = 0
  let refused = 0
  const other = otherSteps()
  return { answer, refused: () => refused }

  function answer(step: Played<unknown>['steps'][number], index: number): unknown {
    // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- the others are answered alike
    switch (step.kind) {
      case 'call-model':
        if (tokensOf(step.request) > window) {
          refused += 1
          return overflow
        }
        return { ...said(step.request, index), usage: usageOf(step.request) }
      case 'run-tool':
        return result(step.call.id, step.call.tool, `${step.call.arguments} ${'some text of a file '.repeat(100)}`)
      default:
        return other(step)
    }
  }

  function said(request: ModelRequest, index: number): ModelReply {
    if (request.role === 'summarizer') return reply(summary)
    const offered = new Set(request.tools.map(({ name }) => name))
    const submission = submissions.find(({ tool }) => offered.has(tool))
    if (submission !== undefined) return reply('', [call(`s${index}`, submission.tool, submission.args)])
    if (done >= rounds)
      return reply('Action: FINISH\nAction Input: All is well.'.slice(request.stop.length > 0 ? 0 : 30))
    done += 1
    const path = `src/file-${done}.js`
    if (request.stop.length > 0) return reply(`Thought: look\nAction: read_file\nAction Input: {"path":"${path}"}`)
    if (done % 10 === 0) return reply('', [call(`c${index}`, 'write_file', { path, content: 'new text '.repeat(40) })])
    return reply('Looking.', [call(`c${index}`, 'read_file', { path })])
  }
}

const submissions = [
  {
    tool: 'submit_plan',
    args: {
      steps: [
        { goal: 'Look', done: 'seen' },
        { goal: 'Mend', done: 'mended' },
      ],
    },
  },
  { tool: 'submit_evaluation', args: { score: 0.9, reasoning: 'good' } },
  { tool: 'submit_verdict', args: { approved: true, issues: [] } },
  { tool: 'submit_preference', args: { better: 'A', reasoning: 'shorter' } },
]
const usageOf = (request: ModelRequest) => ({
  input: tokensOf(request),
  cachedInput: 0,
  output: 10,
  reasoning: 0,
  estimated: false,
})

/** A new state of the files each time; the check fails at first and passes from then on. */
function otherSteps() {
  let [states, checks] = [0, 0]
  return (step: Played<unknown>['steps'][number]): unknown => {
    // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- the others are answered alike
    switch (step.kind) {
      case 'snapshot':
        states += 1
        return `state-${states}`
      case 'changes':
        return { files: [{ path: 'cart.js', added: 1, removed: 1 }], patch: '' }
      case 'check':
        checks += 1
        return { exitCode: checks === 1 ? 1 : 0, output: `score ${checks}`, durationMs: 1, score: checks }
      case 'random':
        return 0.5
      default:
        return null
    }
  }
}

function expectWhole(messages: readonly Message[]): void {
  const open = new Set<string>()
  for (const message of messages) {
    if (message.role === 'tool') expect(open.delete(message.callId)).toBe(true)
    else expect(open.size).toBe(0)
    if (message.role === 'assistant') for (const each of message.toolCalls) open.add(each.id)
  }
  expect(open.size).toBe(0)
}

const loops = { maxTurns: 1000 }
const toolLoop: StrategyChoice = { name: 'tool-loop', options: loops }
const choices: readonly StrategyChoice[] = [
  toolLoop,
  { name: 'react', options: { maxCycles: 1000 } },
  { name: 'two-stage', options: { maxCycles: 1000 } },
  { name: 'plan-and-execute', options: loops },
  { name: 'plan-revise-execute', options: loops },
  { name: 'reflection', options: loops },
  { name: 'reflection', options: loops, inner: toolLoop },
  { name: 'retry', options: {}, inner: toolLoop },
  { name: 'conversation', options: {}, inner: toolLoop },
  { name: 'tdd', options: { ...loops, tests: ['test/**'] } },
  { name: 'red-green-refactor', options: { ...loops, tests: ['test/**'] } },
  { name: 'annealing', options: { ...loops, proposals: 2 } },
  { name: 'best-of-n', options: { ...loops, candidates: 2 } },
]

function played(choice: StrategyChoice, windows: { default: number }, answer: ReturnType<typeof model>['answer']) {
  const built = buildStrategy(choice)
  if (!built.ok) throw new Error(built.failure.message)
  return play(built.strategy(task(goal, { windows, compacts: true })), answer)
}
const label = ({ name, inner }: StrategyChoice) => (inner === undefined ? name : `${name}(${inner.name})`)

describe.each(choices.map((choice) => [label(choice), choice] as const))('%s', (_, choice) => {
  it('works for 400 rounds in a window of 16,000 tokens, and is never refused', () => {
    const small = model(400)
    const end = played(choice, { default: window }, small.answer)
    expect(end.result).toMatchObject({ failure: null, status: 'completed' })
    expect(small.refused()).toBe(0)
    const requests = requestsOf(end)
    expect(requests.length).toBeGreaterThan(400)
    for (const { role, messages } of requests) {
      expectWhole(messages)
      if (role !== 'summarizer') expect(JSON.stringify(messages)).toContain(goal)
    }
    expect(end.phases).toContain('compact context')
  })

  it('shortens what the endpoint refuses where its window is smaller than was said', () => {
    const small = model(60)
    const end = played(choice, { default: 128_000 }, small.answer)
    expect(end.result).toMatchObject({ failure: null, status: 'completed' })
    expect(small.refused()).toBeGreaterThan(0)
    for (const { messages } of requestsOf(end)) expectWhole(messages)
  })
})

describe('a window', () => {
  it('keeps the beginning of requests as it is until messages are shortened again', () => {
    const requests = requestsOf(played(toolLoop, { default: window }, model(100).answer)).filter(
      ({ role }) => role === 'engineer',
    )
    const texts = requests.map(({ messages }) => messages.map((each) => JSON.stringify(each)))
    const broken = texts.filter((text, at) => {
      const before = texts[at - 1] ?? []
      return !before.every((each, index) => text[index] === each)
    })
    // As often as something was shortened, which is seldom: what a provider has cached is used in between.
    expect(broken.length).toBeGreaterThan(0)
    expect(broken.length).toBeLessThan(12)
  })

  it('names the files that were edited in what was summed up', () => {
    const requests = requestsOf(played(toolLoop, { default: window }, model(400).answer))
    expect(JSON.stringify(requests.at(-1)?.messages)).toMatch(/Files edited in them.*src\/file-\d+0\.js/)
  })

  it.each(['prune', 'summarize', 'prune-then-summarize'])('is kept by the policy %s', (context) => {
    const small = model(200)
    const end = played({ name: 'tool-loop', options: { ...loops, context } }, { default: window }, small.answer)
    expect([end.result.status, small.refused()]).toEqual(['completed', 0])
    const requestCount = requestsOf(end).filter(({ role }) => role === 'summarizer').length
    expect(requestCount > 0).toBe(context !== 'prune')
  })

  it('is filled until the endpoint refuses where the policy is none', () => {
    const choice = { name: 'tool-loop', options: { ...loops, context: 'none' } }
    expect(() => played(choice, { default: window }, model(400).answer)).toThrow(overflow.message)
  })

  it('is given up after two refusals in a row with a failure that says what to do', () => {
    const answer: ReturnType<typeof model>['answer'] = (step, index) =>
      step.kind === 'call-model' && requestIsLong(step.request) ? overflow : model(3).answer(step, index)
    const requestIsLong = ({ role }: ModelRequest) => role === 'engineer'
    expect(() => played(toolLoop, { default: window }, answer)).toThrow('even after its older messages were shortened')
  })

  it('does without a summary that no model could give', () => {
    const small = model(400, '')
    const end = played(toolLoop, { default: window }, small.answer)
    expect([end.result.status, small.refused()]).toEqual(['completed', 0])
    expect(end.notes.at(-1)?.data).toMatchObject({ summarized: 0 })
  })

  it('is kept by cutting results that alone are larger than it', () => {
    const large = (step: Played<unknown>['steps'][number], index: number): unknown =>
      step.kind === 'run-tool' ? result(step.call.id, step.call.tool, 'x'.repeat(100_000)) : small.answer(step, index)
    const small = model(5)
    const end = played(toolLoop, { default: window }, large)
    expect([end.result.status, small.refused()]).toEqual(['completed', 0])
  })
})
