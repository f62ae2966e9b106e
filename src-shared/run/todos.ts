import { z } from 'zod'
import { counted } from '../base/format.ts'
import type { ToolCall } from '../model/message.ts'
import type { ToolResult } from '../model/tool.ts'
import { argumentsOf } from './tool-subject.ts'
import type { Span } from './view/run-view.ts'

/** The tool with which a model keeps its list of what is to be done. */
export const todoToolName = 'write_todos'

export const todoStates = ['pending', 'in_progress', 'done'] as const
export type TodoState = (typeof todoStates)[number]

/** One item of the list; its id stays the same from call to call. */
export const todo = z.strictObject({
  id: z.string().trim().min(1).max(40).describe('Short name of the item, the same in every call.'),
  text: z.string().trim().min(1).max(500).describe('What is to be done, in one line.'),
  status: z.enum(todoStates),
})
export type Todo = z.infer<typeof todo>

/** A whole list, as one call writes it: it replaces the one before. */
export const todoList = z.strictObject({
  todos: z
    .array(todo)
    .max(100)
    .refine((todos) => new Set(todos.map(({ id }) => id)).size === todos.length, 'each item needs an id of its own')
    .describe('All items, in order.'),
})

/** The list that a call wrote; null if it is no such call, or was not accepted. */
export function todosOf(call: ToolCall, result: Pick<ToolResult, 'ok' | 'data'> | null): readonly Todo[] | null {
  if (call.tool !== todoToolName || result?.ok !== true) return null
  const read = todoList.safeParse(result.data)
  return (read.success ? read.data : todoList.safeParse(argumentsOf(call)).data)?.todos ?? null
}

/** The list as the run's calls so far left it, by the agent that wrote one last; null if there is none. */
export function latestTodos(spans: readonly Span[]): readonly Todo[] | null {
  for (let at = spans.length - 1; at >= 0; at--) {
    const span = spans[at]
    const todos = span?.kind === 'tool' ? todosOf(span.call, span.result) : null
    if (todos !== null) return todos
  }
  return null
}

/** `2 of 5 items done`. */
export function todoSummary(todos: readonly Todo[]): string {
  const done = todos.filter(({ status }) => status === 'done').length
  return todos.length === 0 ? 'empty list' : `${done} of ${counted(todos.length, 'item')} done`
}

const marks: { readonly [S in TodoState]: string } = { pending: '[ ]', in_progress: '[~]', done: '[x]' }

/** One line an item: `- [x] tests: Write a failing test`. */
export const todoLines = (todos: readonly Todo[]): readonly string[] =>
  todos.map(({ id, text, status }) => `- ${marks[status]} ${id}: ${text.replace(/\s+/g, ' ')}`)
