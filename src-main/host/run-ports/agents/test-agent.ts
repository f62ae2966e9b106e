import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { AgentTest } from '../../../../src-shared/api/settings-requests.ts'
import { failureFrom } from '../../../../src-shared/base/failure.ts'
import type { AgentEntry } from '../../../../src-shared/settings/other-agents.ts'
import { startAgent } from '../../../acp/agent-process.ts'
import type { AgentInfo } from '../../../acp/connection.ts'
import type { HostContext } from '../../host-context.ts'
import { agentProgram } from './agent-program.ts'

/** Starts an agent in an empty folder, confined to it, and opens a session. No prompt is sent. */
export async function testAgent(
  { confinements, options }: Pick<HostContext, 'confinements' | 'options'>,
  entry: AgentEntry,
): Promise<AgentTest> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'stratagem-agent-')))
  try {
    const program = await agentProgram(entry, folder, confinements.inProject(folder))
    const { connectAgent } = await import('../../../acp/connection.ts')
    const connection = await connectAgent(startAgent(program, 'agent-test'), options.version)
    try {
      const { choices } = await connection.open({ folder, session: null, chosen: {} })
      const { name, version, signIns } = connection.info
      const offered = choices.map(({ by: _, id: __, ...choice }) => choice)
      return { ok: true, name, version, signIns, abilities: abilitiesOf(connection.info), choices: offered }
    } finally {
      await connection.close('gently')
    }
  } catch (thrown) {
    return { ok: false, failure: failureFrom(thrown) }
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

const abilitiesOf = ({ loads, resumes, images }: AgentInfo): readonly string[] => [
  ...(loads || resumes ? ['continues sessions'] : []),
  ...(images ? ['takes images'] : []),
]
