import type { Message } from '../../../src-shared/model/message.ts'
import { noLimits } from '../../../src-shared/model/tool.ts'
import type { Task } from '../../../src-shared/strategy/task.ts'
import { defaultChild, type LoopWork } from '../loop/loop.ts'
import { withSystem } from '../messages.ts'

/** Work of a role beside the one that changes things: told what it is for, and given no work tools. */
export function roleWork(
  task: Task,
  role: string,
  system: string,
  talk: readonly Message[],
  maxTurns: number,
): Omit<LoopWork, 'own'> {
  return {
    task,
    role,
    messages: withSystem(`${task.system}\n\n${system}`.trim(), [...task.messages, ...talk]),
    tools: [],
    limits: noLimits,
    maxTurns,
    child: defaultChild,
  }
}

/** The same with the tools that only look and ask. */
export function lookingWork(...asked: Parameters<typeof roleWork>): Omit<LoopWork, 'own'> {
  const [task] = asked
  const tools = task.tools.filter((tool) => tool.effect === 'read' || tool.effect === 'ask')
  return { ...roleWork(...asked), tools }
}
