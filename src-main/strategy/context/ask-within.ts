import type { Failure } from '../../../src-shared/base/failure.ts'
import type { Message } from '../../../src-shared/model/message.ts'
import type { ToolInfo } from '../../../src-shared/model/tool.ts'
import type { Task } from '../../../src-shared/strategy/task.ts'
import { type Routine, StepFailed } from '../steps.ts'
import { askModel, type ModelResponse } from './ask-model.ts'
import type { ContextPolicy } from './context-policy.ts'
import type { ContextPrompts } from './context-prompts.ts'
import { makeRoom, type Room } from './make-room.ts'
import { calibrate, type ModelContext } from './model-context.ts'

/** Whose context is kept within whose window. */
export interface ContextUser {
  readonly task: Task
  readonly role: string
  readonly context: ContextPolicy
  readonly tools: readonly ToolInfo[]
  readonly prompts: ContextPrompts
}

/** The part of a window that messages may fill before they are shortened, and the part they are shortened to. */
const [full, aim] = [0.8, 0.4]
/** So often is a request that the endpoint calls too long shortened and sent again. */
const maxRefusals = 2

/**
 * A model's answer to messages that fit its window: they are shortened before the window is full, and once more each
 * time the endpoint says that they are too long.
 *
 * @throws StepFailed after two refusals in a row, or where nothing is left that could be shortened
 */
export function* askWithin(
  user: ContextUser,
  shown: ModelContext,
  request: (messages: readonly Message[]) => Parameters<typeof askModel>[0],
): Routine<{ readonly answered: ModelResponse; readonly shown: ModelContext }> {
  let now = yield* beforeFull(user, shown)
  for (let refusals = 0; ; refusals++) {
    try {
      const answered = yield* askModel(request(now.items.map(({ message }) => message)))
      return { answered, shown: calibrate(now, answered.reply.usage) }
    } catch (error) {
      if (!isOverflow(error) || user.context === 'none') throw error
      if (refusals === maxRefusals) throw new StepFailed(stillTooLong(user.role, error.failure))
      const shorter = yield* makeRoom(now, roomAfterRefusal(user, now))
      if (shorter.tokens >= now.tokens) throw new StepFailed(stillTooLong(user.role, error.failure))
      now = shorter
    }
  }
}

const isOverflow = (error: unknown): error is StepFailed =>
  error instanceof StepFailed && error.failure.kind === 'context-overflow'

function* beforeFull(user: ContextUser, shown: ModelContext): Routine<ModelContext> {
  const limit = (windowOf(user) * full) / shown.scale
  if (user.context === 'none' || shown.tokens <= limit || shown.tokens <= shown.quietUntil) return shown
  return yield* makeRoom(shown, { ...roomFor(user), limit, target: (limit * aim) / full })
}

/** The window was smaller than it was said to be, or the estimate too low. */
function roomAfterRefusal(user: ContextUser, { tokens, scale }: ModelContext): Room {
  const target = Math.min((windowOf(user) * aim) / scale, tokens / 2)
  return { ...roomFor(user), target, limit: target }
}

const windowOf = ({ task, role }: ContextUser): number =>
  task.windows[role] || task.windows['default'] || Number.POSITIVE_INFINITY

const roomFor = ({ task, context, tools, prompts }: ContextUser) => ({
  policy: context,
  tools,
  prompts,
  summarizerWindow: task.windows['summarizer'] ?? task.windows['default'] ?? 8000,
})

const stillTooLong = (role: string, failure: Failure): Failure => ({
  kind: 'context-overflow',
  message: `The request for ${role} is too long for its model, even after its older messages were shortened.`,
  advice: 'Choose a model with a larger context window, or correct the window in its settings; then try again.',
  detail: failure.detail ?? failure.message,
})
