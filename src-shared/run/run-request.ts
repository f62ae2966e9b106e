import { z } from 'zod'
import { maxImages, sentImage } from '../mentions/image-marks.ts'
import { approvalModes } from '../model/tool.ts'
import { strategyPick } from '../strategy/strategy-pick.ts'
import { budget, compactNow, workModes } from '../strategy/task.ts'
import { startFiles } from '../workspace/start-files.ts'

const id = z.string().min(1).max(64)

/**
 * What a caller asks for: the first of the three shapes of a run. The window, the command line and the lanes of a
 * comparison make it; `resolveRun` makes a `ResolvedRun` of it, and the host of that the agent's `RunConfig`.
 */
export const runRequest = z.object({
  conversationId: id,
  /** The turn that this message follows; null for the first. */
  parentId: id.nullable(),
  message: z.string().min(1).max(4_000_000),
  /** Null: the default of the conversation, project, source or settings, in this order. */
  strategy: strategyPick.nullable(),
  /** Profile ids by role; `default` is the model for every role not named. */
  roles: z.record(z.string(), id),
  mode: z.enum(workModes),
  approval: z.enum(approvalModes),
  /** Null: the project's own folder; else an isolated copy. Not given: the workspace of the preceding turn. */
  workspaceId: id.nullable().optional(),
  /**
   * Set: the message goes to the end of the branch that contains `parentId`, even if other turns were added since, and
   * is queued if a run works there. Not given: it directly follows `parentId`.
   */
  atEnd: z.literal(true).optional(),
  /** Set: the earlier turns are summarized now, for the turns that follow, and nothing else is done. */
  compact: compactNow.optional(),
  /** Images that the message sends; they have been stored (`image-add`). */
  images: z.array(sentImage).max(maxImages).optional(),
  /** Not given: as in the settings. */
  budget: budget.optional(),
  /** What becomes of the files first. Not given: they are used as they are. */
  files: startFiles.optional(),
})
export type RunRequest = z.infer<typeof runRequest>
