import { z } from 'zod'
import type { Message } from '../model/message.ts'
import { approvalModes, type ToolBody, type ToolInfo } from '../model/tool.ts'
import type { Run } from '../run/conversation.ts'
import { strategyPick } from '../strategy/strategy-pick.ts'
import { budget, workModes } from '../strategy/task.ts'
import type { Changes } from '../workspace/changes.ts'
import { id, nowhere, read, result, text, write } from './request-shape.ts'

/** The full request to a model and its answer. */
export interface ModelExchange {
  readonly messages: readonly Message[]
  readonly tools: readonly ToolInfo[]
  readonly parameters: unknown
  /** The request body as JSON text, exactly as it was sent. */
  readonly sent: string
}

/** A run that goes on or waits for its user, in any project. */
export interface RunUnderWay {
  readonly run: Run
  /** Of its conversation. */
  readonly title: string
  /** Name of its project. */
  readonly project: string
}

export const startRun = z.object({
  conversationId: id,
  /** The turn that this message follows; null for the first. */
  parentId: id.nullable(),
  message: text.min(1),
  /** Null: the default of the conversation, project, source or settings, in this order. */
  strategy: strategyPick.nullable(),
  /** Profile ids by role; `default` is the model for every role not named. */
  roles: z.record(z.string(), id),
  mode: z.enum(workModes),
  approval: z.enum(approvalModes),
  /** Null: the project's own folder; else an isolated copy. Not given: the workspace of the preceding turn. */
  workspaceId: id.nullable().optional(),
  /**
   * Set: the message goes to the end of the branch that contains `parentId`, even if other turns were added since, and is
   * queued if a run works there. Not given: it directly follows `parentId`.
   */
  atEnd: z.literal(true).optional(),
  /** Not given: as in the settings. */
  budget: budget.optional(),
})
export type StartRun = z.infer<typeof startRun>

/** A run while it is active, and its result. */
export const runRequests = {
  /** Newest first. */
  'runs-under-way': read(z.object({}), result<readonly RunUnderWay[]>()),
  'run-start': write(startRun, result<Run>(), ({ conversationId }) => ({ kind: 'conversation', id: conversationId })),
  'run-stop': write(z.object({ runId: id }), result<null>(), nowhere),
  'run-resume': write(z.object({ runId: id }), result<Run>(), ({ runId }) => ({ kind: 'run', id: runId })),
  /** Gives up the interrupted run: it ends as aborted; its work is kept. */
  'run-dismiss': write(z.object({ runId: id }), result<null>(), nowhere),
  'run-queue': write(z.object({ runId: id, message: text.min(1) }), result<null>(), nowhere),
  'run-approve': write(
    z.object({
      runId: id,
      path: z.string(),
      decision: z.enum(['allow', 'always', 'deny']),
      note: z.string().max(4000),
    }),
    result<null>(),
    nowhere,
  ),
  'run-answer': write(z.object({ runId: id, path: z.string(), answer: text }), result<null>(), nowhere),
  'run-exchange': read(z.object({ runId: id, path: z.string() }), result<ModelExchange>()),
  'run-changes': read(z.object({ runId: id }), result<Changes>()),
  'body-read': read(z.object({ ref: id.max(128) }), result<ToolBody>()),
}
