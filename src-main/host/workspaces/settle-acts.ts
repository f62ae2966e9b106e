import { FailureError } from '../../../src-shared/base/failure.ts'
import type { Store } from '../../store/store.ts'
import type { ChangeBus } from '../events/change-bus.ts'
import type { ProjectWork } from './workspace-services.ts'

/**
 * Finishes what a crash cut off in the middle of a restore or a merge in a place, so that the app's own half-done work is
 * not taken for somebody else's. What was begun in the place by somebody who lives is waited for. Never rejects: what can't
 * be finished now is tried again.
 *
 * @param place the id of the project or of the copy
 */
export async function settleActs(
  { store, bus }: { readonly store: Store; readonly bus: ChangeBus },
  { snapshots, turns }: Pick<ProjectWork, 'snapshots' | 'turns'>,
  place: string,
): Promise<void> {
  if (store.fileActs.open(place).length === 0) return
  const giveBack = await turns.take('write', new AbortController().signal)
  try {
    // Whoever was at it may have ended meanwhile.
    for (const { number, before, target } of store.fileActs.open(place)) {
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

const finished = 'Bringing files back or merging was cut off when Stratagem ended, and has been finished now.'

function ifGone(thrown: unknown): void {
  if (thrown instanceof FailureError && thrown.failure.kind === 'not-found') return
  throw thrown
}
