import type { Message } from '../../../src-shared/model/message.ts'
import type { Task } from '../../../src-shared/strategy/task.ts'
import { delegateTool, depthLimit } from '../loop/delegate-tool.ts'
import type { Routine, Strategy } from '../steps.ts'
import { type Held, heldSteps, isLimited, notHeld } from './held-steps.ts'
import { innerProgress, type Progress } from './progress.ts'

/**
 * An inner strategy at the work that is the role `engineer`'s otherwise.
 *
 * 1. What it has to know is said by the user: an agent whose session goes on is sent only what users said since it spoke
 *    last, and never the system message, which is for our models.
 * 2. Under limits it is offered no command and no helper, as the tool loop is not.
 *
 * @param added follows the task's own messages; its last message says what to do
 */
export function* innerWork(
  inner: Strategy,
  task: Task,
  added: readonly Message[],
  held: Held = notHeld,
): Routine<Progress> {
  const allowed = isLimited(held.limits) ? limitedTask(task) : task
  const routine = inner({ ...allowed, messages: [...task.messages, ...added] })
  return innerProgress(task, yield* held === notHeld ? routine : heldSteps(routine, held))
}

const limitedTask = (task: Task): Task => ({
  ...task,
  tools: task.tools.filter(({ name, effect }) => effect !== 'command' && name !== delegateTool.info.name),
  depth: depthLimit,
})
