import { homedir } from 'node:os'
import { join } from 'node:path'
import type { SubAgent } from '../../../src-shared/strategy/sub-agent.ts'
import type { ProjectTrust } from '../../../src-shared/workspace/project-trust.ts'
import type { TrustFile } from '../trust/project-trust.ts'
import { createTrustedBook, filesInAll, type TrustedProject } from '../trust/trusted-book.ts'
import { type AgentFile, readAgentFile } from './agent-file.ts'

/** Where a project's sub-agents are found: the app's own folder first, then other tools'. The first of a name wins. */
const projectFolders = ['.stratagem/agents', '.claude/agents', '.opencode/agent', '.opencode/agents'] as const
/** How many sub-agents a run is given. */
const maxAgents = 50
const kind = { fits: (path: string) => /\.md$/i.test(path), largest: 200_000, depth: 3 }

/** The sub-agents that files of the user and of projects describe. */
export interface AgentBook {
  /**
   * Those that may be used: the project's only if the user trusts these very files (T25). If names are equal, the
   * project's wins, since it is the more specific one.
   */
  of(project: TrustedProject): Promise<readonly AgentFile[]>
  trustOf(project: TrustedProject): Promise<ProjectTrust>
}

/** @param home the user's home folder; left out, the system's */
export function createAgentBook(dataFolder: string, trust: TrustFile, home = homedir()): AgentBook {
  const projects = createTrustedBook('agents', trust, (folder) => filesInAll(folder, projectFolders, kind))
  return {
    trustOf: projects.trustOf,
    of: async (project) => {
      const [theirs, own, shared] = await Promise.all([
        projects.trusted(project),
        filesInAll(dataFolder, ['agents'], kind),
        filesInAll(join(home, '.claude'), ['agents'], kind),
      ])
      const read = await Promise.all([
        ...theirs.map((each) => readAgentFile(each.text, each.file, 'project')),
        ...[...own, ...shared].map((each) => readAgentFile(each.text, each.file, 'user')),
      ])
      const byName = new Map<string, AgentFile>()
      for (const each of read) if (each !== null && !byName.has(each.name)) byName.set(each.name, each)
      return [...byName.values()].slice(0, maxAgents)
    },
  }
}

/** As the run's log keeps them: the model is a role's by then. */
export const subAgentsOf = (files: readonly AgentFile[]): readonly SubAgent[] =>
  files.map(({ model: _, ...agent }) => agent)
