import { agentStepOf, agentUpdateOf } from '../agent-update.ts'
import type { EventOf } from '../event.ts'
import { beginAt, type FoldState, putSpan, spanOf, stateOfFailure } from './state.ts'
import { addWaiting, removeWaiting } from './waiting.ts'

/** Steps that are neither model calls nor tool calls. */
export function applyStepEvent(state: FoldState, event: EventOf<'step-start'> | EventOf<'step-end'>): void {
  if (event.type === 'step-start') startStep(state, event)
  else endStep(state, event)
}

function startStep(state: FoldState, event: EventOf<'step-start'>): void {
  const asks = event.step === 'ask-user'
  const rewrites = event.step === 'agent-update' ? firstPlan(state, event) : undefined
  const plan = spanOf(state, event.path, 'step')?.plan
  putSpan(state, {
    ...beginAt(state, event.path, event.seq, 'step'),
    ...(rewrites !== undefined && { rewrites }),
    ...(plan !== undefined && { plan }),
    kind: 'step',
    state: asks ? 'waiting' : 'running',
    step: event.step,
    ask: event.ask,
    answer: null,
    failure: null,
  })
  if (asks) addWaiting(state, event.path)
}

/** The first plan of the same agent, if this is a later one. The agent's own span names it. */
function firstPlan(state: FoldState, { path, ask }: EventOf<'step-start'>): string | undefined {
  if (agentUpdateOf(ask)?.kind !== 'plan') return undefined
  const agent = spanOf(state, agentStepOf(path), 'step')
  if (agent !== undefined && agent.plan === undefined) putSpan(state, { ...agent, plan: path })
  return agent?.plan === path ? undefined : agent?.plan
}

function endStep(state: FoldState, event: EventOf<'step-end'>): void {
  removeWaiting(state, event.path)
  const span = spanOf(state, event.path, 'step')
  if (span === undefined) return
  const { outcome } = event
  const { said: _, ...rest } = span
  const ended = { ...rest, endMs: state.eventMs }
  if (outcome.ok) putSpan(state, { ...ended, state: 'ok', answer: outcome.value })
  else putSpan(state, { ...ended, state: stateOfFailure(outcome.failure), failure: outcome.failure })
}
