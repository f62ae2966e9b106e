import { z } from 'zod'
import { agentStepOf, agentUpdateEnd } from '../../../../src-shared/run/agent-update.ts'
import type { Run } from '../../../../src-shared/run/conversation.ts'
import type { HostContext } from '../../host-context.ts'

/** Turns that are looked through, from the newest. */
const maxTurns = 20

const asked = z.object({ agent: z.string() })

/**
 * The agent's last session in the turns before a run, in the same files; null if there is none. A run in a copy has the
 * copy's.
 */
export function lastSession({ store }: Pick<HostContext, 'store'>, run: Run, agent: string): string | null {
  let at = store.turns.get(run.turnId)?.parentId ?? null
  for (let count = 0; at !== null && count < maxTurns; count++) {
    const turn = store.turns.get(at)
    if (turn === undefined) return null
    for (const past of turn.runs.toReversed()) {
      const found = past.workspaceId === run.workspaceId ? sessionIn({ store }, past.id, agent) : null
      if (found !== null) return found
    }
    at = turn.parentId
  }
  return null
}

function sessionIn({ store }: Pick<HostContext, 'store'>, runId: string, agent: string): string | null {
  const ofAgent = new Set<string>()
  let found: string | null = null
  for (const event of store.events.ofType(runId, ['step-start', 'step-end'])) {
    if (event.type === 'step-start' && event.step === 'prompt-agent') {
      if (asked.safeParse(event.ask).data?.agent === agent) ofAgent.add(event.path)
    }
    if (event.type !== 'step-end' || event.step !== 'agent-update' || !event.outcome.ok) continue
    const end = agentUpdateEnd.safeParse(event.outcome.value)
    if (end.success && end.data !== null && 'session' in end.data && ofAgent.has(agentStepOf(event.path)))
      found = end.data.session
  }
  return found
}
