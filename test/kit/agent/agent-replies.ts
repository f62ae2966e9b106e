import type { ModelReply, ToolCall } from '../../../src-shared/model/message.ts'
import type { ToolInfo, ToolResult } from '../../../src-shared/model/tool.ts'
import { type Budget, defaultBudget, type Task } from '../../../src-shared/strategy/task.ts'

/** A complete call; `args` are its arguments, or their raw text. */
export function call(id: string, tool: string, args: unknown = {}): ToolCall {
  return { id, tool, arguments: typeof args === 'string' ? args : JSON.stringify(args), complete: true }
}

/** A model's answer with text, calls, or both. */
export function reply(text: string, toolCalls: readonly ToolCall[] = [], more: Partial<ModelReply> = {}): ModelReply {
  return {
    message: { role: 'assistant', text, reasoning: '', toolCalls },
    finish: toolCalls.length > 0 ? 'tool-calls' : 'stop',
    usage: { input: 100, cachedInput: 0, output: 10, reasoning: 0, estimated: false },
    model: 'scripted',
    budget: 'within',
    ...more,
  }
}

export function result(callId: string, tool: string, text = 'done', ok = true): ToolResult {
  return { callId, tool, ok, text, summary: text, durationMs: 1, data: null }
}

const tool = (name: string, effect: ToolInfo['effect'] = 'read'): ToolInfo => ({
  name,
  description: `The tool ${name}.`,
  parameters: { type: 'object' },
  effect,
})

export const someTools: readonly ToolInfo[] = [
  tool('read_file'),
  tool('write_file', 'edit'),
  tool('shell', 'command'),
  tool('ask_user', 'ask'),
]

export function task(goal = 'Mend the total.', more: Partial<Task> = {}): Task {
  return {
    goal,
    system: 'You work on a project.',
    history: [],
    messages: [{ role: 'user', text: goal }],
    tools: someTools,
    mode: 'act',
    windows: { default: 100_000 },
    depth: 0,
    ...more,
  }
}

export const unlimited: Budget = { ...defaultBudget, steps: null, modelCalls: null, toolCalls: null }
