import { FailureError } from '../../../src-shared/base/failure.ts'
import type { Store } from '../../store/store.ts'
import type { ChangeBus } from '../events/change-bus.ts'
import type { ProjectWork } from './workspace-services.ts'

/**
 * Finishes a restore or merge in a workspace that a crash interrupted, so that the app's own partial work is
 * not mistaken for somebody else's. Waits for one that a live host is executing. Never rejects: what can't
 * be finished now is tried again.
 *
 * @param workspace the id of the project or of the copy
 */
export async function settleActs(
  { store, bus }: { readonly store: Store; readonly bus: ChangeBus },
  { snapshots, turns }: Pick<ProjectWork, 'snapshots' | 'turns'>,
  workspace: string,
): Promise<void> {
  if (store.fileActs.open(workspace).length === 0) return
  const giveBack = await turns.take('write', new AbortController().signal)
  try {
    // The other host may have ended in the meantime.
    for (const { number, before, target } of store.fileActs.open(workspace)) {
      // Without a target no file was touched yet.
      if (target !== null) await snapshots.finishChange(before, target).catch(ifGone)
      store.fileActs.finish(number, target ?? before)
      if (target !== null) bus.publish({ kind: 'notice', level: 'info', text: finished })
    }
  } catch {
    return
  } finally {
    giveBack?.()
  }
}

const finished = 'A restore or merge was interrupted when Stratagem ended. It has been completed now.'

function ifGone(thrown: unknown): void {
  if (thrown instanceof FailureError && thrown.failure.kind === 'not-found') return
  throw thrown
}
