import type { ToolCall } from '../../../src-shared/model/message.ts'
import { askWithin } from '../context/ask-within.ts'
import { contextItem, withItems } from '../context/model-context.ts'
import { resultMessage, userText } from '../messages.ts'
import type { Routine } from '../steps.ts'
import { executeCalls } from './execute-calls.ts'
import type { Loop, LoopEnd } from './loop.ts'
import { noFinalAnswer } from './loop-failures.ts'
import { callEntries, type LoopState } from './rounds.ts'

/**
 * The final model call, without work tools. If the strategy waits for a call of its own tool, that call may still
 * be made. An empty answer is requested again as often as the policy says.
 */
export function* finalAnswer(loop: Loop, state: LoopState, instruction: string): Routine<LoopEnd> {
  const outOfBudget = state.rounds.at(-1)?.outOfBudget ?? false
  const failure = noFinalAnswer(loop.role)
  const tools = loop.strategyTools.map((tool) => tool.info)
  let { rounds, added, shown } = state
  let cutOff = false
  const left = () => ({ added, calls: callEntries(state.rounds), rounds, outOfBudget, cutOff })
  const say = (text: string) => {
    added = [...added, userText(text)]
    shown = withItems(shown, [contextItem(userText(text), 'pinned')])
  }
  say(finalRequest(loop, instruction))
  for (let attempt = 1; attempt <= loop.policy.finalAttempts; attempt++) {
    if (attempt > 1) say(loop.prompts.emptyNudge())
    const response = askWithin(loop, shown, (messages) => ({
      role: loop.role,
      ...loop.protocol.request(messages, tools),
    }))
    const within = yield* loop.phases.wrapModelCall(response, rounds.length, true)
    shown = within.shown
    const { reply } = within.answered
    const parsed = loop.protocol.parse(reply, rounds.length)
    cutOff = reply.finish === 'length'
    const submitted = parsed.message.toolCalls.find((call) => isValid(loop, call))
    if (submitted !== undefined) {
      const message = { ...parsed.message, toolCalls: [submitted] }
      const executed = yield* executeCalls([submitted], { ...loop, tools: [] })
      rounds = [...rounds, { kind: 'calls', message, executed, outOfBudget }]
      added = [...added, message, ...executed.map(({ result }) => resultMessage(result))]
      return { ...left(), ending: 'submitted', submitted }
    }
    // Calls made anyway are neither run nor stored: a stored call would lack its result.
    const message = { ...parsed.message, toolCalls: [] }
    if (loop.protocol.isAnswer(parsed.message)) {
      rounds = [...rounds, { kind: 'answer', message, cutOff, outOfBudget }]
      added = [...added, message]
      return { ...left(), ending: 'last-answer', text: message.text }
    }
    rounds = [...rounds, { kind: 'empty', failure, outOfBudget }]
  }
  return { ...left(), ending: 'failed', failure }
}

function finalRequest(loop: Loop, instruction: string): string {
  const names = loop.strategyTools.map((tool) => tool.info.name)
  return names.length === 0 ? instruction : `${instruction} ${loop.prompts.finalCall({ tools: names.join(' or ') })}`
}

const isValid = (loop: Loop, call: ToolCall): boolean =>
  loop.strategyTools.some((tool) => tool.info.name === call.tool && tool.validate(call).ok)
