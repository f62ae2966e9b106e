import { client } from '@agentclientprotocol/sdk'
import { ended, refused } from './agent-failures.ts'
import { type AgentInfo, initialize } from './agent-info.ts'
import type { AgentPipes } from './agent-process.ts'
import { answerRequest } from './agent-requests.ts'
import { caller } from './call.ts'
import { type AgentLimits, usualLimits } from './limits.ts'
import { type AgentSession, type Chosen, choose, type OpenAsk, openSession } from './open-session.ts'
import { type PromptEnd, type PromptListener, type PromptTurn, startTurn } from './prompt-turn.ts'
import { openWire } from './wire.ts'

export interface AgentConnection {
  readonly info: AgentInfo
  /**
   * A session in the folder: the one named, if the agent can still continue it, else a new one.
   * Rejects with a FailureError, also if the agent refuses what was chosen.
   */
  open(ask: OpenAsk): Promise<AgentSession>
  /** Sets what was chosen in a session that is open. Rejects with a FailureError if the agent refuses it. */
  choose(session: AgentSession, chosen: Chosen): Promise<AgentSession>
  /** Has the agent sign the user in, by a method that it named. Rejects with a FailureError. */
  signIn(method: string): Promise<void>
  /** Sends a prompt and returns once the agent has ended it. Rejects with a FailureError. One at a time. */
  prompt(
    session: string,
    content: readonly PromptBlock[],
    listener: PromptListener,
    signal: AbortSignal,
  ): Promise<PromptEnd>
  /** Whether it can still be used. */
  isAlive(): boolean
  /** The end of what it printed as errors. */
  errors(): string
  close(how: 'gently' | 'now'): Promise<void>
}

/** A part of a prompt, as the protocol writes it. */
export type PromptBlock =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly mimeType: string; readonly data: string }

/**
 * Connects to an agent by the Agent Client Protocol, version 1.
 *
 * 1. Each method has a time limit, which the SDK has not.
 * 2. What comes for another session, or when no prompt is running, is ignored or refused.
 * 3. A connection that fails in a prompt is closed: its process is gone when the prompt rejects.
 *
 * Rejects with a FailureError, and the agent is ended.
 */
export async function connectAgent(
  pipes: AgentPipes,
  version: string,
  limits: AgentLimits = usualLimits,
): Promise<AgentConnection> {
  let turn: PromptTurn | null = null
  let reason: string | null = null
  const wire = openWire(pipes.output, pipes.input, limits, {
    update: (params) => turn?.update(params),
    answered: (method) => {
      if (method === 'session/prompt') turn?.answered()
    },
    oddity: (text) => turn?.oddity(text),
    raw: (direction, line) => turn?.raw(direction, line),
  })
  const sdk = client({ name: 'Stratagem' })
    .onRequest('*', ({ method, params }) => answerRequest(method, params, turn))
    .connect(wire.stream)
  void pipes.ended.then((how) => {
    reason = how
    sdk.close(ended(how, pipes.errors()))
    wire.close()
  })
  // An agent that closes its output has ended, or is as good as ended.
  pipes.output.once('end', () => setTimeout(() => void pipes.end('now'), closingMs).unref())
  const call = caller(sdk, () => (reason === null ? null : ended(reason, pipes.errors())))
  const close = async (how: 'gently' | 'now') => {
    reason ??= 'was ended'
    await pipes.end(how)
  }
  const info = await initialize(call, version, limits).catch(async (thrown: unknown) => {
    await close('now')
    throw refused(thrown, 'be started', [])
  })
  const orRefused = async <T>(doing: string, work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (thrown) {
      throw refused(thrown, doing, info.signIns)
    }
  }
  return {
    info,
    open: (ask) => orRefused('open a session', () => openSession(call, info, limits, ask)),
    choose: (session, chosen) =>
      orRefused('change its settings', async () => {
        const choices = await choose(call, session.id, session.choices, chosen, limits)
        return { ...session, choices }
      }),
    signIn: async (method) => {
      const within = { ms: limits.signInMs, doing: 'sign you in' }
      await orRefused('sign you in', () => call('authenticate', { methodId: method }, within))
    },
    prompt: async (session, content, listener, signal) => {
      if (turn !== null) throw new Error('A prompt is running.')
      const running = startTurn(info, session, listener, limits, signal)
      turn = running
      const answer = call('session/prompt', { sessionId: session, prompt: content }, null)
      const cancel = () => void sdk.agent.notify('session/cancel', { sessionId: session }).catch(() => undefined)
      try {
        return await running.settle(answer, cancel)
      } catch (thrown) {
        await close('now')
        throw refused(thrown, 'answer the prompt', info.signIns)
      } finally {
        turn = null
      }
    },
    isAlive: () => reason === null,
    errors: () => pipes.errors(),
    close,
  }
}

/** From the end of an agent's output to its own end, ms. */
const closingMs = 300
