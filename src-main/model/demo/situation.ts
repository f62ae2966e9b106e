import { stepNumber } from './intent.ts'
import type { DemoRequest, WireMessage } from './wire.ts'

/** A tool call of the conversation with its result, or a check that the strategy reported. */
export interface DoneCall {
  readonly tool: string
  readonly arguments: { readonly [name: string]: unknown }
  readonly result: string
  /** Made after the newest user message. */
  readonly recent: boolean
  /** Made after the newest request of the user; the steps of one plan are one request. */
  readonly current: boolean
}

/** The demo model's input: the newest request, the work so far, the available tools. */
export interface Situation {
  readonly goal: string
  /** Every user text, oldest first. */
  readonly userTexts: readonly string[]
  readonly done: readonly DoneCall[]
  /** Answers that were given before the newest request, oldest first. */
  readonly answered: readonly string[]
  readonly offered: ReadonlyMap<string, { readonly [name: string]: unknown }>
  /** The tool that the request forces, if any. */
  readonly forced: string | null
  /** The project folder that the system message names; empty if it names none. */
  readonly folder: string
}

export function situationOf(request: DemoRequest): Situation {
  const { messages, tools, tool_choice: choice } = request
  const users = messages.filter((each) => each.role === 'user').map((each) => each.content)
  const lastUser = messages.findLastIndex((each) => each.role === 'user')
  const since = requestStart(messages, lastUser)
  const none = choice === 'none'
  return {
    goal: users.at(-1) ?? '',
    userTexts: users,
    done: messages.flatMap((each, at) => [
      ...reportedCheck(each, { recent: at >= lastUser, current: at >= since }),
      ...doneBy(each, messages, { recent: at > lastUser, current: at > since }),
    ]),
    answered: messages
      .slice(0, Math.max(0, lastUser))
      .flatMap((each) => (each.role === 'assistant' && !each.tool_calls?.length ? [each.content] : [])),
    offered: new Map(none ? [] : tools.map(({ function: made }) => [made.name, made.parameters ?? {}])),
    forced: typeof choice === 'object' ? choice.function.name : null,
    folder: /(?:project folder|folder|directory)[^\n:]*:\s*`?([^\n`]+?)`?\s*$/im.exec(systemText(messages))?.[1] ?? '',
  }
}

const systemText = (messages: readonly WireMessage[]): string =>
  messages
    .filter((each) => each.role === 'system' || each.role === 'developer')
    .map((each) => each.content)
    .join('\n')

/** Index of the message that began the request: of a plan, its first step. */
function requestStart(messages: readonly WireMessage[], lastUser: number): number {
  let at = lastUser
  while (at > 0 && stepNumber(messages[at]?.content ?? '') > 1)
    at = messages.slice(0, at).findLastIndex((each) => each.role === 'user')
  return at
}

function doneBy(
  message: WireMessage,
  messages: readonly WireMessage[],
  age: Pick<DoneCall, 'recent' | 'current'>,
): DoneCall[] {
  return (message.tool_calls ?? []).flatMap((call) => {
    const answer = messages.find((each) => each.role === 'tool' && each.tool_call_id === call.id)
    if (answer === undefined) return []
    return [{ tool: call.function.name, arguments: parsed(call.function.arguments), result: answer.content, ...age }]
  })
}

function parsed(text: string): { readonly [name: string]: unknown } {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {}
  } catch {
    return {}
  }
}

export const textArgument = (done: DoneCall, name: string): string => {
  const value = done.arguments[name]
  return typeof value === 'string' ? value : ''
}

/** A check that a strategy ran itself and reported in a message counts as a call of the model. */
function reportedCheck(message: WireMessage, age: Pick<DoneCall, 'recent' | 'current'>): DoneCall[] {
  if (message.role !== 'user') return []
  const reported = /The check `([^`\n]+)` (?:exited with \d+|was ended)[\s\S]*/.exec(message.content)
  if (reported === null) return []
  return [{ tool: 'shell', arguments: { command: reported[1] ?? '' }, result: reported[0], ...age }]
}
