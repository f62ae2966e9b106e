import type { PlanEntry, PlanEntryStatus, SessionUpdate } from '@agentclientprotocol/sdk'
import { z } from 'zod'
import type { ToolCall } from '../../src-shared/model/message.ts'
import type { ToolResult } from '../../src-shared/model/tool.ts'
import { type Todo, todosOf } from '../../src-shared/run/todos.ts'
import { argumentsOf } from '../../src-shared/run/tool-subject.ts'

/** The tool with which a planning strategy submits its plan. */
const planTool = 'submit_plan'
const plan = z.object({ steps: z.array(z.object({ goal: z.string() })) })
const executing = /^execute (\d+) of \d+$/

/** What the editor shows as the plan: the steps of a planning strategy, or the list of what is to be done. */
export interface PlanEntries {
  /** A tool call that ended. */
  called(call: ToolCall, result: ToolResult): SessionUpdate[]
  /** A phase that began or ended. */
  phase(title: string, state: 'start' | 'done' | 'failed'): SessionUpdate[]
}

export function planEntries(): PlanEntries {
  let steps: { readonly goal: string; readonly status: PlanEntryStatus }[] = []
  const stepsUpdate = () => updateOf(steps.map(({ goal, status }) => entryOf(goal, status)))
  return {
    called: (call, result) => {
      const todos = todosOf(call, result)
      if (todos !== null) return updateOf(todos.map(todoEntry))
      const read = call.tool === planTool && result.ok ? plan.safeParse(argumentsOf(call)) : null
      if (read?.success !== true) return []
      steps = read.data.steps.map(({ goal }) => ({ goal, status: 'pending' }))
      return stepsUpdate()
    },
    phase: (title, state) => {
      const at = Number(executing.exec(title)?.[1] ?? 0) - 1
      if (steps[at] === undefined) return []
      const status = { start: 'in_progress', done: 'completed', failed: 'pending' } as const
      steps = steps.map((step, index) => (index === at ? { ...step, status: status[state] } : step))
      return stepsUpdate()
    },
  }
}

/** Calls that the editor sees as its plan, and not as calls. */
export const isPlanCall = ({ tool }: Pick<ToolCall, 'tool'>): boolean => tool === planTool || tool === 'write_todos'

const updateOf = (entries: PlanEntry[]): SessionUpdate[] => [{ sessionUpdate: 'plan', entries }]
const entryOf = (content: string, status: PlanEntryStatus): PlanEntry => ({ content, priority: 'medium', status })
const todoEntry = ({ text, status }: Todo): PlanEntry => entryOf(text, status === 'done' ? 'completed' : status)
