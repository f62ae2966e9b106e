import { failureFrom } from '../../../src-shared/base/failure.ts'
import { writtenOf } from '../../../src-shared/mentions/attached.ts'
import { joinSent } from '../../../src-shared/mentions/sent-images.ts'
import type { Run } from '../../../src-shared/run/conversation.ts'
import type { RunRequest } from '../../../src-shared/run/run-request.ts'
import type { Store } from '../../store/store.ts'
import type { ChangeBus } from '../events/change-bus.ts'
import { sameRequest } from './run-turns.ts'

interface Parts {
  readonly store: Pick<Store, 'queuedMessages' | 'workspaces'>
  readonly bus: Pick<ChangeBus, 'publish'>
  readonly send: (request: RunRequest) => Promise<Run>
}

/** What becomes of messages that were queued for a run that has ended. */
interface AfterEnd {
  /** Sends what is queued for this run when it ends, however it ends: the user stopped it for that. */
  sendAll(runId: string): void
  /**
   * Messages that came too late for a run become the next turn, if it completed. Otherwise they are given back to the
   * user. An interrupted run keeps them until it is resumed.
   */
  sendQueued(run: Run, queued: readonly string[]): void
}

export function sendingAfterEnd({ store, bus, send }: Parts): AfterEnd {
  const wanted = new Set<string>()

  /** What it mentions is attached again: the run that got it before has ended. */
  async function next(run: Run, sent: readonly string[]): Promise<void> {
    const { message, images } = joinSent(sent)
    try {
      await send({ ...sameRequest(run, run.turnId, message), ...(images.length > 0 && { images }) })
    } catch (thrown) {
      const why = failureFrom(thrown).message
      bus.publish({ kind: 'notice', level: 'error', text: `The queued message could not be sent. ${why}` })
      bus.publish({ kind: 'unsent', conversationId: run.conversationId, message, images })
    }
  }

  return {
    sendAll: (runId) => void wanted.add(runId),
    sendQueued: (run, queued) => {
      const all = wanted.delete(run.id)
      if (queued.length === 0 || run.status === 'interrupted') return
      store.queuedMessages.set(run.id, [])
      // A lane's turn has one run: the comparison ends with it.
      if (store.workspaces.get(run.workspaceId ?? '')?.purpose === 'lane') {
        bus.publish({
          kind: 'notice',
          level: 'warning',
          text: `The run ended, so this was not sent: ${queued.map(writtenOf).join('\n\n')}`,
        })
        return
      }
      bus.publish({ kind: 'queue', runId: run.id, waiting: [] })
      // In their order: the run of the first receives the others.
      if (all) for (const message of queued) void next(run, [message])
      else if (run.status === 'completed') void next(run, queued)
      else bus.publish({ kind: 'unsent', conversationId: run.conversationId, ...joinSent(queued) })
    },
  }
}
