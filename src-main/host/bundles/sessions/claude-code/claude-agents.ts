import { z } from 'zod'
import { parseOutside } from '../../../../../src-shared/base/excess.ts'
import { contentText } from '../lenient.ts'
import { closedSteps, type OpenLane, type OpenTool, openLane } from '../open-lane.ts'
import type { SessionAgent } from '../session.ts'
import type { ClaudeLine } from './claude-line.ts'

/** Helpers in helpers; deeper ones are left out. */
const maxDepth = 16

/** The side chains of a session, each the work of one helper. */
export function createClaudeAgents() {
  const lanes = new Map<string, OpenLane>()
  /** Of lines without an agent's id: the chain that they belong to. */
  const chains = new Map<string, string>()
  const given = new Set<OpenLane>()

  function keyOf(line: ClaudeLine): string {
    if (line.agentId !== undefined) return line.agentId
    const key = chains.get(line.parentUuid ?? '') ?? line.uuid ?? ''
    if (line.uuid !== undefined) chains.set(line.uuid, key)
    return key
  }

  function laneOf(line: ClaudeLine, at: number): OpenLane {
    const key = keyOf(line)
    const known = lanes.get(key)
    if (known !== undefined) return known
    const lane = openLane(line.type === 'user' ? contentText(line.message?.content) : '', at)
    lanes.set(key, lane)
    return lane
  }

  /** By the id in the call's result, or by the text that the call passes on. Each helper is used once. */
  function laneFor({ call, agentId }: OpenTool): OpenLane | undefined {
    const named = agentId === null ? undefined : lanes.get(agentId)
    if (named !== undefined) return named
    const prompt = promptIn(call.arguments)
    return prompt === null ? undefined : [...lanes.values()].find((lane) => !given.has(lane) && lane.goal === prompt)
  }

  function agentOf(step: OpenTool, depth: number): SessionAgent | null {
    if (depth > maxDepth || !spawns.has(step.call.tool)) return null
    const lane = laneFor(step)
    if (lane === undefined || given.has(lane)) return null
    given.add(lane)
    return { goal: lane.goal, steps: closedSteps(lane, (inner) => agentOf(inner, depth + 1)) }
  }

  return { keyOf, laneOf, attach: () => (step: OpenTool) => agentOf(step, 1) }
}

const spawns = new Set(['Task', 'Agent'])
const input = z.object({ prompt: z.string() })

function promptIn(json: string): string | null {
  try {
    return input.safeParse(parseOutside(json)).data?.prompt ?? null
  } catch {
    return null
  }
}
