import { z } from 'zod'
import { amount, anything, contentText, dollars, jsonText, text } from '../lenient.ts'
import { addCall, callWithoutResult, lineTimes, noUsage, openModel } from '../open-lane.ts'
import type { Session } from '../session.ts'
import { createTurns } from './one-after-another.ts'

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
    .object({ results: z.array(z.object({ source_call_id: text, content: anything })) })
    .nullish()
    .catch(undefined),
  metrics: z
    .object({ prompt_tokens: amount, completion_tokens: amount, cached_tokens: amount, cost_usd: dollars })
    .nullish()
    .catch(undefined),
})
type Step = z.infer<typeof step>

const trajectory = z.object({
  schema_version: z.string().regex(/^ATIF-/),
  session_id: text,
  agent: z.object({ name: text, model_name: text }),
  steps: z.array(z.unknown()),
})
export const isAtif = (value: unknown): boolean => trajectory.safeParse(value).success

/**
 * A trajectory in the Agent Trajectory Interchange Format, versions 1.0 to 1.6, as Harbor and its agents write it.
 * Source: harborframework.com/docs/agents/trajectory-format
 */
export function readAtif(value: unknown): Session {
  const { session_id: id = null, agent, steps } = trajectory.parse(value)
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
      else takeStep(turns, read, said, at, agent)
    }
  }
  return turns.session('atif', { id, folder: null, leftOut })
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
    if (read.metrics != null) {
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
  for (const { source_call_id: source, content } of read.observation?.results ?? []) {
    const call = callWithoutResult(lane, source ?? '')
    const text = contentText(content)
    if (call !== null) call.result = { at, ok: true, text, body: null }
    else if (text !== '') lane.steps.push({ kind: 'notice', at, text })
  }
  lane.lastAt = Math.max(lane.lastAt, at)
}
