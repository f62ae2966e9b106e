import { z } from 'zod'
import type { Failure } from '../../src-shared/failure.ts'
import type { Message, ModelReply, ToolCall } from '../../src-shared/message.ts'
import type { CallEntry } from '../../src-shared/strategy-info.ts'
import type { ToolResult } from '../../src-shared/tool.ts'
import { answerCalls } from './answer-calls.ts'
import { lastAnswer } from './last-answer.ts'
import { emptyAnswer, emptyNudge, refusedTooOften } from './loop-failures.ts'
import { type LoopEnd, type LoopWork, loopWork } from './loop-work.ts'
import { callEntry, resultMessage, userText, withDistinctIds } from './messages.ts'
import { outcomeOf } from './outcome.ts'
import { askUser, callModel, inbox, type Routine } from './steps.ts'
import { defineStrategy } from './strategy.ts'

/**
 * The one canonical tool loop: call the model, run its tool calls, feed the results back, until it answers
 * without calls. Every strategy that needs a loop uses this one.
 *
 * 1. Every call in `added` has its result in `added`.
 * 2. A round ends before the next begins; only between rounds are queued messages taken up.
 * 3. Once a soft limit is told of, one model call follows and no tool runs.
 */

/** How often a call of an own tool may be refused before the loop gives up. */
const mostRefusals = 3
const roundLimitAnswers = ['Answer now', 'Go on'] as const

export function* runLoop(work: LoopWork): Routine<LoopEnd> {
  let state: LoopState = { added: [], calls: [], rounds: 0, allowed: work.maxTurns, refusals: 0, asked: false }
  for (;;) {
    const reply = yield* callModel(loopRequest(work, state.added))
    const message = withDistinctIds(reply.message)
    state = { ...state, rounds: state.rounds + 1 }
    if (message.toolCalls.length === 0) {
      if (message.text.trim() !== '') return answered({ ...state, added: [...state.added, message] }, reply)
      if (state.asked) return gaveUp(state, emptyAnswer(work.role, reply.finish))
      state = { ...state, asked: true, added: [...state.added, userText(emptyNudge)] }
      continue
    }
    const results = yield* answerCalls(message.toolCalls, work)
    state = withResults(state, message, results, work)
    const submitted = message.toolCalls.find((call, at) => isOwn(work, call) && results[at]?.ok === true)
    const spent = reply.budget === 'last-answer'
    if (submitted !== undefined) return { ...endOf(state, 'submitted'), submitted, spent }
    if (state.refusals >= mostRefusals) return gaveUp(state, refusedTooOften(work.role, results))
    if (spent || !(yield* goesOn(state))) return yield* lastAnswer(work, { ...endOf(state, 'last-answer'), spent })
    state = yield* nextRound(state, work)
  }
}

interface LoopState {
  readonly added: readonly Message[]
  readonly calls: readonly CallEntry[]
  readonly rounds: number
  readonly allowed: number
  readonly refusals: number
  /** An empty answer has been asked about once. */
  readonly asked: boolean
}

const isOwn = (work: LoopWork, call: ToolCall): boolean => work.own.some((tool) => tool.info.name === call.tool)

function loopRequest(work: LoopWork, added: readonly Message[]) {
  const tools = [...work.own.map((tool) => tool.info), ...work.tools]
  return { role: work.role, messages: [...work.messages, ...added], tools }
}

function withResults(state: LoopState, message: Message, results: readonly ToolResult[], work: LoopWork): LoopState {
  const owned = new Set(work.own.map((tool) => tool.info.name))
  return {
    ...state,
    added: [...state.added, message, ...results.map(resultMessage)],
    calls: [...state.calls, ...results.map(callEntry)],
    refusals: state.refusals + results.filter((result) => !result.ok && owned.has(result.tool)).length,
    asked: false,
  }
}

function* goesOn(state: LoopState): Routine<boolean> {
  if (state.rounds < state.allowed) return true
  const question = `${state.rounds} rounds done: go on?`
  return (yield* askUser({ question, options: roundLimitAnswers, freeText: false })) === 'Go on'
}

function* nextRound(state: LoopState, work: LoopWork): Routine<LoopState> {
  const queued = yield* inbox('messages the user queued')
  return {
    ...state,
    added: [...state.added, ...queued.map(userText)],
    allowed: state.rounds >= state.allowed ? state.rounds + work.maxTurns : state.allowed,
  }
}

function endOf(state: LoopState, ending: LoopEnd['ending']): LoopEnd {
  const { added, calls, rounds } = state
  return { text: '', added, calls, rounds, submitted: null, ending, spent: false, cutOff: false, failure: null }
}

function answered(state: LoopState, reply: ModelReply): LoopEnd {
  const spent = reply.budget === 'last-answer'
  return { ...endOf(state, 'answered'), text: reply.message.text, spent, cutOff: reply.finish === 'length' }
}

const gaveUp = (state: LoopState, failure: Failure): LoopEnd => ({ ...endOf(state, 'failed'), failure })

const options = z.strictObject({
  maxTurns: z
    .number()
    .int()
    .min(1)
    .max(1000)
    .default(50)
    .describe('Rounds of model call and tool calls after which you are asked whether to go on'),
})

/** The tool loop and nothing else. */
export const toolLoop = defineStrategy({
  name: 'tool-loop',
  title: 'Tool loop',
  summary: 'Calls the model, runs its tool calls, feeds the results back, until it answers.',
  version: 1,
  wrapper: false,
  options,
  roles: [{ name: 'engineer', purpose: 'Does the work' }],
  phases: [],
  build: ({ maxTurns }) =>
    function* (task) {
      const end = yield* runLoop(loopWork(task, 'engineer', maxTurns))
      const meta = { iterations: end.rounds, ending: end.ending, cutOff: end.cutOff }
      return outcomeOf(task, { text: end.text, added: end.added, calls: end.calls, meta }, end.failure)
    },
})
