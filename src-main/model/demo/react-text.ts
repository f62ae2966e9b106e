import type { DemoAnswer, DemoRequest, WireMessage } from './wire.ts'

/**
 * The text protocol of Thought, Action and Action Input: the demo model converts such a conversation to one with native
 * calls, and its own calls to the protocol. It recognizes the protocol by the system message.
 */
export function usesReact({ messages, tools }: DemoRequest): boolean {
  return tools.length === 0 && messages.some((each) => isSystem(each) && /^Action: FINISH$/m.test(each.content))
}

const isSystem = ({ role }: WireMessage): boolean => role === 'system' || role === 'developer'

/** The same request with the tools that the system message lists, actions as calls and observations as results. */
export function withNativeCalls(request: DemoRequest): DemoRequest {
  const system = request.messages.filter(isSystem).map((each) => each.content)
  // When the final answer is requested, there are no tools.
  const over = /no more tools can be used/.test(request.messages.at(-1)?.content ?? '')
  return {
    ...request,
    tools: over ? [] : system.flatMap(toolsIn),
    messages: request.messages.map((each, at) => native(each, at)),
  }
}

function toolsIn(system: string): DemoRequest['tools'] {
  const listed = system.matchAll(/^### (\S+)\n[\s\S]*?^Arguments \(JSON Schema\): (.+)$/gm)
  return Array.from(listed, ([, name = '', schema = '']) => ({ function: { name, parameters: objectOf(schema) } }))
}

function objectOf(text: string): { [name: string]: unknown } {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {}
  } catch {
    return {}
  }
}

/** An action becomes a call; the message after it becomes the call's result. */
function native(message: WireMessage, at: number): WireMessage {
  if (message.role === 'user' && message.content.startsWith('Observation: '))
    return { role: 'tool', content: message.content.slice('Observation: '.length), tool_call_id: `react_${at - 1}` }
  const action = /(?:^|\n)Action: (\S+)\nAction Input: ([\s\S]*)$/.exec(message.content)
  const [, name = '', input = ''] = message.role === 'assistant' ? (action ?? []) : []
  if (name === '') return message
  const call = { id: `react_${at}`, function: { name, arguments: input } }
  return { ...message, content: message.content.slice(0, action?.index), tool_calls: [call] }
}

/** One step: the first of the calls, or the end. */
export function asReactAnswer({ text, calls: [call] }: DemoAnswer): DemoAnswer {
  const thought = text.trim() === '' ? '' : `Thought: ${text}\n`
  if (call === undefined)
    return { text: `Thought: I have the answer.\nAction: FINISH\nAction Input: ${text}`, calls: [] }
  return { text: `${thought}Action: ${call.tool}\nAction Input: ${JSON.stringify(call.arguments)}`, calls: [] }
}
