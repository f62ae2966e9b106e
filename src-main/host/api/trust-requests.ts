import type { trustRequests as requests } from '../../../src-shared/api/strategy-requests.ts'
import { FailureError } from '../../../src-shared/base/failure.ts'
import type { ProjectTrust } from '../../../src-shared/workspace/project-trust.ts'
import { found } from '../base/not-found.ts'
import type { HandlersOf } from '../handlers.ts'
import type { HostContext } from '../host-context.ts'
import { mcpTrustOf } from '../mcp/mcp-files.ts'

type Parts = Pick<HostContext, 'store' | 'bus' | 'strategies' | 'skills' | 'agents' | 'hooks' | 'trust' | 'presets'>

/** Files of projects that would make something run, and the user's decisions about them (T25). */
export function trustRequests(parts: Parts): HandlersOf<keyof typeof requests> {
  const { store, presets, strategies, skills, agents, hooks, trust, bus } = parts
  const read = async (projectId: string): Promise<readonly ProjectTrust[]> => {
    const project = found(store.projects.get(projectId), 'project')
    return [
      await presets.trustOf(project),
      ...(await strategies.trustOf(project)),
      await skills.trustOf(project),
      await agents.trustOf(project),
      await mcpTrustOf(project, trust),
      await hooks.trustOf(project),
    ]
  }
  return {
    'project-trust-read': ({ projectId }) => read(projectId),
    'project-trust': async ({ projectId, part, hash, decision }) => {
      const now = (await read(projectId)).find((each) => each.part === part)
      if (now?.hash !== hash) throw new FailureError(changedSince)
      if (now.problem !== undefined && decision === 'trust') throw new FailureError(cannotTrust(now.problem))
      trust.decide(projectId, part, hash, decision)
      bus.publish({ kind: 'presets' })
      bus.publish({ kind: 'strategies' })
      bus.publish({ kind: 'mcp' })
      bus.publish({ kind: 'hooks' })
      return null
    },
  }
}

const cannotTrust = (message: string) =>
  ({ kind: 'invalid-request', message, advice: 'Change these files, then decide.' }) as const

const changedSince = {
  kind: 'busy',
  message: 'The project’s files have changed since they were shown.',
  advice: 'Review them again, then decide.',
} as const
