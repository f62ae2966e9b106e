import type { AssistantMessage, Message } from '../../../src-shared/model/message.ts'
import type { ToolInfo } from '../../../src-shared/model/tool.ts'
import { assistantText, userText } from '../messages.ts'

/** The tools as they are described in a system message. */
export const toolsText = (tools: readonly ToolInfo[]): string => tools.map(toolText).join('\n\n')

const toolText = ({ name, description, parameters }: ToolInfo): string =>
  `### ${name}\n${description}\nArguments (JSON Schema): ${JSON.stringify(parameters)}`

/** So that a model does not invent the result of its own call. */
export const textStops: readonly string[] = ['\nObservation:', '\n**Observation']

/** The conversation as plain text: without tool calls and results, which such a model may not support. */
export function messagesInText(messages: readonly Message[]): readonly Message[] {
  const shown: Message[] = []
  let observed = false
  for (const message of messages) {
    const last = shown.at(-1)
    if (message.role === 'tool') {
      const text = `Observation: ${message.text}`
      if (observed && last !== undefined) shown[shown.length - 1] = userText(`${last.text}\n\n${text}`)
      else shown.push(userText(text))
    } else shown.push(message.role === 'assistant' && message.toolCalls.length > 0 ? written(message) : message)
    observed = message.role === 'tool'
  }
  return shown
}

function written({ text, toolCalls }: AssistantMessage): Message {
  const thought = text.trim() === '' ? [] : [`Thought: ${text.trim()}`]
  const actions = toolCalls.map((call) => `Action: ${call.tool}\nAction Input: ${call.arguments}`)
  return assistantText([...thought, ...actions].join('\n'))
}
