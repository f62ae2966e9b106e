import { json } from '../../../src-shared/base/json.ts'
import type { AgentUpdate, AgentUsage } from '../../../src-shared/run/agent-update.ts'
import type { EventBody } from '../../../src-shared/run/event.ts'

/** Events of a prompt to another agent, and of what it does in it. */
const base = { print: '', again: false }

export const promptStart = (path: string, agent = 'opencode', prompt = 'Make it two'): EventBody => ({
  type: 'step-start',
  path,
  ...base,
  step: 'prompt-agent',
  ask: { agent, prompt },
})

export const promptEnd = (path: string, usage: AgentUsage | null = null): EventBody => ({
  type: 'step-end',
  path,
  step: 'prompt-agent',
  outcome: { ok: true, value: { text: '', stopReason: 'end_turn', session: 's', usage, toolCalls: 0, undone: [] } },
  durationMs: 1,
})

export const updateStart = (path: string, update: AgentUpdate): EventBody => ({
  type: 'step-start',
  path,
  ...base,
  step: 'agent-update',
  ask: json.parse(structuredClone(update)),
})

/** @param text what it said; null for a plan */
export const updateEnd = (path: string, text: string | null = null): EventBody => ({
  type: 'step-end',
  path,
  step: 'agent-update',
  outcome: { ok: true, value: text === null ? null : { text } },
  durationMs: 1,
})
