import * as acp from '@agentclientprotocol/sdk'
import { onTestFinished } from 'vitest'
import type { Host } from '../../../src-main/host/host.ts'
import { type EditorOptions, serveEditor } from '../../../src-main/shell-editor/serve-editor.ts'
import { temporaryFolder } from '../host/host-open.ts'

type FormAnswer = (
  request: acp.CreateElicitationRequest,
) => Promise<acp.CreateElicitationResponse> | acp.CreateElicitationResponse
type Answer = (request: acp.RequestPermissionRequest) => Promise<string | null> | string | null

/** An editor: the protocol's own client, and what it saw. */
export interface TestEditor {
  readonly agent: acp.ClientContext
  readonly updates: acp.SessionUpdate[]
  readonly asked: acp.RequestPermissionRequest[]
  /** Forms that the user was shown; none unless the editor said that it can. */
  readonly forms: acp.CreateElicitationRequest[]
  /** How the user answers from now on: an option's id, or null for none. */
  answers(answer: Answer): void
  /** Updates of one kind. */
  of<K extends acp.SessionUpdate['sessionUpdate']>(kind: K): Extract<acp.SessionUpdate, { sessionUpdate: K }>[]
  /** All that the agent said as messages. */
  text(): string
  /** Resolves once an update fits. */
  until(fits: (update: acp.SessionUpdate) => boolean): Promise<acp.SessionUpdate>
  prompt(sessionId: string, ...blocks: (string | acp.ContentBlock)[]): Promise<acp.PromptResponse>
  close(): void
}

/** Connects the protocol's client to a stream, and initializes. @param form how its user fills forms, if it shows any */
export async function openEditor(stream: acp.Stream, form?: FormAnswer): Promise<TestEditor> {
  const updates: acp.SessionUpdate[] = []
  const asked: acp.RequestPermissionRequest[] = []
  const forms: acp.CreateElicitationRequest[] = []
  const waiting = new Set<(update: acp.SessionUpdate) => void>()
  let answer: Answer = () => null
  const connection = acp
    .client({ name: 'test-editor' })
    .onNotification('session/update', ({ params }) => {
      updates.push(params.update)
      for (const look of waiting) look(params.update)
    })
    .onRequest('session/request_permission', async ({ params }) => {
      asked.push(params)
      const optionId = await answer(params)
      return { outcome: optionId === null ? { outcome: 'cancelled' } : { outcome: 'selected', optionId } }
    })
    .onRequest('elicitation/create', ({ params }) => {
      forms.push(params)
      if (form === undefined) throw new Error('this editor shows no forms')
      return form(params)
    })
    .connect(stream)
  onTestFinished(() => connection.close())
  const { agent } = connection
  const clientCapabilities = form === undefined ? {} : { elicitation: { form: {} } }
  await agent.request('initialize', { protocolVersion: 1, clientCapabilities })
  const of: TestEditor['of'] = (kind) =>
    updates.filter(
      (each): each is Extract<acp.SessionUpdate, { sessionUpdate: typeof kind }> => each.sessionUpdate === kind,
    )
  return {
    agent,
    updates,
    asked,
    forms,
    answers: (next) => {
      answer = next
    },
    of,
    text: () =>
      of('agent_message_chunk')
        .map(({ content }) => (content.type === 'text' ? content.text : ''))
        .join(''),
    until: (fits) => {
      const found = updates.find(fits)
      if (found !== undefined) return Promise.resolve(found)
      return new Promise((resolve) => {
        const look = (update: acp.SessionUpdate) => {
          if (!fits(update)) return
          waiting.delete(look)
          resolve(update)
        }
        waiting.add(look)
      })
    },
    prompt: (sessionId, ...blocks) =>
      agent.request('session/prompt', {
        sessionId,
        prompt: blocks.map((block) => (typeof block === 'string' ? { type: 'text', text: block } : block)),
      }),
    close: () => connection.close(),
  }
}

/** Two ends of a connection in this process, through the protocol's own framing. */
export function streamPair(): readonly [acp.Stream, acp.Stream] {
  const there = new TransformStream<Uint8Array, Uint8Array>()
  const back = new TransformStream<Uint8Array, Uint8Array>()
  return [acp.ndJsonStream(there.writable, back.readable), acp.ndJsonStream(back.writable, there.readable)]
}

/** An editor on a host in this process. */
export async function editorOn(
  host: Host,
  { form, ...more }: Partial<EditorOptions> & { readonly form?: FormAnswer } = {},
): Promise<TestEditor> {
  const [client, agent] = streamPair()
  serveEditor(host, agent, {
    version: '0.0.0',
    dataFolder: await temporaryFolder(),
    roles: {},
    strategy: null,
    approval: 'ask',
    report: () => {},
    ...more,
  })
  return openEditor(client, form)
}
