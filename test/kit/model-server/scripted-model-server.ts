import { z } from 'zod'
import type { FinishReason, Message, ModelReply, ModelRequest } from '../../../src-shared/model/message.ts'
import { done, type Exchange, openFaultServer, say, startStream } from './model-fault-server.ts'

/**
 * The model's answer, determined by the request alone, so that a request repeated after a crash gets the same answer.
 */
export type ModelScript = (request: ModelRequest) => ModelReply

/** One conversation with the server, under its own address. */
export interface ScriptedTalk {
  /** Base URL, ending in `/v1`. */
  readonly url: string
  /** Parsed requests; the role is the model name that was sent. */
  readonly received: readonly ModelRequest[]
  /** Their bodies, byte for byte. */
  readonly bodies: readonly string[]
  /** Whether an answer is being held in the middle. */
  isHeld(): boolean
  /** Resolves once an answer is held. */
  readonly held: Promise<void>
  /** Resolves once the connection of the held answer is closed. */
  readonly letGo: Promise<void>
}

export interface ScriptedServer {
  /** @param holdAt index of the request that gets only half its answer; none if left out */
  talk(says: ModelScript, holdAt?: number): ScriptedTalk
  close(): Promise<void>
}

interface Open {
  readonly says: ModelScript
  readonly holdAt: number
  readonly received: ModelRequest[]
  readonly bodies: string[]
  isHeld: boolean
  hold(): void
  letGo(): void
}

/** A Chat Completions server on loopback for many concurrent conversations, each with its own script. */
export async function openScriptedServer(): Promise<ScriptedServer> {
  const talks: Open[] = []
  const server = await openFaultServer(async (exchange) => {
    const talk = talks[Number(/^\/v1\/talk-(\d+)\//.exec(exchange.received.path)?.[1])]
    if (talk === undefined) exchange.response.writeHead(404).end()
    else await answer(talk, exchange)
  })
  return {
    close: server.close,
    talk: (says, holdAt = -1) => {
      const [held, hold] = settled()
      const [letGo, release] = settled()
      const open: Open = { says, holdAt, received: [], bodies: [], isHeld: false, hold, letGo: release }
      const { received, bodies } = open
      const url = `${server.url}/talk-${talks.push(open) - 1}/v1`
      return { url, received, bodies, held, letGo, isHeld: () => open.isHeld }
    },
  }
}

function settled(): [promise: Promise<void>, settle: () => void] {
  let settle = () => {}
  const promise = new Promise<void>((resolve) => {
    settle = resolve
  })
  return [promise, settle]
}

async function answer(talk: Open, { received, response, closed }: Exchange): Promise<void> {
  const request = readRequest(received.body)
  const turn = talk.received.push(request) - 1
  talk.bodies.push(received.body)
  const events = eventsOf(talk.says(request))
  startStream(response)
  if (turn !== talk.holdAt) return void response.end(events.join(''))
  talk.isHeld = true
  response.write(events.slice(0, Math.ceil((events.length - 3) / 2)).join(''))
  talk.hold()
  await closed
  talk.letGo()
}

const finishWords: { readonly [reason in FinishReason]: string } = {
  stop: 'stop',
  'tool-calls': 'tool_calls',
  length: 'length',
  'content-filter': 'content_filter',
  'stop-sequence': 'stop',
}

/** The parts of the answer, then the finish reason, the usage, and the end of the stream. */
function eventsOf({ message, finish, usage }: ModelReply): string[] {
  const { text, reasoning, toolCalls } = message
  const middle = Math.ceil(text.length / 2)
  return [
    ...(reasoning === '' ? [] : [say.reasoning(reasoning)]),
    ...(text === '' ? [] : [say.text(text.slice(0, middle)), say.text(text.slice(middle))]),
    ...toolCalls.flatMap((call, at) => [
      say.call(at, call.id, call.tool, call.arguments.slice(0, 5)),
      say.more(at, call.arguments.slice(5)),
    ]),
    say.finish(finishWords[finish]),
    say.usage(usage.input, usage.output),
    done,
  ]
}

const wireCall = z.object({ id: z.string(), function: z.object({ name: z.string(), arguments: z.string() }) })
const wireRequest = z.object({
  model: z.string(),
  messages: z.array(
    z.object({
      role: z.enum(['system', 'user', 'assistant', 'tool']),
      content: z.string().nullable(),
      tool_calls: z.array(wireCall).default([]),
      tool_call_id: z.string().default(''),
    }),
  ),
  tools: z.array(z.object({ function: z.object({ name: z.string(), description: z.string() }) })).default([]),
  stop: z.array(z.string()).default([]),
})

/** Parses a Chat Completions body into the request that it was made from. */
export function readRequest(body: string): ModelRequest {
  const { model, messages, tools, stop } = wireRequest.parse(JSON.parse(body))
  const calls = messages.flatMap((message) => message.tool_calls)
  return {
    role: model,
    messages: messages.map((message) => readMessage(message, calls)),
    tools: tools.map(({ function: tool }) => ({ ...tool, parameters: {}, effect: 'read' })),
    toolChoice: 'auto',
    stop,
    stopAfterCalls: 0,
    temperature: null,
  }
}

type WireMessage = z.infer<typeof wireRequest>['messages'][number]

function readMessage(message: WireMessage, calls: readonly z.infer<typeof wireCall>[]): Message {
  const { role, content, tool_calls, tool_call_id: callId } = message
  const text = content ?? ''
  switch (role) {
    case 'system':
    case 'user':
      return { role, text }
    case 'tool':
      return { role, callId, tool: calls.find(({ id }) => id === callId)?.function.name ?? '', ok: true, text }
    case 'assistant':
      return {
        role,
        text,
        reasoning: '',
        toolCalls: tool_calls.map((each) => {
          const { name: tool, arguments: args } = each.function
          return { id: each.id, tool, arguments: args, complete: true }
        }),
      }
  }
}
