import type { AssistantMessage, ToolCall } from '../../../src-shared/model/message.ts'
import { resultMessage, userText } from '../messages.ts'
import type { Routine } from '../steps.ts'
import { answerCalls } from './answer-calls.ts'
import { askModel } from './ask-model.ts'
import { type LoopEnd, type LoopWork, mannerOf } from './loop.ts'
import { emptyNudge, noFinalAnswer } from './loop-failures.ts'

/**
 * The one last model call, with no work tools. Where the strategy waits for a call of its own tool, that one
 * may still be made. An empty answer is asked for once more, where the manner of the loop allows it.
 */
export function* lastAnswer(work: LoopWork, so: LoopEnd, why: string): Routine<LoopEnd> {
  const manner = mannerOf(work)
  let end: LoopEnd = { ...so, added: [...so.added, userText(instruction(work, why))] }
  for (let left = manner.lastTries; left > 0; left--) {
    const tools = work.own.map((tool) => tool.info)
    const request = { role: work.role, ...manner.request([...work.messages, ...end.added], tools) }
    const { reply } = yield* manner.asking(askModel(request), end.rounds, true)
    const { message: said } = manner.hear(reply.message, reply.finish, end.rounds)
    end = { ...end, rounds: end.rounds + 1, cutOff: reply.finish === 'length' }
    const submitted = said.toolCalls.find((call) => isAccepted(work, call))
    if (submitted !== undefined) return yield* withSubmission(work, end, said, submitted)
    // Calls made all the same are not run and not kept: a kept call would lack its result.
    const message = { ...said, toolCalls: [] }
    if (message.text.trim() !== '') return { ...end, text: message.text, added: [...end.added, message] }
    if (left > 1) end = { ...end, added: [...end.added, userText(emptyNudge)] }
  }
  return { ...end, ending: 'failed', failure: noFinalAnswer(work.role) }
}

function instruction(work: LoopWork, why: string): string {
  const own = work.own.map((tool) => tool.info.name)
  return own.length === 0 ? why : `${why} If you can, call ${own.join(' or ')}.`
}

const isAccepted = (work: LoopWork, call: ToolCall): boolean =>
  work.own.some((tool) => tool.info.name === call.tool && tool.judge(call).ok)

function* withSubmission(work: LoopWork, end: LoopEnd, said: AssistantMessage, call: ToolCall): Routine<LoopEnd> {
  const [result] = yield* answerCalls([call], { ...work, tools: [] })
  const message = { ...said, toolCalls: [call] }
  const added = result === undefined ? end.added : [...end.added, message, resultMessage(result)]
  return { ...end, ending: 'submitted', submitted: call, added }
}
