import { RequestError } from '@agentclientprotocol/sdk'
import { z } from 'zod'
import { FailureError } from '../../src-shared/base/failure.ts'
import { notChosen } from './agent-failures.ts'
import type { AgentInfo } from './agent-info.ts'
import type { Call } from './call.ts'
import type { AgentLimits } from './limits.ts'
import { choicesIn, optionsIn, type SessionChoice } from './session-options.ts'

export interface AgentSession {
  readonly id: string
  readonly how: 'new' | 'continued'
  readonly choices: readonly SessionChoice[]
  /** The same before anything was chosen. */
  readonly offered: readonly SessionChoice[]
}

/** Values by category, such as `{ model: 'x/y', mode: 'plan' }`. */
export type Chosen = Readonly<Record<string, string>>

/** An MCP server as the protocol writes it. */
export type HandedServer =
  | {
      readonly name: string
      readonly command: string
      readonly args: readonly string[]
      readonly env: readonly { readonly name: string; readonly value: string }[]
    }
  | {
      readonly type: 'http'
      readonly name: string
      readonly url: string
      readonly headers: readonly { readonly name: string; readonly value: string }[]
    }

export interface OpenAsk {
  /** Absolute. */
  readonly folder: string
  /** To continue; null: a new one. */
  readonly session: string | null
  readonly chosen: Chosen
  readonly servers: readonly HandedServer[]
}

const opened = z.object({ sessionId: z.string().min(1) })

/** Opens the session that is named, if the agent can still continue it, else a new one. */
export async function openSession(
  call: Call,
  info: AgentInfo,
  limits: AgentLimits,
  { folder, session, chosen, servers }: OpenAsk,
): Promise<AgentSession> {
  const place = { cwd: folder, mcpServers: servers }
  const within = { ms: limits.sessionMs, doing: 'open a session' }
  const past = session === null ? null : await continued(call, info, session, place, within)
  if (session !== null && past !== null)
    return { id: session, how: 'continued', choices: await choose(call, session, past, chosen, limits), offered: past }
  const answer = await call('session/new', place, within)
  const { sessionId } = opened.parse(answer)
  const offered = choicesIn(answer)
  return { id: sessionId, how: 'new', choices: await choose(call, sessionId, offered, chosen, limits), offered }
}

async function continued(
  call: Call,
  info: AgentInfo,
  sessionId: string,
  place: object,
  within: Parameters<Call>[2],
): Promise<readonly SessionChoice[] | null> {
  for (const method of [...(info.resumes ? ['session/resume'] : []), ...(info.loads ? ['session/load'] : [])]) {
    try {
      return choicesIn(await call(method, { sessionId, ...place }, within))
    } catch (thrown) {
      // Some agents offer it and then know nothing of the session: a new one is opened.
      if (thrown instanceof FailureError) throw thrown
    }
  }
  return null
}

/**
 * Sets what was chosen; also after a session is continued, since agents forget it.
 *
 * 1. A value that the agent refuses, or does not take although it says so, is a failure: nothing is sent to another
 *    model than the one that was chosen.
 * 2. What is not offered is asked for only if the agent lists nothing at all, as some do for a continued session.
 */
export async function choose(
  call: Call,
  sessionId: string,
  offered: readonly SessionChoice[],
  chosen: Chosen,
  limits: AgentLimits,
): Promise<readonly SessionChoice[]> {
  let choices = offered
  // The model first: its choice may replace the list of the others.
  const wanted = Object.entries(chosen).sort(([one], [two]) => Number(two === 'model') - Number(one === 'model'))
  for (const [category, value] of wanted) {
    const choice = choices.find((each) => each.category === category || each.id === category)
    if (choice?.current === value) continue
    if (choice === undefined && choices.length > 0) throw notChosen(category, value, [], '')
    const ways = choice === undefined ? unlisted(category) : [choice]
    const set = await setFirst(call, sessionId, ways, value, limits)
    if (!set.ok) throw notChosen(category, value, choice?.values.map(({ id }) => id) ?? [], set.why)
    if (choice === undefined) continue
    const now =
      set.options.length > 0 ? set.options : choices.map((each) => (each === choice ? changed(each, value) : each))
    const [after] = now.filter((each) => each.id === choice.id)
    if (after !== undefined && after.current !== value)
      throw notChosen(
        category,
        value,
        after.values.map(({ id }) => id),
        `It keeps ${after.current}.`,
      )
    choices = now
  }
  return choices
}

const changed = (choice: SessionChoice, current: string): SessionChoice => ({ ...choice, current })

type Way = Pick<SessionChoice, 'by' | 'id'>
/** How a category may be set that is not listed. */
const unlisted = (category: string): readonly Way[] => [
  { by: 'option', id: category },
  ...(category === 'mode' || category === 'model' ? [{ by: category, id: category } as const] : []),
]

type Set =
  | { readonly ok: true; readonly options: readonly SessionChoice[] }
  | { readonly ok: false; readonly why: string }

/** By the first way that the agent takes. */
async function setFirst(call: Call, sessionId: string, ways: readonly Way[], value: string, limits: AgentLimits) {
  let set: Set = { ok: false, why: '' }
  for (const way of ways) {
    set = await setBy(call, sessionId, way, value, limits)
    if (set.ok) break
  }
  return set
}

async function setBy(call: Call, sessionId: string, { by, id }: Way, value: string, limits: AgentLimits): Promise<Set> {
  const within = { ms: limits.optionMs, doing: `set its ${id}` }
  const [method, params] = {
    option: ['session/set_config_option', { sessionId, configId: id, value }] as const,
    mode: ['session/set_mode', { sessionId, modeId: value }] as const,
    model: ['session/set_model', { sessionId, modelId: value }] as const,
  }[by]
  try {
    const answer = z.object({ configOptions: z.unknown().optional() }).safeParse(await call(method, params, within))
    return { ok: true, options: answer.success ? optionsIn(answer.data.configOptions) : [] }
  } catch (thrown) {
    if (thrown instanceof FailureError) throw thrown
    return { ok: false, why: thrown instanceof RequestError ? `It says: ${thrown.message.slice(0, maxWhy)}` : '' }
  }
}

/** Characters of an agent's reason that are repeated. */
const maxWhy = 200
