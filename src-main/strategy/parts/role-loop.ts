import type { Message } from '../../../src-shared/model/message.ts'
import type { Task } from '../../../src-shared/strategy/task.ts'
import { type Loop, loopFor } from '../loop/loop.ts'
import type { LoopOptions } from '../loop/loop-options.ts'
import { withSystem } from '../messages.ts'

/** The loop of a role that changes nothing: with its purpose as system message, and without work tools. */
export function roleLoop(
  task: Task,
  role: string,
  system: string,
  added: readonly Message[],
  options: LoopOptions,
): Loop {
  const messages = withSystem(`${task.system}\n\n${system}`.trim(), [...task.messages, ...added])
  return { ...loopFor(task, role, options), messages, tools: [] }
}

/** The same with the tools that only read and ask. */
export function readingLoop(...args: Parameters<typeof roleLoop>): Loop {
  const [task] = args
  const tools = task.tools.filter((tool) => tool.effect === 'read' || tool.effect === 'ask')
  return { ...roleLoop(...args), tools }
}
