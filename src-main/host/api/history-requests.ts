import type { historyRequests as requests } from '../../../src-shared/api/history-requests.ts'
import { refuseLaneCopy } from '../comparisons/lane-runs.ts'
import type { HandlersOf } from '../handlers.ts'
import type { HostContext } from '../host-context.ts'
import type { Runs } from '../runs/runs.ts'

/** Events in one page of a log. */
const maxEvents = 5000

/** Requests about the log of an earlier run. */
export function historyRequests(
  parts: Pick<HostContext, 'store' | 'strategies'>,
  runs: Runs,
): HandlersOf<keyof typeof requests> {
  return {
    'run-events': ({ runId, afterSeq }) => {
      // One more than a page, to know whether there is a next page.
      const events = parts.store.events.read(runId, afterSeq, maxEvents + 1)
      return { events: events.slice(0, maxEvents), more: events.length > maxEvents }
    },
    'run-page': async ({ runId, afterSeq, most }) =>
      (await import('../opening/read-page.ts')).readPage(parts.store, runId, afterSeq, most),
    'run-part': async (request) => (await import('../opening/find-part.ts')).findPart(parts.store, request),
    'span-read': async ({ runId, path, seq }) =>
      (await import('../opening/read-page.ts')).readSpan(parts.store, runId, path, seq),
    'run-fork': (request) => {
      const { workspaceId = parts.store.runs.get(request.runId)?.workspaceId ?? null } = request
      refuseLaneCopy(parts, workspaceId)
      return runs.fork(request)
    },
    'run-replay': async ({ runId, verify }) =>
      (await import('../runs/run-replay.ts')).replayStoredRun(parts, runId, verify),
  }
}
