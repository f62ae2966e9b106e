import { catalogueRequests } from './api/catalogue-requests.ts'
import { commitRequests } from './api/commit-requests.ts'
import { comparisonRequests } from './api/comparison-requests.ts'
import { conversationRequests } from './api/conversation-requests.ts'
import { debugRequests } from './api/debug-requests.ts'
import { exportRequests } from './api/export-requests.ts'
import { filesRequests } from './api/files-requests.ts'
import { type Guard, handleRequest } from './api/handle-request.ts'
import { historyRequests } from './api/history-requests.ts'
import { hookRequests } from './api/hook-requests.ts'
import { importRequests } from './api/import-requests.ts'
import { leaderboardRequests } from './api/leaderboard-requests.ts'
import { mcpRequests } from './api/mcp-requests.ts'
import { presetRequests } from './api/preset-requests.ts'
import { projectRequests } from './api/project-requests.ts'
import { runRequests } from './api/run-requests.ts'
import { searchRequests } from './api/search-requests.ts'
import { settingsRequests } from './api/settings-requests.ts'
import { strategyRequests } from './api/strategy-requests.ts'
import { createFollowing } from './api/subscriptions.ts'
import { trustRequests } from './api/trust-requests.ts'
import { tuningRequests } from './api/tuning-requests.ts'
import { turnRequests } from './api/turn-requests.ts'
import { viewingRequests } from './api/viewing-requests.ts'
import { keepSnapshotsTidy } from './branches/keep-snapshots.ts'
import { sweepCopies } from './branches/sweep-copies.ts'
import { queuedTrials } from './bundles/machines/queued-trials.ts'
import { createBatches } from './comparisons/batches/batches.ts'
import { createComparisons } from './comparisons/comparisons.ts'
import { createLaneRuns } from './comparisons/lane-runs.ts'
import { appIsClosing } from './comparisons/other-hosts.ts'
import { sweepComparisons, sweepLaneCopies } from './comparisons/sweep-comparisons.ts'
import { createTaskProofs } from './comparisons/task-sets/prove-task.ts'
import { createTunings } from './comparisons/tuning/tunings.ts'
import { whatIfRequests } from './comparisons/what-if/what-if-requests.ts'
import { readOnlyFailure, standInFor, whyUnwritable } from './data-folder/read-only-folder.ts'
import { followTelemetry } from './export/listeners/follow-telemetry.ts'
import { followWebhook } from './export/listeners/follow-webhook.ts'
import type { Handlers } from './handlers.ts'
import type { Host } from './host.ts'
import type { HostOptions } from './host-options.ts'
import { failureFields } from './log/log-record.ts'
import { watchCrashes } from './log/watch-crashes.ts'
import { openParts, type Place } from './open-parts.ts'
import { refuseInImported } from './projects/imported-project.ts'
import { sweepRuns } from './runs/run-claims.ts'
import { createRuns } from './runs/runs.ts'
import { indexOld } from './search/index-old.ts'
import { checkLists, checkStore } from './upkeep/check-store.ts'
import { packLogs } from './upkeep/pack-logs.ts'
import { damageText, publishDamage } from './upkeep/publish-damage.ts'
import { shortenLogs } from './upkeep/shorten-logs.ts'

/**
 * The app behind every shell: opens the data folder, recovers from crashes, and answers requests.
 * @throws FailureError `store-failed` if the data folder can't be used
 */
export async function createHost(options: HostOptions): Promise<Host> {
  const readOnly = whyUnwritable(options.dataFolder)
  if (readOnly === null) return openHost(options, { home: options.dataFolder, readOnly })
  const standIn = standInFor(options.dataFolder)
  const folder: Place = { home: options.dataFolder, readOnly }
  const host = await openHost({ ...options, dataFolder: standIn.folder }, folder).catch((thrown: unknown) => {
    standIn.remove()
    throw thrown
  })
  const close = async () => {
    await host.close()
    standIn.remove()
  }
  return { ...host, close }
}

