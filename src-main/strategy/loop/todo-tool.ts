import type { ToolCall } from '../../../src-shared/model/message.ts'
import type { ToolResult } from '../../../src-shared/model/tool.ts'
import { todoLines, todoList, todoSummary, todoToolName } from '../../../src-shared/run/todos.ts'
import { type Routine, recordOwnTool } from '../steps.ts'
import { strategyTool } from '../strategy-tools/strategy-tool.ts'

/**
 * The model's list of what is to be done. The list is in the log with the call and nowhere else, so that playback,
 * resume and branches have the list of their moment.
 */
export const todoTool = strategyTool(
  todoToolName,
  'Keep your list of what is to be done, for work of several steps. It replaces the list, so give all items each time, ' +
    'and keep the id of an item. The user sees it: mark an item in_progress when you begin it, and done as soon as it is.',
  todoList,
)

/** Records the call; its result is the list as it was understood. */
export function* writeTodos(call: ToolCall): Routine<ToolResult> {
  const read = todoTool.validate(call)
  if (!read.ok) return yield* recordOwnTool(call, read.result)
  const { todos } = read.value
  const text = [`The list, ${todoSummary(todos)}:`, ...todoLines(todos)].join('\n')
  return yield* recordOwnTool(call, { ...read.result, text, summary: todoSummary(todos) })
}
