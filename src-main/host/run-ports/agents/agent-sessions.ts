import { z } from 'zod'
import { agentStepOf, agentUpdateEnd } from '../../../../src-shared/run/agent-update.ts'
import type { Run } from '../../../../src-shared/run/conversation.ts'
import type { StoredEvent } from '../../../../src-shared/run/event.ts'
import type { HostContext } from '../../host-context.ts'

type Parts = Pick<HostContext, 'store'>

const asked = z.object({ agent: z.string() })

/**
 * The agent's session that a run may continue; null if there is none. A run in a copy has the copy's.
 *
 * A session holds all that it was ever sent, and only that. So it is continued only if that is this run's past:
 *
 * 1. The turn before was answered in it, in the same files. A turn that another strategy answered is not in it.
 * 2. It was prompted nowhere else since: not on another branch, nor by another run of the same message. The agent would
 *    know of what was never said here.
 *
 * Else the run gets a new session, which is told what was said before. The protocol's fork is no way out: it copies a
 * session as it is now, not as it was at a message.
 */
export function lastSession({ store }: Parts, run: Run, agent: string): string | null {
  const parentId = store.turns.get(run.turnId)?.parentId ?? null
  const turn = parentId === null ? undefined : store.turns.get(parentId)
  if (turn === undefined) return null
  const runs = turn.runs.toReversed()
  const answered = runs.find(({ id }) => store.events.ofType(id, ['run-end']).some(hasMessages)) ?? runs[0]
  if (answered === undefined || answered.workspaceId !== run.workspaceId) return null
  const session = sessionsIn({ store }, answered.id, agent).at(-1)
  if (session === undefined) return null
  const others = store.runs.under(turn.id).filter(({ id }) => id !== run.id && id !== answered.id)
  return others.some(({ id }) => sessionsIn({ store }, id, agent).includes(session)) ? null : session
}

const hasMessages = (event: StoredEvent): boolean => event.type === 'run-end' && event.messages.length > 0

/** The sessions that a run prompted, in their order. */
function sessionsIn({ store }: Parts, runId: string, agent: string): readonly string[] {
  const ofAgent = new Set<string>()
  const found: string[] = []
  for (const event of store.events.ofType(runId, ['step-start', 'step-end'])) {
    if (event.type === 'step-start' && event.step === 'prompt-agent') {
      if (asked.safeParse(event.ask).data?.agent === agent) ofAgent.add(event.path)
    }
    if (event.type !== 'step-end' || event.step !== 'agent-update' || !event.outcome.ok) continue
    const end = agentUpdateEnd.safeParse(event.outcome.value)
    if (end.success && end.data !== null && 'session' in end.data && ofAgent.has(agentStepOf(event.path)))
      found.push(end.data.session)
  }
  return found
}
