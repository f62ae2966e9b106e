import { type ClientConnection, client } from '@agentclientprotocol/sdk'
import { z } from 'zod'
import { FailureError } from '../../src-shared/base/failure.ts'
import { ended, otherVersion, refused, silent } from './agent-failures.ts'
import type { AgentPipes } from './agent-process.ts'
import { answerRequest } from './agent-requests.ts'
import { type AgentLimits, usualLimits } from './limits.ts'
import { type PromptEnd, type PromptListener, type PromptTurn, startTurn } from './prompt-turn.ts'
import { choicesIn, optionsIn, type SessionChoice } from './session-options.ts'
import { openWire } from './wire.ts'

/** What an agent says of itself. */
export interface AgentInfo {
  readonly name: string
  readonly version: string
  readonly loads: boolean
  readonly resumes: boolean
  readonly images: boolean
  /** Ways to sign in. */
  readonly signIns: readonly string[]
}

export interface AgentSession {
  readonly id: string
  readonly how: 'new' | 'continued'
  readonly choices: readonly SessionChoice[]
}

export interface AgentConnection {
  readonly info: AgentInfo
  /**
   * A session in the folder: the one named, if the agent can still continue it, else a new one.
   * @param chosen values by category, such as `{ model: 'x/y', mode: 'plan' }`; what is not offered is reported by
   *  `unset`
   */
  open(ask: OpenAsk): Promise<AgentSession & { readonly unset: readonly string[] }>
  /** Sends a prompt and returns once the agent has ended it. Rejects with a FailureError. One at a time. */
  prompt(session: string, text: string, listener: PromptListener, signal: AbortSignal): Promise<PromptEnd>
  /** Whether it can still be used. */
  isAlive(): boolean
  close(how: 'gently' | 'now'): Promise<void>
}
export interface OpenAsk {
  /** Absolute. */
  readonly folder: string
  readonly session: string | null
  readonly chosen: Readonly<Record<string, string>>
}

const initialized = z.object({
  protocolVersion: z.unknown().optional(),
  agentInfo: z
    .object({ name: z.string().catch(''), title: z.string().nullish().catch(null), version: z.string().catch('') })
    .nullish()
    .catch(null),
  agentCapabilities: z
    .object({
      loadSession: z.boolean().catch(false),
      promptCapabilities: z.object({ image: z.boolean().catch(false) }).catch({ image: false }),
      sessionCapabilities: z.looseObject({}).catch({}),
    })
    .catch({ loadSession: false, promptCapabilities: { image: false }, sessionCapabilities: {} }),
  authMethods: z
    .array(z.looseObject({ name: z.string().catch('') }))
    .nullish()
    .catch(null),
})

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
  const open = opener(call, info, limits)
  return {
    info,
    open: async (ask) => {
      try {
        return await open(ask)
      } catch (thrown) {
        throw refused(thrown, 'open a session', info.signIns)
      }
    },
    prompt: async (session, text, listener, signal) => {
      if (turn !== null) throw new Error('A prompt is running.')
      const running = startTurn(session, listener, limits, signal)
      turn = running
      const answer = call('session/prompt', { sessionId: session, prompt: [{ type: 'text', text }] }, null)
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
    close,
  }
}

/** From the end of an agent's output to its own end, ms. */
const closingMs = 300

/** Sends a request; `within` is its time limit, ms, null: none. */
type Call = (
  method: string,
  params: unknown,
  within: { readonly ms: number; readonly doing: string } | null,
) => Promise<unknown>

function caller(sdk: ClientConnection, gone: () => FailureError | null): Call {
  return async (method, params, within) => {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      if (within !== null) timer = setTimeout(() => reject(silent(within.doing, within.ms)), within.ms)
    })
    try {
      return await Promise.race([sdk.agent.request<unknown>(method, params), late])
    } catch (thrown) {
      throw gone() ?? thrown
    } finally {
      clearTimeout(timer)
    }
  }
}

