import { listCostAt } from '../../model/endpoints/list-prices.ts'
import type { Session, SessionStep } from './sessions/session.ts'

/**
 * The session with a cost for each answer whose tokens it records and whose cost it does not: by the provider's list
 * price of that day, as far as it is known.
 */
export async function withListPrices(session: Session): Promise<Session> {
  const turns = []
  for (const turn of session.turns) turns.push({ ...turn, steps: await priced(turn.steps) })
  return { ...session, turns }
}

async function priced(steps: readonly SessionStep[]): Promise<readonly SessionStep[]> {
  const done: SessionStep[] = []
  for (const step of steps) {
    if (step.kind === 'model' && step.cost === null && !step.usage.estimated)
      done.push({ ...step, cost: await listCostAt(step.usage, step.provider, step.model, step.at) })
    else if (step.kind === 'tool' && step.agent !== null)
      done.push({ ...step, agent: { ...step.agent, steps: await priced(step.agent.steps) } })
    else done.push(step)
  }
  return done
}
