import { z } from 'zod'
import { agentStepOf, agentUpdateEnd } from '../../../../src-shared/run/agent-update.ts'
import type { Run } from '../../../../src-shared/run/conversation.ts'
import type { StoredEvent } from '../../../../src-shared/run/event.ts'
import { copies } from '../../../agent/seen-files.ts'
import type { HostContext } from '../../host-context.ts'

type Parts = Pick<HostContext, 'store'>

/** Where a prompt works: in the run's own files, or in a copy of them, by its name (`copyName`). */
export type AgentPlace = string | null

const asked = z.object({ agent: z.string(), session: z.string() })

/**
 * The agent's session that the next prompt of a run may continue; null if there is none.
 *
 * A session holds all that it was ever sent, and only that. So it is continued only if that is this run's past:
 *
 * 1. It is the run's own: from before the run was resumed, or branched off while nothing followed in the session.
 * 2. Or the turn before was answered in it, in the same files. A turn that another strategy answered is not in it.
 * 3. It was prompted nowhere else since: not on another branch, nor by another run of the same message. The agent would
 *    know of what was never said here.
 * 4. In a copy, it began in this copy: agents tie sessions to a folder, and candidates know nothing of each other.
 * 5. A session that a prompt asked to be new is not continued: a strategy keeps it apart.
 *
 * Else the run gets a new session, which is told what was said before. The protocol's fork is no way out: it copies a
 * session as it is now, not as it was at a message.
 */
export function lastSession(parts: Parts, run: Run, agent: string, place: AgentPlace): string | null {
  const own = sessionsIn(parts, run.id, agent, place).at(-1)
  if (own !== undefined) return wentOnInSource(parts, run, agent, place, own) ? null : own
  return place === null ? sessionOfTurnBefore(parts, run, agent) : null
}

function sessionOfTurnBefore(parts: Parts, run: Run, agent: string): string | null {
  const { store } = parts
  const parentId = store.turns.get(run.turnId)?.parentId ?? null
  const turn = parentId === null ? undefined : store.turns.get(parentId)
  if (turn === undefined) return null
  const runs = turn.runs.toReversed()
  const answered = runs.find(({ id }) => store.events.ofType(id, ['run-end']).some(hasMessages)) ?? runs[0]
  if (answered === undefined || answered.workspaceId !== run.workspaceId) return null
  const session = sessionsIn(parts, answered.id, agent, null).at(-1)
  if (session === undefined) return null
  // What a resumed run goes on from is its own past.
  const source = wentOnInSource(parts, answered, agent, null, session) ? undefined : answered.forkedFrom?.runId
  const past = [run.id, answered.id, source]
  const others = store.runs.under(turn.id).filter(({ id }) => !past.includes(id))
  return others.some(({ id }) => sessionsIn(parts, id, agent, null).includes(session)) ? null : session
}

const hasMessages = (event: StoredEvent): boolean => event.type === 'run-end' && event.messages.length > 0

/** Whether the run that this one continues from went on with the session after the events that were copied. */
function wentOnInSource(parts: Parts, run: Run, agent: string, place: AgentPlace, session: string): boolean {
  if (run.forkedFrom === undefined) return false
  const count = (runId: string) => sessionsIn(parts, runId, agent, place).filter((each) => each === session).length
  return count(run.forkedFrom.runId) > count(run.id)
}

/** The session of each prompt in a place, in their order. */
function sessionsIn({ store }: Parts, runId: string, agent: string, place: AgentPlace): readonly string[] {
  const ofAgent = new Set<string>()
  const found: string[] = []
  const events = store.events.ofType(runId, ['phase-start', 'step-start', 'step-end'])
  const copyOf = copies(events)
  for (const event of events) {
    if (event.type === 'step-start' && event.step === 'prompt-agent' && copyOf(event.path) === place) {
      const { data } = asked.safeParse(event.ask)
      if (data?.agent === agent && data.session !== 'new') ofAgent.add(event.path)
    }
    if (event.type !== 'step-end' || event.step !== 'agent-update' || !event.outcome.ok) continue
    const end = agentUpdateEnd.safeParse(event.outcome.value)
    if (end.success && end.data !== null && 'session' in end.data && ofAgent.has(agentStepOf(event.path)))
      found.push(end.data.session)
  }
  return found
}
