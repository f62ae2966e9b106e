import type { ListedAgent } from '../../../../src-shared/api/settings-requests.ts'
import type { AgentOffers } from '../../../../src-shared/settings/agent-offers.ts'
import { type AgentEntry, knownAgents } from '../../../../src-shared/settings/other-agents.ts'
import { findProgram, thisMachine } from '../../../processes/find-program.ts'

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
    program: findProgram(entry.command, thisMachine(environment)),
    offers: offersOf(entry),
  })
  return [...own.map(listed(true)), ...others.map(listed(false))]
}
