import type { Usage } from '../../../../src-shared/model/message.ts'
import { timeOf } from './lenient.ts'
import type { ModelStep, NoticeStep, SessionCall, SessionEnd, SessionStep, SessionTurn, ToolEnd } from './session.ts'

export const noUsage: Usage = { input: 0, cachedInput: 0, output: 0, reasoning: 0, estimated: true }

/** An answer whose parts are still being read. */
export interface OpenModel extends Omit<ModelStep, 'calls'> {
  endAt: number
  text: string
  reasoning: string
  usage: Usage
  cost: number | null
  failure: string | null
  readonly calls: SessionCall[]
}
export interface OpenTool {
  readonly kind: 'tool'
  readonly call: SessionCall
  readonly at: number
  result: ToolEnd | null
  /** Names the helper of this call, if the result does. */
  agentId: string | null
}
export type OpenStep = OpenModel | OpenTool | NoticeStep

/** The steps of a turn or of a helper, while its lines are read. */
export interface OpenLane {
  readonly at: number
  readonly goal: string
  readonly steps: OpenStep[]
  /** Of the last line: the next answer began no earlier. */
  lastAt: number
  /** The newest answer, or null. */
  newest: OpenModel | null
  /** Steps of calls by the calls' ids, the newest last: a file may have any number of them. */
  readonly callSteps: Map<string, OpenTool[]>
}

export const openLane = (goal: string, at: number): OpenLane => ({
  goal,
  at,
  steps: [],
  lastAt: at,
  newest: null,
  callSteps: new Map(),
})

/** The newest answer, or null. */
export const lastModel = (lane: OpenLane): OpenModel | null => lane.newest

export function openModel(lane: OpenLane, at: number, provider: string, model: string): OpenModel {
  const step: OpenModel = {
    kind: 'model',
    at: Math.min(lane.lastAt, at),
    endAt: at,
    provider,
    model,
    text: '',
    reasoning: '',
    calls: [],
    usage: noUsage,
    cost: null,
    failure: null,
  }
  lane.steps.push(step)
  lane.newest = step
  return step
}

/** Adds a call to an answer, and its step. */
export function addCall(lane: OpenLane, model: OpenModel, call: SessionCall, at: number): void {
  model.calls.push(call)
  const step: OpenTool = { kind: 'tool', call, at, result: null, agentId: null }
  lane.steps.push(step)
  const same = lane.callSteps.get(call.id)
  if (same === undefined) lane.callSteps.set(call.id, [step])
  else same.push(step)
}

/** The newest step of a call that has no result yet. */
export function callWithoutResult(lane: OpenLane, id: string): OpenTool | null {
  const same = lane.callSteps.get(id) ?? []
  while (same.length > 0 && same.at(-1)?.result !== null) same.pop()
  return same.at(-1) ?? null
}

export const joined = (before: string, text: string): string =>
  before === '' ? text : text === '' ? before : `${before}\n\n${text}`

/** @param agentOf the helper of a call; null if none was recorded */
export function closedSteps(
  lane: OpenLane,
  agentOf: (step: OpenTool) => { readonly goal: string; readonly steps: readonly SessionStep[] } | null,
): SessionStep[] {
  return lane.steps.map((step): SessionStep => {
    if (step.kind !== 'tool') return step
    const { kind, call, at, result } = step
    return { kind, call, at, result, agent: agentOf(step) }
  })
}

/** Whether the last step of a lane still has to be followed by something. */
export function isUnfinished(lane: OpenLane): boolean {
  const last = lane.steps.findLast((each) => each.kind !== 'notice')
  if (last === undefined) return true
  return last.kind === 'tool' || (last.failure === null && last.calls.length > 0)
}

/** A turn, while its lines are read. */
export interface OpenTurn {
  readonly lane: OpenLane
  /** Index of the turn that it follows; null for a first one. */
  readonly parent: number | null
  /** As far as the session says. */
  end: SessionEnd | null
}

/** The turns as they were recorded. */
export const closedTurns = (
  turns: readonly OpenTurn[],
  agentOf: Parameters<typeof closedSteps>[1],
): readonly SessionTurn[] =>
  turns.map(({ lane, parent, end }, index) => ({
    message: lane.goal,
    at: lane.at,
    endAt: lane.lastAt,
    parent,
    steps: closedSteps(lane, agentOf),
    end: end ?? endOf(lane, index === turns.length - 1),
  }))

/** A turn whose last answer asks for tools was left; of the last turn the rest is missing. */
function endOf(lane: OpenLane, last: boolean): SessionEnd {
  const step = lane.steps.findLast((each) => each.kind !== 'notice')
  if (step?.kind === 'model' && step.failure !== null) return { kind: 'failed', why: step.failure }
  if (!isUnfinished(lane)) return { kind: 'completed' }
  return { kind: last ? 'cut' : 'aborted' }
}

/** Reads the times of lines, ms since 1970: one without a time has that of the latest before it. */
export function lineTimes(): (timestamp: unknown) => number {
  let lastAt = 0
  return (timestamp) => {
    const at = timeOf(timestamp) ?? lastAt
    lastAt = Math.max(lastAt, at)
    return at
  }
}
