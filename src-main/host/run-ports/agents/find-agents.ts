import path from 'node:path'
import type { ListedAgent } from '../../../../src-shared/api/settings-requests.ts'
import type { AgentOffers } from '../../../../src-shared/settings/agent-offers.ts'
import { type AgentEntry, knownAgents } from '../../../../src-shared/settings/other-agents.ts'
import { isProgram } from '../../viewing/find-editors.ts'

/** The user's agents, then the known ones that are not replaced by one of the same name. */
export function listAgents(
  own: readonly AgentEntry[],
  environment: NodeJS.ProcessEnv,
  offersOf: (entry: AgentEntry) => AgentOffers | null,
): readonly ListedAgent[] {
  const others = knownAgents.filter(({ name }) => !own.some((each) => each.name === name))
  const listed = (isOwn: boolean) => (entry: AgentEntry) => ({
    entry,
    own: isOwn,
    program: findProgram(entry.command, environment),
    offers: offersOf(entry),
  })
  return [...own.map(listed(true)), ...others.map(listed(false))]
}

/** The file that a command runs; null if there is none. */
export function findProgram(command: string, environment: NodeJS.ProcessEnv): string | null {
  const folders = path.isAbsolute(command) ? [''] : (environment['PATH'] ?? '').split(path.delimiter)
  const endings = process.platform === 'win32' ? (environment['PATHEXT'] ?? '.EXE;.CMD').split(';') : ['']
  for (const folder of folders)
    for (const ending of ['', ...endings]) {
      const file = path.join(folder, command + ending)
      if (path.isAbsolute(file) && isProgram(file)) return file
    }
  return null
}
