import { homedir } from 'node:os'
import { join } from 'node:path'
import type { SubAgent } from '../../../src-shared/strategy/sub-agent.ts'
import type { ProjectTrust } from '../../../src-shared/workspace/project-trust.ts'
import { hashFiles, type TrustFile } from '../trust/project-trust.ts'
import { readTrustedFiles, type TrustedFiles } from '../trust/trusted-files.ts'
import { type AgentFile, readAgentFile } from './agent-file.ts'

/** Where a project's sub-agents are found: the app's own folder first, then other tools'. The first of a name wins. */
const projectFolders = ['.stratagem/agents', '.claude/agents', '.opencode/agent', '.opencode/agents'] as const
/** Bytes of a file, and how many sub-agents a run is given. */
const [largest, maxAgents] = [200_000, 50]

interface AgentProject {
  readonly id: string
  readonly folder: string
}

/** The sub-agents that files of the user and of projects describe. */
export interface AgentBook {
  /**
   * Those that may be used: the project's only if the user trusts these very files (T25). If names are equal, the
   * project's wins, since it is the more specific one.
   */
  of(project: AgentProject): Promise<readonly AgentFile[]>
  trustOf(project: AgentProject): Promise<ProjectTrust>
}

/** @param home the user's home folder; left out, the system's */
export function createAgentBook(dataFolder: string, trust: TrustFile, home = homedir()): AgentBook {
  return {
    of: async (project) => {
      const [theirs, own, shared] = await Promise.all([
        filesIn(project.folder, projectFolders),
        filesIn(dataFolder, ['agents']),
        filesIn(join(home, '.claude'), ['agents']),
      ])
      const trusted = theirs.files.length > 0 && trust.of(project.id, 'agents', theirs.hash) === 'trusted'
      const read = await Promise.all([
        ...(trusted ? theirs.files.map((each) => readAgentFile(each.text, each.file, 'project')) : []),
        ...[...own.files, ...shared.files].map((each) => readAgentFile(each.text, each.file, 'user')),
      ])
      const byName = new Map<string, AgentFile>()
      for (const each of read) if (each !== null && !byName.has(each.name)) byName.set(each.name, each)
      return [...byName.values()].slice(0, maxAgents)
    },
    trustOf: async (project) => {
      const { files, hash } = await filesIn(project.folder, projectFolders)
      const state = files.length === 0 ? 'none' : trust.of(project.id, 'agents', hash)
      return { part: 'agents', state, hash, files }
    },
  }
}

/** As the run's log keeps them: the model is a role's by then. */
export const subAgentsOf = (files: readonly AgentFile[]): readonly SubAgent[] =>
  files.map(({ model: _, ...agent }) => agent)

/** Files that can't be read count for the hash, with the reason. */
async function filesIn(root: string, folders: readonly string[]): Promise<Pick<TrustedFiles, 'files' | 'hash'>> {
  const fits = (path: string) => /\.md$/i.test(path)
  const found = await Promise.all(folders.map((folder) => readTrustedFiles(root, { folder, fits, largest, depth: 3 })))
  const files = found.flatMap((each) => each.files)
  const unreadable = found.flatMap((each) => each.unreadable.map(({ file, why }) => ({ file, text: `(${why})` })))
  const all = [...files, ...unreadable]
  return { files: all, hash: hashFiles(all) }
}
