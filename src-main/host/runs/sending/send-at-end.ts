import { FailureError } from '../../../../src-shared/base/failure.ts'
import type { SentImage } from '../../../../src-shared/mentions/image-marks.ts'
import type { Run } from '../../../../src-shared/run/conversation.ts'
import type { RunRequest } from '../../../../src-shared/run/run-request.ts'
import type { Store } from '../../../store/store.ts'
import { inOrder } from '../../base/in-order.ts'
import type { ActiveRun } from '../active-run.ts'
import { workspaceOf } from '../run-turns.ts'

interface SendingParts {
  readonly store: Store
  readonly start: (request: RunRequest) => Promise<Run>
  readonly active: (runId: string) => Pick<ActiveRun, 'current' | 'desk'> | undefined
  /** The message with what it attaches, for a run that is under way. */
  readonly attach: (run: Run, message: string, images: readonly SentImage[]) => Promise<string>
}

/**
 * Sends messages to the end of a branch. A window may name a turn that is no longer the last: a run ended, or a queued
 * message became a turn, before the window knew. The message then follows the newest turn, so that it never
 * makes an unintended branch.
 *
 * 1. Messages of one conversation are processed in order: the second one is placed when the turn of the first is
 *    written.
 * 2. If a run works at the end, the message is queued for it.
 * 3. Only turns that work in the same workspace are followed: lanes of a comparison are not.
 *
 * @returns a function that sends a message, and returns the run that will process it
 */
export function createSendAtEnd({ store, start, active, attach }: SendingParts): (request: RunRequest) => Promise<Run> {
  const ordered = inOrder()

  async function place(request: RunRequest): Promise<Run> {
    const parentId = branchEnd(store, request)
    const end = parentId === null ? undefined : store.turns.get(parentId)?.runs.at(-1)
    const busy = end === undefined ? undefined : active(end.id)
    if (busy !== undefined) {
      const sent = await attach(busy.current(), request.message, request.images ?? [])
      // It may have ended meanwhile: the message is placed anew.
      if (active(busy.current().id) === undefined) return place(request)
      busy.desk.queue(sent)
      return busy.current()
    }
    if (end?.status === 'running' || end?.status === 'waiting') throw new FailureError(elsewhere)
    return start({ ...request, parentId })
  }

  return (request) => ordered(request.conversationId, () => place(request))
}

/** The last turn of the branch that contains `parentId`, following the newest turns in the same workspace. */
function branchEnd(store: Store, request: RunRequest): string | null {
  const workspaceId = workspaceOf({ store }, request)
  let end = request.parentId
  for (;;) {
    const next = store.turns.answers(request.conversationId, end).findLast((id) => {
      const run = store.turns.get(id)?.runs.at(-1)
      return run !== undefined && (run.workspaceId ?? null) === workspaceId
    })
    if (next === undefined) return end
    end = next
  }
}

const elsewhere = {
  kind: 'busy',
  message: 'Another Stratagem process runs this conversation.',
  advice: 'Send the message there, or wait until the run ends.',
} as const
