import type { Message } from '../../../src-shared/model/message.ts'
import { todoLines, todosOf, todoToolName } from '../../../src-shared/run/todos.ts'
import { argumentsOf } from '../../../src-shared/run/tool-subject.ts'
import type { ContextItem } from './model-context.ts'

const head = `[Your list, as you last wrote it with ${todoToolName}:]`

/** Old messages that are replaced take the list with them: a text that has its latest state, or `''`. */
export function keptTodos(replaced: readonly ContextItem[]): string {
  const latest = replaced.map(({ message }) => listIn(message)).findLast((found) => found !== null) ?? null
  return latest === null || latest === '' ? '' : `\n\n${head}\n${latest}`
}

/** The list that a message writes, or that a text in the place of older messages keeps; null if there is none. */
function listIn(message: Message): string | null {
  if (message.role === 'assistant') {
    const lists = message.toolCalls.map((call) => todosOf(call, { ok: true, data: argumentsOf(call) }))
    const last = lists.findLast((todos) => todos !== null)
    return last === undefined || last === null ? null : todoLines(last).join('\n')
  }
  const at = message.role === 'user' ? message.text.indexOf(`${head}\n`) : -1
  if (at < 0) return null
  return message.text.slice(at + head.length + 1).split('\n\n')[0] ?? null
}