async function openHost(options: HostOptions, folder: Place): Promise<Host> {
  const parts = openParts(options, folder)
  const { log } = parts
  const endCrashWatch = watchCrashes(log, options.shell === 'electron')
  // Opening a window has priority, and a command that only reads needs no log line.
  const beginning = options.shell === 'command' ? null : setImmediate(log.begin)
  const runs = createRuns(parts)
  const isActive = (runId: string) => runs.active(runId) !== undefined
  const endWebhook = followWebhook(parts, isActive)
  const endTelemetry = followTelemetry(parts, isActive)
  const comparisons = createComparisons(parts, runs)
  const batches = createBatches(parts, runs, (record, queue) => queuedTrials(parts, record, queue))
  const tunings = createTunings(parts, batches)
  const proofs = createTaskProofs(parts)
  const files = filesRequests(parts)
  const following = createFollowing(parts, runs)
  const handlers: Handlers = {
    ...catalogueRequests(parts),
    ...presetRequests(parts),
    ...strategyRequests(parts),
    ...mcpRequests(parts),
    ...hookRequests(parts),
    ...trustRequests(parts),
    ...projectRequests(parts),
    ...conversationRequests(parts),
    ...runRequests(parts, runs, createLaneRuns(parts, runs, comparisons)),
    ...debugRequests(parts, runs),
    ...turnRequests(parts),
    ...files,
    ...viewingRequests(parts),
    ...commitRequests(parts),
    ...historyRequests(parts, runs),
    ...searchRequests(parts),
    ...exportRequests(parts),
    ...importRequests(parts),
    ...whatIfRequests(parts, batches),
    ...comparisonRequests(parts, comparisons, batches, proofs, files),
    ...leaderboardRequests(parts),
    ...tuningRequests(parts, tunings),
    ...settingsRequests(parts),
  }
  const guards: readonly Guard[] = [
    ({ effect }) => {
      if (folder.readOnly !== null && effect === 'write') throw readOnlyFailure(folder.home, folder.readOnly)
    },
    (_, worksIn) => refuseInImported(parts, worksIn),
  ]
  // A stand-in links to the user's own snapshots and copies.
  const endTidying = folder.readOnly !== null ? () => undefined : keepSnapshotsTidy(parts)
  sweepRuns(parts)
  sweepComparisons(parts)
  const endIndexing = indexOld(parts.store)
  const endShortening = shortenLogs(parts.store)
  const endPacking = packLogs(parts.store)
  const stopPublishing = publishDamage(parts)
  // A command does not run long enough for all of it.
  if (options.shell === 'command') checkLists(parts.store)
  const endChecking = options.shell === 'command' ? () => undefined : checkStore(parts.store)
  const closing = new AbortController()
  const swept =
    folder.readOnly !== null ? Promise.resolve() : sweepCopies(parts).then(() => sweepLaneCopies(parts, closing.signal))
  const { store, lease, demo, strategies } = parts
  return {
    id: parts.id,
    notices: parts.notices,
    handle: async (method, params) => {
      const reply = await handleRequest(handlers, guards, method, params)
      // Pending work would find the store closed.
      const isCut = closing.signal.aborted && !reply.ok && reply.failure.kind === 'internal'
      if (!reply.ok && !isCut)
        log.write({
          level: 'warn',
          event: 'request-failed',
          method: method.slice(0, 100),
          ...failureFields(reply.failure),
        })
      return isCut ? { ok: false, failure: appIsClosing } : reply
    },
    follow: following.follow,
    runs: { get: store.runs.get, list: store.runs.list, untilEnded: runs.untilEnded },
    handOver: parts.mcp.handOver,
    serveTrials: async (wishes, signal) =>
      (await import('./bundles/machines/serve-trials.ts')).serveTrials(parts, runs, wishes, signal),
    others: lease.others,
    damage: () => damageText(store.damage.list()),
    close: async () => {
      for (const end of [endIndexing, endShortening, endPacking, stopPublishing, endChecking]) end()
      parts.outlines.close()
      closing.abort()
      await Promise.all([comparisons.close(), batches.close(), tunings.close(), proofs.close(), runs.close()])
      await Promise.all([endWebhook(), endTelemetry()])
      endTidying()
      // It reads the store.
      await swept
      await parts.containers.close()
      parts.workspaces.close()
      parts.closeWorks()
      following.close()
      strategies.close()
      await Promise.all([demo.close(), parts.mcp.close()])
      lease.close()
      store.close()
      if (beginning !== null) clearImmediate(beginning)
      log.end()
      endCrashWatch()
    },
  }
}
