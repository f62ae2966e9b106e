import { z } from 'zod'
import type { Failure } from '../../../src-shared/base/failure.ts'
import type { AssistantMessage, Message, ModelReply } from '../../../src-shared/model/message.ts'
import { callEntry, userText } from '../messages.ts'
import { outcomeOf } from '../outcome.ts'
import { askUser, inbox, type Routine } from '../steps.ts'
import { defineStrategy } from '../strategy.ts'
import { answerCalls } from './answer-calls.ts'
import { askModel } from './ask-model.ts'
import { lastAnswer } from './final-answer.ts'
import { type LoopEnd, type LoopWork, loopWork, mannerOf } from './loop.ts'
import { emptyAnswer, emptyNudge, refusedTooOften } from './loop-failures.ts'
import type { LoopManner } from './protocol.ts'
import { endOf, type LoopState, newState } from './rounds.ts'
import { turnsOption } from './turns-option.ts'

/**
 * The one canonical tool loop: call the model, run its tool calls, feed the results back, until it answers
 * without calls. Every strategy that needs a loop uses this one.
 *
 * 1. Every call in `added` has its result in `added`.
 * 2. A round ends before the next begins; only between rounds are queued messages taken up.
 * 3. Once a soft limit is told of, one model call follows and no tool runs.
 */

/** How often an own tool may be called wrongly before the loop gives up. */
const maxWrong = 3
const roundLimitAnswers = ['Answer now', 'Go on'] as const

export function* runLoop(work: LoopWork): Routine<LoopEnd> {
  const manner = mannerOf(work)
  let state: LoopState = newState(work)
  for (;;) {
    const request = { role: work.role, ...manner.request([...work.messages, ...state.added], toolsOf(work)) }
    const { reply, nothing } = yield* manner.asking(askModel(request), state.rounds, false)
    const { message, problem } = manner.hear(reply.message, reply.finish, state.rounds)
    state = { ...state, rounds: state.rounds + 1, refusedNow: 0 }
    if (message.toolCalls.length > 0) {
      const done = yield* callsAnswered(state, message, work)
      state = done.state
      if (done.end !== null) return { ...done.end, spent: reply.budget === 'last-answer' }
    } else if (problem !== null) {
      state = { ...state, asked: false, added: [...state.added, ...saidBefore(message), userText(problem)] }
    } else if (message.text.trim() !== '') {
      return answered({ ...state, added: [...state.added, message] }, message, reply)
    } else {
      if (state.asked) return gaveUp(state, nothing ?? emptyAnswer(work.role, reply.finish))
      state = { ...state, asked: true, added: [...state.added, userText(emptyNudge)] }
      continue
    }
    const spent = reply.budget === 'last-answer'
    const why = spent ? manner.lastInstruction : yield* whyLast(state, manner)
    if (why !== null) return yield* lastAnswer(work, { ...endOf(state, 'last-answer'), spent }, why)
    state = yield* nextRound(state, work)
  }
}

const isOwn = (work: LoopWork, name: string): boolean => work.own.some((tool) => tool.info.name === name)
const toolsOf = (work: LoopWork) => [...work.own.map((tool) => tool.info), ...work.tools]
const saidBefore = (message: AssistantMessage): readonly Message[] => (message.text.trim() === '' ? [] : [message])

/** The calls of one answer: run or refused, and whether that ends the loop. */
function* callsAnswered(before: LoopState, message: AssistantMessage, work: LoopWork) {
  const manner = mannerOf(work)
  const calls = message.toolCalls
  const refused = manner.refuse(calls, before.earlier)
  const results = yield* manner.answering(answerCalls(calls, work, refused), before.rounds - 1)
  const dealt = calls.filter((_, at) => (refused[at] ?? null) === null)
  const state: LoopState = {
    ...before,
    added: [...before.added, message, ...manner.tell(results)],
    calls: [...before.calls, ...results.map(callEntry)],
    earlier: [...before.earlier, ...dealt],
    cycles: before.cycles + (dealt.length > 0 ? 1 : 0),
    refused: before.refused + calls.length - dealt.length,
    refusedNow: calls.length - dealt.length,
    wrong: before.wrong + results.filter((result) => !result.ok && isOwn(work, result.tool)).length,
    asked: false,
  }
  const submitted = calls.find((call, at) => isOwn(work, call.tool) && results[at]?.ok === true)
  if (submitted !== undefined) return { state, end: { ...endOf(state, 'submitted'), submitted } }
  return { state, end: state.wrong >= maxWrong ? gaveUp(state, refusedTooOften(work.role, results)) : null }
}

/** What the model is told where it must answer now: the manner has had enough, or the user has. */
function* whyLast(state: LoopState, manner: LoopManner): Routine<string | null> {
  const enough = yield* manner.enough(state)
  if (enough !== null || state.rounds < state.allowed) return enough
  const question = `${state.rounds} rounds done: go on?`
  const answer = yield* askUser({ question, options: roundLimitAnswers, freeText: false })
  return answer === 'Go on' ? null : manner.lastInstruction
}

function* nextRound(state: LoopState, work: LoopWork): Routine<LoopState> {
  const queued = yield* inbox('messages the user queued')
  return {
    ...state,
    added: [...state.added, ...queued.map(userText)],
    allowed: state.rounds >= state.allowed ? state.rounds + work.maxTurns : state.allowed,
  }
}

function answered(state: LoopState, message: AssistantMessage, reply: ModelReply): LoopEnd {
  const spent = reply.budget === 'last-answer'
  return { ...endOf(state, 'answered'), text: message.text, spent, cutOff: reply.finish === 'length' }
}

const gaveUp = (state: LoopState, failure: Failure): LoopEnd => ({ ...endOf(state, 'failed'), failure })

const options = z.strictObject({
  maxTurns: turnsOption('the run'),
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
      const meta = { iterations: end.rounds, ending: end.ending, spent: end.spent, cutOff: end.cutOff }
      return outcomeOf(task, { text: end.text, added: end.added, calls: end.calls, meta }, end.failure)
    },
})
