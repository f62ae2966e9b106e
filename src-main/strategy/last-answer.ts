import type { AssistantMessage, ToolCall } from '../../src-shared/message.ts'
import { answerCalls } from './answer-calls.ts'
import { emptyNudge, noFinalAnswer } from './loop-failures.ts'
import type { LoopEnd, LoopWork } from './loop-work.ts'
import { resultMessage, userText } from './messages.ts'
import { callModel, type Routine } from './steps.ts'

export const lastInstruction =
  'The limit of this run is reached: no more tools can be used. Give your final answer now, from what you know. ' +
  'Say plainly what is done and what is not.'

/**
 * The one last model call, with no work tools. Where the strategy waits for a call of its own tool, that one
 * may still be made. An empty answer is asked for once more.
 */
export function* lastAnswer(work: LoopWork, so: LoopEnd): Routine<LoopEnd> {
  let end: LoopEnd = { ...so, added: [...so.added, userText(instruction(work))] }
  for (const nudge of [userText(emptyNudge), null]) {
    const tools = work.own.map((tool) => tool.info)
    const reply = yield* callModel({ role: work.role, messages: [...work.messages, ...end.added], tools })
    end = { ...end, rounds: end.rounds + 1, cutOff: reply.finish === 'length' }
    const submitted = reply.message.toolCalls.find((call) => isAccepted(work, call))
    if (submitted !== undefined) return yield* withSubmission(work, end, reply.message, submitted)
    // Calls made all the same are not run and not kept: a kept call would lack its result.
    const message = { ...reply.message, toolCalls: [] }
    if (message.text.trim() !== '') return { ...end, text: message.text, added: [...end.added, message] }
    if (nudge !== null) end = { ...end, added: [...end.added, nudge] }
  }
  return { ...end, ending: 'failed', failure: noFinalAnswer(work.role) }
}

function instruction(work: LoopWork): string {
  const own = work.own.map((tool) => tool.info.name)
  return own.length === 0 ? lastInstruction : `${lastInstruction} If you can, call ${own.join(' or ')}.`
}

const isAccepted = (work: LoopWork, call: ToolCall): boolean =>
  work.own.some((tool) => tool.info.name === call.tool && tool.judge(call).ok)

function* withSubmission(work: LoopWork, end: LoopEnd, said: AssistantMessage, call: ToolCall): Routine<LoopEnd> {
  const [result] = yield* answerCalls([call], { ...work, tools: [] })
  const message = { ...said, toolCalls: [call] }
  const added = result === undefined ? end.added : [...end.added, message, resultMessage(result)]
  return { ...end, ending: 'submitted', submitted: call, added }
}
