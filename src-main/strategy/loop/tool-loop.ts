import { z } from 'zod'
import { assertNever } from '../../../src-shared/base/assert-never.ts'
import type { Message, ToolCall } from '../../../src-shared/model/message.ts'
import { type LimitDecision, limitDecision, limitQuestion } from '../../../src-shared/run/limit-question.ts'
import type { ModelResponse } from '../context/ask-model.ts'
import { askWithin } from '../context/ask-within.ts'
import { contextItem, type ModelContext, newModelContext, withItems } from '../context/model-context.ts'
import { userText } from '../messages.ts'
import { askUser, inbox, note, phase, type Routine, type Strategy } from '../steps.ts'
import { defineStrategy } from '../strategy.ts'
import { inText, refusesTools, wantsText } from './calls-in-text.ts'
import { executeCalls } from './execute-calls.ts'
import { finalAnswer } from './final-answer.ts'
import { type Loop, type LoopEnd, loopFor, loopOutcome } from './loop.ts'
import { emptyAnswer, stoppedAtRounds, tooManyInvalidCalls } from './loop-failures.ts'
import { type LoopOptions, loopOptions } from './loop-options.ts'
import { loopPrompts } from './loop-prompts.ts'
import { callEntries, executedIn, type LoopState, type Round } from './rounds.ts'

/**
 * The tool loop: calls the model, runs its tool calls and returns the results to it, until it answers
 * without calls. Every strategy that needs a loop uses this one.
 *
 * 1. Every call in `added` has its result in `added`.
 * 2. A round ends before the next begins; queued messages are read only between rounds.
 * 3. A model that can't call tools calls them in text: its profile says so, or its endpoint refuses a request with tools.
 * 4. Once a soft limit is reached, one model call follows and no tool runs.
 */
export function* runLoop(given: Loop): Routine<LoopEnd> {
  let loop = given.protocol.native && wantsText(given) ? inText(given) : given
  const shown = newModelContext(loop.messages, loop.task.goal, [...strategyToolInfos(loop), ...loop.tools])
  let state: LoopState = { rounds: [], added: [], allowed: loop.maxRounds, shown }
  for (;;) {
    const nudged = state.rounds.at(-1)?.kind === 'empty'
    const played = yield* nextRound(loop, state)
    const { round } = played
    loop = played.loop
    state = withRound(loop, { ...state, shown: played.shown }, round)
    const { rounds, added } = state
    const left = { added, calls: callEntries(rounds), rounds, outOfBudget: round.outOfBudget, cutOff: false }
    switch (round.kind) {
      case 'answer':
        return { ...left, ending: 'answered', text: round.message.text, cutOff: round.cutOff }
      case 'empty':
        if (nudged) return { ...left, ending: 'failed', failure: round.failure }
        state = withMessages(state, [userText(loop.prompts.emptyNudge())])
        continue
      case 'calls': {
        const submitted = round.executed.find(({ call, result }) => isStrategyTool(loop, call) && result.ok)
        if (submitted !== undefined) return { ...left, ending: 'submitted', submitted: submitted.call }
        const failure = tooManyInvalidCalls(loop.role, round.executed)
        if (invalidCalls(loop, rounds) >= maxInvalidCalls) return { ...left, ending: 'failed', failure }
        break
      }
      case 'unreadable':
        break
      default:
        assertNever(round)
    }
    const next = round.outOfBudget ? wrapUp : yield* whatNext(loop, state)
    switch (next.kind) {
      case 'answer':
        return yield* finalAnswer(loop, state, next.instruction ?? loop.prompts.finalAnswer())
      case 'wrap-up':
        return yield* wrappedUp(loop, finalAnswer(loop, state, loop.prompts.finalAnswer()))
      case 'stop':
        return { ...left, outOfBudget: true, ending: 'failed', failure: stoppedAtRounds(rounds.length) }
      case 'more':
        state = { ...state, allowed: rounds.length + next.by }
        break
      case 'continue':
        break
      default:
        assertNever(next)
    }
    state = yield* withQueuedMessages(loop, state)
  }
}

/** Maximum calls of a strategy's tool with invalid arguments before the loop gives up. */
const maxInvalidCalls = 3

interface PlayedRound {
  readonly round: Round
  readonly shown: ModelContext
  /** What the next round is played with. */
  readonly loop: Loop
}

/** Once an endpoint has refused tools, they are offered in text. */
function* nextRound(loop: Loop, state: LoopState): Routine<PlayedRound> {
  try {
    return yield* playRound(loop, state)
  } catch (error) {
    if (!loop.protocol.native || !refusesTools(error)) throw error
    yield* note('tools are offered in text, as the endpoint takes none', { role: loop.role })
    return yield* playRound(inText(loop), state)
  }
}

function* playRound(loop: Loop, state: LoopState): Routine<PlayedRound> {
  const at = state.rounds.length
  const tools = [...strategyToolInfos(loop), ...loop.tools]
  const response = askWithin(loop, state.shown, (messages) => ({
    role: loop.role,
    ...loop.protocol.request(messages, tools),
  }))
  const { answered, shown } = yield* loop.phases.wrapModelCall(response, at, false)
  return { round: yield* roundOf(loop, state, answered), shown, loop }
}

