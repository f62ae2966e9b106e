import { FailureError } from '../../../src-shared/base/failure.ts'
import type { Run } from '../../../src-shared/run/conversation.ts'
import { dismissRun } from '../../agent/dismiss-run.ts'
import { endProcessesOf, killProcessesOf } from '../../processes/marks.ts'
import type { HostContext } from '../host-context.ts'
import { damagedAt } from '../opening/damaged-runs.ts'
import { openRunLog } from '../run-ports/run-log.ts'
import { indexRest } from '../search/index-run.ts'
import { keepRecord } from './run-record.ts'

type Parts = Pick<HostContext, 'id' | 'clock' | 'store' | 'bus' | 'feed' | 'outlines' | 'lease'>

/**
 * Takes over an interrupted run, so that no two hosts continue it (T5).
 * @param next its new status
 * @throws FailureError if it is not interrupted, or another host was faster
 */
export function claimInterrupted(
  { store, id }: Pick<HostContext, 'id' | 'store'>,
  runId: string,
  next: (run: Run) => Run,
): Run {
  return store.transaction(() => {
    const found = store.runs.withStatus(['interrupted']).find((each) => each.run.id === runId)
    if (found === undefined || !store.runs.claim(runId, found.owner, id)) throw notInterrupted(store.runs.get(runId))
    const run = next(found.run)
    store.runs.save(run)
    return run
  })
}

function notInterrupted(run: Run | undefined): FailureError {
  const isActive = run?.status === 'running' || run?.status === 'waiting'
  return new FailureError({
    kind: 'busy',
    message: isActive ? 'This run is already running.' : 'This run has ended, so there is nothing to resume.',
    advice: isActive ? 'Wait until it ends, or stop it where it was started.' : 'Send a message to continue from it.',
  })
}

/** Marks only the runs of dead hosts as interrupted (T1, T5), and ends their remaining processes (T35). */
export function sweepRuns({ store, bus, lease, id }: Parts): void {
  const isLeft = ({ owner }: { owner: string | null }) => owner !== id && !lease.alive(owner)
  const before = store.runs.withStatus(['running', 'waiting']).filter(isLeft)
  if (before.length === 0) return
  // Until they are marked, nobody can have continued one and started new commands.
  killProcessesOf(before.map(({ run }) => run.id))
  const left = store.transaction(() =>
    store.runs
      .withStatus(['running', 'waiting'])
      .filter(isLeft)
      .map(({ run }) => {
        const marked: Run = { ...run, status: 'interrupted' }
        store.runs.save(marked)
        indexRest(store, run)
        return marked
      }),
  )
  for (const run of left) bus.publish({ kind: 'run', run })
}

/** Ends an interrupted run as aborted; its work is kept in the conversation. */
export function abandonRun(parts: Parts, run: Run): void {
  void endProcessesOf([run.id])
  const { store, feed, clock } = parts
  const record = keepRecord(parts, run)
  // A damaged log stays as it is, without an end.
  if (store.events.count(run.id) === 0 || damagedAt(store.events.read(run.id, -1)) !== null) {
    record.change({ status: 'aborted', endedAt: clock.now() })
    return
  }
  const drafts = new Map(
    store.drafts.list(run.id).map((draft) => [draft.path, { text: draft.text, reasoning: draft.reasoning }]),
  )
  const log = openRunLog({
    store,
    runId: run.id,
    clock,
    publish: (items) => {
      feed.publish(run.id, items)
      record.publish()
    },
    committing: record.committing,
  })
  dismissRun(log, drafts)
  log.releaseEnd()
  log.close()
  record.close()
}
