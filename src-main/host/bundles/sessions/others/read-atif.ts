import { z } from 'zod'
import { amount, anything, contentText, dollars, flag, jsonText, text } from '../lenient.ts'
import { addCall, callWithoutResult, closedSteps, lineTimes, noUsage, type OpenTool, openModel } from '../open-lane.ts'
import type { Session, SessionAgent } from '../session.ts'
import { createTurns } from './one-after-another.ts'

/** To trajectories of helpers: by `trajectory_id` since 1.7, by `session_id` before; in a list since 1.2. */
const reference = z.object({ trajectory_id: text, session_id: text })
const references = z
  .union([z.array(reference), reference.transform((each) => [each])])
  .nullish()
  .catch(undefined)

const step = z.object({
  timestamp: text,
  source: text,
  model_name: text,
  message: anything,
  reasoning_content: text,
  tool_calls: z
    .array(z.object({ tool_call_id: text, function_name: text, arguments: anything }))
    .nullish()
    .catch(undefined),
  observation: z
    .object({
      results: z.array(z.object({ source_call_id: text, content: anything, subagent_trajectory_ref: references })),
    })
    .nullish()
    .catch(undefined),
  /** Of an earlier trajectory: what it cost was counted there. */
  is_copied_context: flag,
  metrics: z
    .object({ prompt_tokens: amount, completion_tokens: amount, cached_tokens: amount, cost_usd: dollars })
    .nullish()
    .catch(undefined),
})
type Step = z.infer<typeof step>

const trajectory = z.object({
  schema_version: z.string().regex(/^ATIF-/),
  session_id: text,
  trajectory_id: text,
  agent: z.object({ name: text, model_name: text }),
  steps: z.array(z.unknown()),
  subagent_trajectories: z.array(z.unknown()).nullish().catch(undefined),
})
type Trajectory = z.infer<typeof trajectory>
/** A helper's own version is that of the whole, and may be left out. */
const helper = trajectory.omit({ schema_version: true })
export const isAtif = (value: unknown): boolean => trajectory.safeParse(value).success

/** Helpers within helpers that are followed. */
const maxDepth = 20

/**
 * A trajectory in the Agent Trajectory Interchange Format, versions 1.0 to 1.7, as Harbor and its agents write it. Helpers
 * that are part of the file stand at the calls that refer to them.
 * Source: harborframework.com/docs/agents/trajectory-format
 */
export function readAtif(value: unknown): Session {
  const whole = trajectory.parse(value)
  const { turns, leftOut, agentOf } = turnsOf(whole, 0)
  return turns.session('atif', { id: whole.session_id ?? null, folder: null, leftOut }, agentOf)
}

function turnsOf({ agent, steps, subagent_trajectories: helpers }: Omit<Trajectory, 'schema_version'>, depth: number) {
  const turns = createTurns()
  const timeAt = lineTimes()
  let leftOut = 0
  for (const each of steps) {
    const read = step.safeParse(each).data
    if (read?.source === undefined) leftOut += 1
    else {
      const at = timeAt(read.timestamp)
      const said = contentText(read.message)
      if (read.source === 'user' && said.trim() !== '') turns.ask(said, at)
      else {
        // A helper may have been given its work by its system prompt alone.
        if (depth > 0 && read.source === 'agent' && turns.lane() === undefined) turns.ask(agent.name ?? '', at)
        takeStep(turns, read, said, at, agent)
      }
    }
  }
  const byId = new Map<string, Omit<Trajectory, 'schema_version'>>()
  for (const each of depth < maxDepth ? (helpers ?? []) : []) {
    const read = helper.safeParse(each).data
    const id = read?.trajectory_id ?? read?.session_id
    if (read === undefined || id === undefined) leftOut += 1
    else byId.set(id, read)
  }
  const agentOf = ({ agentId }: OpenTool): SessionAgent | null => {
    const read = agentId === null ? undefined : byId.get(agentId)
    if (agentId === null || read === undefined) return null
    // Each once, or a file could refer to them without end.
    byId.delete(agentId)
    const own = turnsOf(read, depth + 1)
    const lanes = own.turns.turns.map(({ lane }) => lane)
    return { goal: lanes[0]?.goal ?? '', steps: lanes.flatMap((lane) => closedSteps(lane, own.agentOf)) }
  }
  return { turns, leftOut, agentOf }
}

function takeStep(
  turns: ReturnType<typeof createTurns>,
  read: Step,
  said: string,
  at: number,
  agent: z.infer<typeof trajectory>['agent'],
): void {
  const lane = turns.lane()
  // What the system says before the first message is its prompt.
  if (lane === undefined) return
  if (read.source === 'agent') {
    const name = read.model_name ?? agent.model_name ?? 'unknown'
    const slash = name.indexOf('/')
    const provider = slash > 0 ? name.slice(0, slash) : (agent.name ?? 'unknown')
    const model = openModel(lane, at, provider, slash > 0 ? name.slice(slash + 1) : name)
    model.text = said
    model.reasoning = read.reasoning_content ?? ''
    if (read.metrics != null && read.is_copied_context !== true) {
      const {
        prompt_tokens: input,
        cached_tokens: cachedInput,
        completion_tokens: output,
        cost_usd: cost,
      } = read.metrics
      model.usage = { ...noUsage, input, cachedInput, output, estimated: false }
      model.cost = cost ?? null
    }
    for (const call of read.tool_calls ?? [])
      addCall(
        lane,
        model,
        { id: call.tool_call_id ?? '', tool: call.function_name ?? 'unknown', arguments: jsonText(call.arguments) },
        at,
      )
  }
  for (const { source_call_id: source, content, subagent_trajectory_ref: helpers } of read.observation?.results ?? []) {
    const call = callWithoutResult(lane, source ?? '')
    const text = contentText(content)
    const [first, ...more] = (helpers ?? []).flatMap((each) => each.trajectory_id ?? each.session_id ?? [])
    if (call !== null) {
      call.result = { at, ok: true, text, body: null }
      call.agentId = first ?? null
    } else {
      if (first !== undefined) more.unshift(first)
      if (text !== '') lane.steps.push({ kind: 'notice', at, text })
    }
    // What no call of a model started.
    for (const id of more) {
      const own = { id, tool: 'subagent', arguments: '{}' }
      lane.steps.push({ kind: 'tool', call: own, at, result: { at, ok: true, text: '', body: null }, agentId: id })
    }
  }
  lane.lastAt = Math.max(lane.lastAt, at)
}
