import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { AgentTest } from '../../../../src-shared/api/settings-requests.ts'
import { type Failure, failureFrom } from '../../../../src-shared/base/failure.ts'
import type { AgentEntry } from '../../../../src-shared/settings/other-agents.ts'
import { startAgent } from '../../../acp/agent-process.ts'
import type { HostContext } from '../../host-context.ts'
import { agentProgram } from './agent-program.ts'
import { learnOffers, offersOf } from './known-offers.ts'

type Parts = Pick<HostContext, 'confinements' | 'options' | 'bus' | 'keys' | 'profiles'>

/**
 * Starts an agent in an empty folder, confined to it, and opens a session. No prompt is sent.
 * @param method it signs the user in by this one first; null: it does not
 */
export async function testAgent(parts: Parts, entry: AgentEntry, method: string | null): Promise<AgentTest> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'stratagem-agent-')))
  const failed = (thrown: unknown): AgentTest => ({ ok: false, failure: failureFrom(thrown), signIns: [] })
  try {
    const program = await agentProgram(parts, entry, folder, parts.confinements.inProject(folder))
    const { connectAgent } = await import('../../../acp/connection.ts')
    const connection = await connectAgent(startAgent(program, 'agent-test'), parts.options.version)
    const { info } = connection
    try {
      if (method !== null) await connection.signIn(method)
      const { choices } = await connection.open({ folder, session: null, chosen: {}, servers: [] })
      const offers = offersOf(info, choices)
      learnOffers(parts, entry, offers)
      return { ok: true, ...offers }
    } catch (thrown) {
      const failure = failureFrom(thrown)
      // An agent may wait for a sign-in without saying so: what it printed may name a page.
      return { ok: false, failure: withDetail(failure, connection.errors()), signIns: info.signIns }
    } finally {
      await connection.close('gently')
    }
  } catch (thrown) {
    return failed(thrown)
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

const withDetail = (failure: Failure, printed: string): Failure =>
  printed.trim() === '' ? failure : { ...failure, detail: printed.trim() }
