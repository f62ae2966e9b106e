import {
  type AgentConnection,
  type AgentContext,
  agent,
  type McpServer as EditorServer,
  type InitializeResponse,
  RequestError,
  type Stream,
} from '@agentclientprotocol/sdk'
import { z } from 'zod'
import { ask } from '../host/api/host-client.ts'
import type { Host } from '../host/host.ts'
import { type EditorParts, type EditorSession, sendUpdates } from './editor-session.ts'
import { deleteSession, listSessions } from './list-sessions.ts'
import { earlierSession, newSession, projectAt, type SessionDefaults } from './open-session.ts'
import { cancel, prompt } from './prompt-session.ts'
import { replaySession } from './replay-session.ts'
import { asRequest, invalid, unknownSession } from './request-errors.ts'
import { forkBranch } from './session-branches.ts'
import { configOptions, modeState, withChoice } from './session-choices.ts'
import { sendCommands, sessionNews } from './session-news.ts'

export interface EditorOptions extends SessionDefaults {
  readonly version: string
  /** Of the app. */
  readonly dataFolder: string
  /** Says something to whoever reads this process's standard error. */
  report(text: string): void
}

/** The version of the protocol that is spoken, whatever a client asks for: it decides whether that is enough. */
const protocolVersion = 1

/** No stable part of the protocol yet, so the SDK has no type for it. */
const forkRequest = z.object({
  sessionId: z.string(),
  cwd: z.string(),
  mcpServers: z.array(z.custom<EditorServer>()).optional(),
})

/**
 * The host as an agent of the Agent Client Protocol: each session is a conversation of the same history that the window
 * shows, each prompt a turn with a run. Ends when the editor closes the stream; sessions without a message leave nothing.
 */
export function serveEditor(host: Host, stream: Stream, options: EditorOptions): AgentConnection {
  const sessions = new Map<string, EditorSession>()
  let isReady = false
  let asks: EditorParts['asks'] = { form: false }
  const partsFor = (client: AgentContext): EditorParts => ({
    host,
    client,
    dataFolder: options.dataFolder,
    roles: options.roles,
    asks,
    report: options.report,
  })

  function session(id: string): EditorSession {
    const found = sessions.get(id)
    if (found === undefined) throw unknownSession(id)
    return found
  }

  /** @throws RequestError before `initialize` */
  const ready = <T>(work: () => T | Promise<T>): Promise<T> =>
    asRequest(() => {
      if (!isReady) throw RequestError.invalidRequest(undefined, 'Send initialize first.')
      return work()
    })

  function opened(parts: EditorParts, made: EditorSession) {
    sessions.set(made.id, made)
    news.see(made)
    made.commands = ''
    // Editors expect it right after the response.
    setImmediate(() => void sendCommands(parts, made))
    return stateOf(made)
  }

  /** A session that works on a prompt now goes on: an editor that reloads must still be able to stop it. */
  async function earlier(parts: EditorParts, id: string, servers: readonly EditorServer[]): Promise<EditorSession> {
    const known = sessions.get(id)
    return known !== undefined && known.runId !== null ? known : earlierSession(parts, id, servers, options)
  }

  async function close(closed: EditorSession): Promise<void> {
    cancel({ host }, closed)
    await closed.last
    sessions.delete(closed.id)
    await leave(host, closed)
  }

  const connection = agent({ name: 'stratagem' })
    .onRequest('initialize', ({ params }) => {
      isReady = true
      asks = { form: Boolean(params.clientCapabilities?.elicitation?.form) }
      return initialized(options.version)
    })
    .onRequest('session/new', ({ params, client }) =>
      ready(async () => {
        const parts = partsFor(client)
        const made = await newSession(parts, params.cwd, params.mcpServers, options)
        return { sessionId: made.id, ...opened(parts, made) }
      }),
    )
    .onRequest('session/load', ({ params, client }) =>
      ready(async () => {
        const parts = partsFor(client)
        const made = await earlier(parts, params.sessionId, params.mcpServers)
        await replaySession(parts, made)
        return opened(parts, made)
      }),
    )
    .onRequest('session/resume', ({ params, client }) =>
      ready(async () => {
        const parts = partsFor(client)
        return opened(parts, await earlier(parts, params.sessionId, params.mcpServers ?? []))
      }),
    )
    .onRequest('session/fork', forkRequest, ({ params, client }) =>
      ready(async () => {
        const parts = partsFor(client)
        await projectAt(host, params.cwd)
        const from = sessions.get(params.sessionId) ?? (await earlierSession(parts, params.sessionId, [], options))
        const id = forkBranch(parts, from.id, from)
        const made = await earlierSession(parts, id, params.mcpServers ?? [], options)
        return { sessionId: id, ...opened(parts, { ...made, choices: from.choices }) }
      }),
    )
    .onRequest('session/list', ({ params }) =>
      ready(() => listSessions({ host, dataFolder: options.dataFolder }, params.cwd ?? null, params.cursor ?? null)),
    )
    .onRequest('session/close', ({ params }) =>
      ready(async () => {
        await close(session(params.sessionId))
        return {}
      }),
    )
    .onRequest('session/delete', ({ params }) =>
      ready(async () => {
        const open = sessions.get(params.sessionId)
        if (open !== undefined) await close(open)
        await deleteSession({ host, dataFolder: options.dataFolder }, params.sessionId)
        return {}
      }),
    )
    .onRequest('session/prompt', ({ params, client, signal }) =>
      ready(async () => {
        const asked = session(params.sessionId)
        try {
          return await prompt(partsFor(client), asked, params.prompt, signal)
        } finally {
          // A run may have written some.
          setImmediate(() => void sendCommands(partsFor(client), asked))
        }
      }),
    )
    .onNotification('session/cancel', ({ params }) => {
      const found = sessions.get(params.sessionId)
      if (found !== undefined) cancel({ host }, found)
    })
    .onRequest('session/set_mode', ({ params, client }) =>
      ready(async () => {
        const changed = session(params.sessionId)
        choose(changed, 'mode', params.modeId)
        const update = { sessionUpdate: 'config_option_update', configOptions: optionsOf(changed) } as const
        await sendUpdates(partsFor(client), changed, [update])
        return {}
      }),
    )
    .onRequest('session/set_config_option', ({ params, client }) =>
      ready(async () => {
        const changed = session(params.sessionId)
        choose(changed, params.configId, params.value)
        if (params.configId === 'mode') {
          const update = { sessionUpdate: 'current_mode_update', currentModeId: changed.choices.mode.id } as const
          await sendUpdates(partsFor(client), changed, [update])
        }
        return { configOptions: optionsOf(changed) }
      }),
    )
    .connect(stream)

  const undo = followTitles(host, partsFor(connection.client), sessions)
  const news = sessionNews(partsFor(connection.client), sessions)
  void connection.closed.then(() => {
    undo()
    news.close()
    for (const each of sessions.values()) void leave(host, each)
  })
  return connection
}

