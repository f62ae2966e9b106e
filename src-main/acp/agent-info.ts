import { z } from 'zod'
import type { SignInMethod } from '../../src-shared/settings/agent-offers.ts'
import { otherVersion } from './agent-failures.ts'
import type { Call } from './call.ts'
import type { AgentLimits } from './limits.ts'
import { signInsIn } from './sign-ins.ts'

/** What an agent says of itself. */
export interface AgentInfo {
  readonly name: string
  readonly version: string
  readonly loads: boolean
  readonly resumes: boolean
  readonly images: boolean
  /** The kinds of MCP servers that it connects to, besides those that are programs. */
  readonly servers: { readonly http: boolean; readonly sse: boolean }
  readonly signIns: readonly SignInMethod[]
}

const can = z.boolean().catch(false)
const capabilities = z.object({
  loadSession: can,
  promptCapabilities: z.object({ image: can }).catch({ image: false }),
  mcpCapabilities: z.object({ http: can, sse: can }).catch({ http: false, sse: false }),
  sessionCapabilities: z.looseObject({}).catch({}),
})
const initialized = z.object({
  protocolVersion: z.unknown().optional(),
  agentInfo: z
    .object({ name: z.string().catch(''), title: z.string().nullish().catch(null), version: z.string().catch('') })
    .nullish()
    .catch(null),
  agentCapabilities: capabilities.catch(capabilities.parse({})),
  authMethods: z.unknown().optional(),
})

/**
 * What the client can do. Sign-ins in a terminal are offered only to clients that show their command; older agents look
 * for that in `_meta`.
 */
const clientCapabilities = {
  fs: { readTextFile: true, writeTextFile: true },
  terminal: true,
  auth: { terminal: true },
  _meta: { 'terminal-auth': true },
}

/** @throws FailureError if the agent is silent or speaks another version of the protocol */
export async function initialize(call: Call, version: string, limits: AgentLimits): Promise<AgentInfo> {
  const asked = {
    protocolVersion: 1,
    clientInfo: { name: 'stratagem', title: 'Stratagem', version },
    clientCapabilities,
  }
  const answer = initialized.parse(await call('initialize', asked, { ms: limits.initializeMs, doing: 'start' }))
  // The SDK does not compare it.
  if (answer.protocolVersion !== 1) throw otherVersion(answer.protocolVersion)
  const { agentInfo, agentCapabilities: able } = answer
  return {
    name: (agentInfo?.title || agentInfo?.name) ?? '',
    version: agentInfo?.version ?? '',
    loads: able.loadSession,
    resumes: 'resume' in able.sessionCapabilities,
    images: able.promptCapabilities.image,
    servers: able.mcpCapabilities,
    signIns: signInsIn(answer.authMethods),
  }
}
