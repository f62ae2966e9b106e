import { homedir } from 'node:os'
import { join } from 'node:path'
import { formatNumber } from '../../../src-shared/base/format.ts'
import type { SubAgent } from '../../../src-shared/strategy/sub-agent.ts'
import type { ProjectTrust, ShownFile } from '../../../src-shared/workspace/project-trust.ts'
import type { ProjectFile, TrustFile } from '../trust/project-trust.ts'
import { createTrustedBook, filesInAll, type TrustedProject } from '../trust/trusted-book.ts'
import { type AgentFile, type RefusedAgent, readAgentFile } from './agent-file.ts'

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
  /** Those of the same files that are not used, with the reasons. */
  refused(project: TrustedProject): Promise<readonly RefusedAgent[]>
  /** With a note at each file that would not be used even if it is trusted. */
  trustOf(project: TrustedProject): Promise<ProjectTrust>
}

/** @param home the user's home folder; left out, the system's */
export function createAgentBook(dataFolder: string, trust: TrustFile, home = homedir()): AgentBook {
  const projects = createTrustedBook('agents', trust, (folder) => filesInAll(folder, projectFolders, kind))
  const readAll = async (project: TrustedProject) => {
    const [theirs, own, shared] = await Promise.all([
      projects.trusted(project),
      filesInAll(dataFolder, ['agents'], kind),
      filesInAll(join(home, '.claude'), ['agents'], kind),
    ])
    const read = await Promise.all([
      ...theirs.map((each) => agentIn(each, 'project')),
      ...[...own, ...shared].map((each) => agentIn(each, 'user')),
    ])
    const byName = new Map<string, AgentFile | RefusedAgent>()
    for (const each of read) if (each !== null && !byName.has(each.name)) byName.set(each.name, each)
    return withinLimit([...byName.values()])
  }
  return {
    trustOf: async (project) => {
      const trust = await projects.trustOf(project)
      return { ...trust, files: await Promise.all(trust.files.map(withNote)) }
    },
    of: async (project) => (await readAll(project)).filter(isUsed),
    refused: async (project) => (await readAll(project)).flatMap((each) => (isUsed(each) ? [] : [each])),
  }
}

const isUsed = (each: AgentFile | RefusedAgent): each is AgentFile => !('problem' in each)

const agentIn = async ({ text, file, why }: ProjectFile, from: SubAgent['from']) =>
  why === undefined ? await readAgentFile(text, file, from) : { name: file, file, problem: why }

function withinLimit(all: readonly (AgentFile | RefusedAgent)[]): readonly (AgentFile | RefusedAgent)[] {
  const more = new Set(all.filter(isUsed).slice(maxAgents))
  const problem = `A run is given ${formatNumber(maxAgents)} sub-agents at most, and there are so many before it.`
  return all.map((each) => (isUsed(each) && more.has(each) ? { name: each.name, file: each.file, problem } : each))
}

async function withNote(one: ShownFile & ProjectFile): Promise<ShownFile> {
  const read = await agentIn(one, 'project')
  return read !== null && 'problem' in read ? { ...one, note: read.problem } : one
}

/** As the run's log keeps them: the model is a role's by then. */
export const subAgentsOf = (files: readonly AgentFile[]): readonly SubAgent[] =>
  files.map(({ model: _, ...agent }) => agent)
