import type { Message } from '../../../src-shared/model/message.ts'
import { withSystem } from '../messages.ts'
import { StepFailed } from '../steps.ts'
import { messagesInText, textStops, toolsText } from '../text-calls/messages-in-text.ts'
import { readTextAnswer } from '../text-calls/read-text-call.ts'
import type { Loop } from './loop.ts'

/** Whether the model of the loop's role gets its tools described in text, as its profile says. */
export const wantsText = ({ task, role }: Pick<Loop, 'task' | 'role'>): boolean =>
  task.textTools?.includes(Object.hasOwn(task.windows, role) ? role : 'default') ?? false

/** Whether an endpoint says that its model takes no tools. */
export const refusesTools = (error: unknown): error is StepFailed =>
  error instanceof StepFailed && error.failure.kind === 'tools-refused'

/**
 * The same loop for a model without tool calls: the tools are in the system message, calls are read from the answer,
 * and earlier calls and results are shown as text. In the loop, and in the stored conversation, they are ordinary calls
 * and results. Requests begin with the same text in all rounds.
 */
export function inText(loop: Loop): Loop {
  const { protocol, prompts } = loop
  const offered = [...loop.strategyTools.map(({ info }) => info), ...loop.tools]
  const explained = offered.length === 0 ? '' : prompts.textCalls({ tools: toolsText(offered) })
  return {
    ...loop,
    protocol: {
      ...protocol,
      native: false,
      // What stands before another call is no answer.
      isAnswer: (message) => protocol.isAnswer(message) && message.toolCalls.length === 0,
      request: (messages) => ({
        messages: withMoreSystem(messagesInText(messages), explained),
        tools: [],
        stop: textStops,
      }),
      parse: (reply, round) => {
        const id = `text_${loop.role}_${loop.messages.length}_${round + 1}`
        const { message, problem } = readTextAnswer(reply, id, offered)
        return { message, problem: problem === null ? null : prompts.unreadableCall({ problem }) }
      },
    },
  }
}

function withMoreSystem(messages: readonly Message[], more: string): readonly Message[] {
  const [first, ...rest] = messages
  if (more === '' || first?.role !== 'system') return withSystem(more, messages)
  return withSystem(`${first.text}\n\n${more}`, rest)
}