async function initialize(call: Call, version: string, limits: AgentLimits): Promise<AgentInfo> {
  const asked = {
    protocolVersion: 1,
    clientInfo: { name: 'stratagem', title: 'Stratagem', version },
    clientCapabilities: { fs: { readTextFile: true, writeTextFile: true }, terminal: false },
  }
  const answer = initialized.parse(await call('initialize', asked, { ms: limits.initializeMs, doing: 'start' }))
  // The SDK does not compare it.
  if (answer.protocolVersion !== 1) throw otherVersion(answer.protocolVersion)
  const { agentInfo, agentCapabilities: can } = answer
  return {
    name: (agentInfo?.title || agentInfo?.name) ?? '',
    version: agentInfo?.version ?? '',
    loads: can.loadSession,
    resumes: 'resume' in can.sessionCapabilities,
    images: can.promptCapabilities.image,
    signIns: (answer.authMethods ?? []).flatMap(({ name }) => (name === '' ? [] : [name])),
  }
}

function opener(call: Call, info: AgentInfo, limits: AgentLimits): AgentConnection['open'] {
  const within = { ms: limits.sessionMs, doing: 'open a session' }
  const opened = z.object({ sessionId: z.string().min(1) })
  const continued = async (session: string, place: object) => {
    for (const method of [...(info.resumes ? ['session/resume'] : []), ...(info.loads ? ['session/load'] : [])]) {
      try {
        return choicesIn(await call(method, { sessionId: session, ...place }, within))
      } catch (thrown) {
        // Some agents offer it and then know nothing of the session: a new one is opened.
        if (thrown instanceof FailureError) throw thrown
      }
    }
    return null
  }
  return async ({ folder, session, chosen }) => {
    const place = { cwd: folder, mcpServers: [] }
    const past = session === null ? null : await continued(session, place)
    if (session !== null && past !== null)
      return { id: session, how: 'continued', ...(await choose(call, session, past, chosen, limits)) }
    const answer = await call('session/new', place, within)
    const { sessionId } = opened.parse(answer)
    return { id: sessionId, how: 'new', ...(await choose(call, sessionId, choicesIn(answer), chosen, limits)) }
  }
}

/** Sets what was chosen; also after a session is continued, since agents forget it. */
async function choose(
  call: Call,
  sessionId: string,
  offered: readonly SessionChoice[],
  chosen: OpenAsk['chosen'],
  limits: AgentLimits,
): Promise<{ choices: readonly SessionChoice[]; unset: readonly string[] }> {
  let choices = offered
  const unset: string[] = []
  // The model first: its choice may replace the list of the others.
  const wanted = Object.entries(chosen).sort(([one], [two]) => Number(two === 'model') - Number(one === 'model'))
  for (const [category, value] of wanted) {
    const choice = choices.find((each) => each.category === category || each.id === category)
    if (choice?.current === value) continue
    const set = choice === undefined ? null : await setChoice(call, sessionId, choice, value, limits)
    if (set === null) unset.push(`${category}: ${value}`)
    else choices = set.length > 0 ? set : choices.map((each) => (each === choice ? { ...each, current: value } : each))
  }
  return { choices, unset }
}

async function setChoice(call: Call, sessionId: string, choice: SessionChoice, value: string, limits: AgentLimits) {
  const within = { ms: limits.optionMs, doing: `set its ${choice.category}` }
  const [method, params] = {
    option: ['session/set_config_option', { sessionId, configId: choice.id, value }] as const,
    mode: ['session/set_mode', { sessionId, modeId: value }] as const,
    model: ['session/set_model', { sessionId, modelId: value }] as const,
  }[choice.by]
  try {
    const answer = z.object({ configOptions: z.unknown().optional() }).safeParse(await call(method, params, within))
    return answer.success ? optionsIn(answer.data.configOptions) : []
  } catch (thrown) {
    if (thrown instanceof FailureError) throw thrown
    return null
  }
}
