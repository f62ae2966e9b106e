import { z } from 'zod'
import type { ImageInfo, StoredImage } from '../mentions/image-marks.ts'
import { maxImages, sentImage } from '../mentions/image-marks.ts'
import type { Message } from '../model/message.ts'
import type { ToolBody, ToolInfo } from '../model/tool.ts'
import type { Run } from '../run/conversation.ts'
import { runRequest } from '../run/run-request.ts'
import type { ApprovalRule } from '../settings/settings.ts'
import type { InstructionFile } from '../strategy/task.ts'
import type { Changes } from '../workspace/changes.ts'
import { id, nowhere, read, result, text, write } from './request-shape.ts'

/** The full request to a model and its answer. */
export interface ModelExchange {
  readonly messages: readonly Message[]
  readonly tools: readonly ToolInfo[]
  readonly parameters: unknown
  /** The request body as JSON text, exactly as it was sent, but for images, which are cut. */
  readonly sent: string
  /** The same of each request that was sent again with something left out or in another form, and why. */
  readonly resent: readonly { readonly why: string; readonly sent: string }[]
}

/** A run that goes on or waits for its user, in any project. */
export interface RunUnderWay {
  readonly run: Run
  /** Of its conversation. */
  readonly title: string
  /** Name of its project. */
  readonly project: string
}

const images = z.array(sentImage).max(maxImages).optional()

/** A run while it is active, and its result. */
export const runRequests = {
  /** Newest first. */
  'runs-under-way': read(z.object({}), result<readonly RunUnderWay[]>()),
  'run-start': write(runRequest, result<Run>(), ({ conversationId }) => ({ kind: 'conversation', id: conversationId })),
  'run-stop': write(z.object({ runId: id }), result<null>(), nowhere),
  /** Ends the wait of model requests that are tried again later. @throws FailureError if none waits any more */
  'run-try-now': write(z.object({ runId: id }), result<null>(), nowhere),
  'run-resume': write(z.object({ runId: id }), result<Run>(), ({ runId }) => ({ kind: 'run', id: runId })),
  /** Gives up the interrupted run: it ends as aborted; its work is kept. */
  'run-dismiss': write(z.object({ runId: id }), result<null>(), nowhere),
  /** What it mentions, and its images, are attached at once. */
  'run-queue': write(z.object({ runId: id, message: text.min(1), images }), result<null>(), nowhere),
  /** What waits for this run, as it is sent, with what it attaches; of one that was interrupted, what it takes when it is resumed. */
  'run-queue-read': read(z.object({ runId: id }), result<readonly string[]>()),
  /** Edits, removes or reorders what waits. @throws FailureError if it is not as in `before` any more */
  'run-queue-write': write(
    z.object({ runId: id, before: z.array(text.min(1)), messages: z.array(text.min(1)) }),
    result<null>(),
    nowhere,
  ),
  /**
   * Stops the run and sends this message as the next turn; what else was queued goes to the new run.
   * @param queued whether it is one of the queued messages, as it is sent. @throws FailureError if it no longer is
   */
  'run-send-now': write(
    z.object({ runId: id, message: text.min(1), images, queued: z.boolean() }),
    result<null>(),
    nowhere,
  ),
  /** @returns the rule that `always` stored; null if none */
  'run-approve': write(
    z.object({
      runId: id,
      path: z.string(),
      decision: z.enum(['allow', 'always', 'deny']),
      note: z.string().max(4000),
    }),
    result<ApprovalRule | null>(),
    nowhere,
  ),
  'run-answer': write(z.object({ runId: id, path: z.string(), answer: text }), result<null>(), nowhere),
  /** Stores an image for a message. `data`: base64. @throws FailureError if models would refuse it */
  'image-add': write(
    z.object({ name: z.string().max(200), data: z.string().max(7_000_000) }),
    result<ImageInfo>(),
    nowhere,
  ),
  'image-read': read(z.object({ ref: id.max(128) }), result<StoredImage>()),
  'run-exchange': read(z.object({ runId: id, path: z.string() }), result<ModelExchange>()),
  /** The files with instructions that the run was given, at its start and by tool calls in nested folders. */
  'run-instructions': read(z.object({ runId: id }), result<readonly InstructionFile[]>()),
  'run-changes': read(z.object({ runId: id }), result<Changes>()),
  'body-read': read(z.object({ ref: id.max(128) }), result<ToolBody>()),
}
