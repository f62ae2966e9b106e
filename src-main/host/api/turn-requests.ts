import type { turnRequests as requests } from '../../../src-shared/api/turn-requests.ts'
import { FailureError } from '../../../src-shared/base/failure.ts'
import { found } from '../base/not-found.ts'
import type { HandlersOf } from '../handlers.ts'
import type { HostContext } from '../host-context.ts'

type Parts = Pick<HostContext, 'clock' | 'store' | 'bus' | 'workOf'>

/** Reading one turn, marking and removing turns, and the summary of a branch. */
export function turnRequests(parts: Parts): HandlersOf<keyof typeof requests> {
  const { store, bus, clock } = parts
  const changed = (conversationId: string) => {
    bus.publish({ kind: 'turns', conversationId })
    const conversation = store.conversations.get(conversationId)
    if (conversation !== undefined) bus.publish({ kind: 'conversation', conversation })
    return null
  }
  return {
    'turn-read': ({ turnId }) => store.turns.get(turnId) ?? null,
    'turn-mark': ({ turnId, name, starred, archived }) => {
      const turn = found(store.turns.get(turnId), 'message')
      store.turns.mark(turnId, {
        ...(name !== undefined && { name }),
        ...(starred !== undefined && { starred }),
        ...(archived !== undefined && { archived }),
      })
      return changed(turn.conversationId)
    },
    'turn-delete': ({ turnId }) => {
      const turn = found(store.turns.get(turnId), 'message')
      store.transaction(() => {
        if (store.runs.under(turnId).some(isGoing)) throw stillGoing()
        store.turns.remove(turnId, clock.now())
      })
      return changed(turn.conversationId)
    },
    'branch-summary': async ({ turnId }) => {
      const { branchSummary } = await import('../branches/branch-summary.ts')
      return { text: await branchSummary(parts, turnId) }
    },
    'turn-undelete': ({ turnId }) => {
      const conversationId = store.turns.conversationOf(turnId)
      if (conversationId === undefined || !store.turns.restore(turnId)) throw cannotComeBack()
      return changed(conversationId)
    },
  }
}

const isGoing = ({ status }: { readonly status: string }) => status === 'running' || status === 'waiting'

const stillGoing = () =>
  new FailureError({
    kind: 'busy',
    message: 'A run in this branch is still running, so the branch was not deleted.',
    advice: 'Stop the run, then delete the branch.',
  })

const cannotComeBack = () =>
  new FailureError({
    kind: 'not-found',
    message: 'This branch can’t be restored: it already exists, or the message before it is deleted.',
    advice: 'Restore the message before it first.',
  })