function initialized(version: string): InitializeResponse {
  const sessionCapabilities = { list: {}, resume: {}, close: {}, delete: {}, fork: {} }
  return {
    protocolVersion,
    agentInfo: { name: 'stratagem', title: 'Stratagem', version },
    // None is needed: an editor that finds a method would ask the user to sign in.
    authMethods: [],
    agentCapabilities: {
      loadSession: true,
      promptCapabilities: { image: true, audio: false, embeddedContext: true },
      mcpCapabilities: { http: true, sse: false },
      sessionCapabilities,
    },
  }
}

const optionsOf = ({ offers, choices }: EditorSession) => configOptions(offers, choices)
const stateOf = (session: EditorSession) => ({
  modes: modeState(session.offers, session.choices),
  configOptions: optionsOf(session),
})

/** @throws RequestError if there is no such option or value */
function choose(session: EditorSession, option: string, value: string | boolean): void {
  const changed = withChoice(session.offers, session.choices, option, String(value))
  if (changed === null && option === 'effort' && session.choices.model === null)
    throw invalid('Choose a model first: a reasoning effort belongs to one model.')
  if (changed === null) throw invalid(`${option} has no value ${JSON.stringify(value)}.`)
  session.choices = changed
  session.gone = null
}

/** Sends titles as conversations get them. @returns its undoing */
function followTitles(host: Host, parts: EditorParts, sessions: ReadonlyMap<string, EditorSession>): () => void {
  const titles = new Map<string, string>()
  return host.follow({ kind: 'host' }, (message) => {
    if (message.topic !== 'host') return
    for (const change of message.changes) {
      if (change.kind !== 'conversation') continue
      const { id, title, updatedAt } = change.conversation
      if (titles.get(id) === title) continue
      titles.set(id, title)
      const update = {
        sessionUpdate: 'session_info_update',
        title,
        updatedAt: new Date(updatedAt).toISOString(),
      } as const
      for (const each of sessions.values()) if (each.conversationId === id) void sendUpdates(parts, each, [update])
    }
  })
}

/** A session without a message leaves no empty conversation. */
async function leave(host: Host, { conversationId }: EditorSession): Promise<void> {
  const tree = await ask(host, 'conversation-open', { conversationId }).catch(() => null)
  if (tree?.turns.length === 0) await ask(host, 'conversation-delete', { conversationId }).catch(() => undefined)
}