function* roundOf(loop: Loop, state: LoopState, { reply, nothing }: ModelResponse): Routine<Round> {
  const at = state.rounds.length
  const { message, problem } = loop.protocol.parse(reply, at)
  const outOfBudget = reply.budget === 'last-answer'
  if (message.toolCalls.length > 0) {
    const refusals = loop.policy.refuse(message.toolCalls, state.rounds)
    const executed = yield* loop.phases.wrapToolCalls(executeCalls(message.toolCalls, loop, refusals), at)
    return { kind: 'calls', message, executed, outOfBudget }
  }
  if (problem !== null) return { kind: 'unreadable', message, problem, outOfBudget }
  if (message.text.trim() !== '') return { kind: 'answer', message, cutOff: reply.finish === 'length', outOfBudget }
  // Regardless of the budget, the model is asked once about an empty reply.
  return { kind: 'empty', failure: nothing ?? emptyAnswer(loop.role, reply.finish), outOfBudget: false }
}

/** @param kind of those that are no results */
function withMessages(state: LoopState, messages: readonly Message[], kind: 'work' | 'pinned' = 'work'): LoopState {
  const items = messages.map((message) => contextItem(message, message.role === 'tool' ? 'result' : kind))
  return { ...state, added: [...state.added, ...messages], shown: withItems(state.shown, items) }
}

const withRound = (loop: Loop, state: LoopState, round: Round): LoopState => ({
  ...withMessages(state, messagesOf(loop, round)),
  rounds: [...state.rounds, round],
})

/** The messages that a round adds to the transcript. */
function messagesOf(loop: Loop, round: Round): readonly Message[] {
  switch (round.kind) {
    case 'answer':
      return [round.message]
    case 'calls':
      return [round.message, ...loop.protocol.formatResults(round.executed.map(({ result }) => result))]
    case 'unreadable':
      return [...(round.message.text.trim() === '' ? [] : [round.message]), userText(round.problem)]
    case 'empty':
      return []
    default:
      return assertNever(round)
  }
}

const strategyToolInfos = (loop: Loop) => loop.strategyTools.map(({ info }) => info)

const isStrategyTool = (loop: Loop, { tool }: ToolCall): boolean =>
  loop.strategyTools.some(({ info }) => info.name === tool)

const invalidCalls = (loop: Loop, rounds: readonly Round[]): number =>
  executedIn(rounds).filter(({ call, result }) => isStrategyTool(loop, call) && !result.ok).length

/** What follows a round. `answer`: without an instruction, that of a reached limit. */
type Next = { readonly kind: 'continue' } | { readonly kind: 'answer'; readonly instruction?: string } | LimitDecision

const wrapUp: Next = { kind: 'wrap-up' }

/** The policy may stop the loop, and the user may at the limit of rounds. */
function* whatNext(loop: Loop, { rounds, allowed }: LoopState): Routine<Next> {
  const instruction = yield* loop.policy.shouldStop(rounds)
  if (instruction !== null) return { kind: 'answer', instruction }
  if (rounds.length >= (loop.task.rounds ?? Number.POSITIVE_INFINITY)) return { kind: 'answer' }
  if (rounds.length < allowed) return { kind: 'continue' }
  const { asksAtLimits } = loop.task
  if (asksAtLimits === undefined) return yield* askToContinue(rounds.length)
  if (!asksAtLimits) return { kind: 'answer' }
  const question = limitQuestion('rounds', rounds.length, allowed, loop.maxRounds)
  return limitDecision({ name: 'rounds', more: loop.maxRounds }, yield* askUser(question))
}

const endOrContinue = ['Answer now', 'Go on'] as const

/** The question of runs that were written before limits could end in one. */
function* askToContinue(rounds: number): Routine<Next> {
  const question = `${rounds} rounds done: go on?`
  const answer = yield* askUser({ question, options: endOrContinue, freeText: false })
  return answer === 'Go on' ? { kind: 'continue' } : { kind: 'answer' }
}

/** The last answer is a phase if the user was asked about the limit. */
const wrappedUp = (loop: Loop, answer: Routine<LoopEnd>): Routine<LoopEnd> =>
  loop.task.asksAtLimits === true ? phase('wrap-up', answer, 'wrap up') : answer

function* withQueuedMessages(loop: Loop, state: LoopState): Routine<LoopState> {
  const queued = yield* inbox('messages the user queued')
  const { length } = state.rounds
  const allowed = length >= state.allowed ? length + loop.maxRounds : state.allowed
  return { ...withMessages(state, queued.map(userText), 'pinned'), allowed }
}

const options = z.strictObject({
  ...loopOptions('the run'),
  todos: z.boolean().default(true).describe('Whether the model keeps a list of what is to be done, which you see'),
})

/** Also the work of strategies that wrap another one, if they are given none. */
export const loopStrategy = (chosen: LoopOptions): Strategy =>
  function* (task) {
    const end = yield* runLoop(loopFor(task, 'engineer', chosen))
    return loopOutcome(task, end, { iterations: end.rounds.length })
  }

/** The tool loop and nothing else. */
export const toolLoop = defineStrategy({
  name: 'tool-loop',
  title: 'Tool loop',
  summary: 'Standard agent: calls the model, runs its tools, and repeats until it answers.',
  version: 1,
  wrapper: false,
  options,
  prompts: loopPrompts,
  roles: [{ name: 'engineer', purpose: 'Does the work' }],
  phases: [],
  build: (chosen) => loopStrategy(chosen),
})
