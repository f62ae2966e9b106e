import type { StartComparison } from '../../../src-shared/api/comparison-requests.ts'
import { FailureError } from '../../../src-shared/base/failure.ts'
import type { SentImage } from '../../../src-shared/mentions/image-marks.ts'
import type { Run } from '../../../src-shared/run/conversation.ts'
import { found } from '../base/not-found.ts'
import type { HostContext } from '../host-context.ts'

/** What lanes start from. */
export interface Origin {
  readonly projectId: string
  readonly conversationId: string
  readonly parentId: string | null
  readonly message: string
  /** That the message sends. */
  readonly images?: SentImage[] | undefined
  /** The workspace, if its current files are used. */
  readonly workspaceId: string | null
  /** The files of an earlier turn; null: the current ones. */
  readonly from: string | null
}

/** @throws FailureError if an earlier turn's files were not kept */
export function originOf(parts: Pick<HostContext, 'store'>, origin: StartComparison['origin']): Origin {
  if (origin.kind === 'message') {
    const { kind: _, ...message } = origin
    const { projectId } = found(parts.store.conversations.get(message.conversationId), 'conversation')
    return { ...message, projectId, from: null }
  }
  const { conversationId, parentId, message, runs } = found(parts.store.turns.get(origin.turnId), 'message')
  const { projectId } = found(parts.store.conversations.get(conversationId), 'conversation')
  const from = runs.find((run) => run.before !== null)?.before ?? null
  if (from === null) throw notKept()
  const images = imagesOf(parts, runs)
  return { projectId, conversationId, parentId, message, workspaceId: null, from, ...(images.length > 0 && { images }) }
}

/** What the first run of a turn was sent. */
function imagesOf({ store }: Pick<HostContext, 'store'>, [run]: readonly Run[]): SentImage[] {
  const [first] = run === undefined ? [] : store.events.read(run.id, -1, 1)
  const attached = first?.type === 'run-start' ? (first.task.attached ?? []) : []
  return attached.flatMap(({ kind, ref, title }) =>
    kind === 'image' && ref !== undefined ? [{ ref, name: title }] : [],
  )
}

const notKept = () =>
  new FailureError({
    kind: 'not-found',
    message: 'There is no snapshot of the files from before this message.',
    advice: 'Send the message again to compare on the current files.',
  })
