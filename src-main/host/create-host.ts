import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { demoProfileId, type ModelProfile } from '../../src-shared/settings.ts'
import { createModelClient } from '../model/client.ts'
import { openStore } from '../store/open-store.ts'
import { keepSnapshotsTidy } from './branches/keep-snapshots.ts'
import { turnsOverProcesses } from './branches/place-writers.ts'
import { importRequests } from './bundles/import-requests.ts'
import { onlyLookedAt } from './bundles/imported-project.ts'
import { catalogueRequests } from './catalogue-requests.ts'
import { createChangeHub } from './change-hub.ts'
import { checkStore } from './check-store.ts'
import { systemClock } from './clock.ts'
import { createBatches } from './comparisons/batches.ts'
import { comparisonRequests } from './comparisons/comparison-requests.ts'
import { createComparisons } from './comparisons/comparisons.ts'
import { appCloses } from './comparisons/elsewhere.ts'
import { createLaneRuns } from './comparisons/lane-runs.ts'
import { sweepComparisons, sweepLaneCopies } from './comparisons/sweep-comparisons.ts'
import { createConfinements } from './confinements.ts'
import { conversationRequests } from './conversation-requests.ts'
import { createDemoEndpoint } from './demo-endpoint.ts'
import { exportRequests } from './export/export-requests.ts'
import { filesRequests } from './files-requests.ts'
import { createFollowing } from './follow.ts'
import { handleRequest } from './handle.ts'
import type { Handlers } from './handlers.ts'
import { openHistories } from './histories.ts'
import { historyRequests } from './history-requests.ts'
import type { Host } from './host.ts'
import { openLease } from './host-lease.ts'
import type { HostOptions } from './host-options.ts'
import type { HostParts } from './host-parts.ts'
import { openKeyStore } from './key-store.ts'
import { refuseLostHistory } from './lost-history.ts'
import { onlyReading } from './only-reading.ts'
import { keepOutlines } from './opening/keep-outlines.ts'
import { packLogs } from './pack-logs.ts'
import { presetRequests } from './preset-requests.ts'
import { createPresetBook } from './presets.ts'
import { makePrivate } from './private-folder.ts'
import { openProfilesFile, type ProfilesFile } from './profiles-file.ts'
import { projectRequests } from './project-requests.ts'
import { openTrustFile } from './project-trust.ts'
import { createProjectWorks } from './project-work.ts'
import { canWrite, readOnlyNotice, standInFor } from './read-only-folder.ts'
import { sweepRuns } from './run-claims.ts'
import { createRunFeed } from './run-feed.ts'
import { runRequests } from './run-requests.ts'
import { createRuns } from './runs.ts'
import { indexOld } from './search/index-old.ts'
import { searchRequests } from './search/search-requests.ts'
import { openSettingsFile } from './settings-file.ts'
import { settingsRequests } from './settings-requests.ts'
import { shortenLogs } from './shorten-logs.ts'
import { openStrategyShelf } from './strategies/shelf.ts'
import { strategyRequests } from './strategies/strategy-requests.ts'
import { openStrategyDefaults } from './strategy-defaults.ts'
import { damageText, tellDamage } from './tell-damage.ts'
import { trustRequests } from './trust-requests.ts'
import { turnRequests } from './turn-requests.ts'
import { openUserPresets } from './user-presets.ts'
import { plainId } from './varied-profile.ts'
import { sweepCopies } from './workspaces/sweep-copies.ts'
import { createWorkspaces } from './workspaces/workspaces.ts'

/**
 * The app behind every shell: opens the data folder, finds what a crash left, and answers requests.
 * @throws FailureError `store-failed` where the data folder can't be used
 */
export async function createHost(options: HostOptions): Promise<Host> {
  if (canWrite(options.dataFolder)) return openHost(options, { home: options.dataFolder, readOnly: false })
  const standIn = standInFor(options.dataFolder)
  const place: Place = { home: options.dataFolder, readOnly: true }
  const host = await openHost({ ...options, dataFolder: standIn.folder }, place).catch((thrown: unknown) => {
    standIn.remove()
    throw thrown
  })
  const close = async () => {
    await host.close()
    standIn.remove()
  }
  return { ...host, close }
}

/** Where the data folder is for its user. When that can't be written, `options` name a stand-in for it. */
interface Place {
  readonly home: string
  readonly readOnly: boolean
}

async function openHost(options: HostOptions, place: Place): Promise<Host> {
  const parts = openParts(options, place)
  const runs = createRuns(parts)
  const comparisons = createComparisons(parts, runs)
  const batches = createBatches(parts, runs)
  const files = filesRequests(parts)
  const following = createFollowing(parts, runs)
  const all: Handlers = onlyLookedAt(parts, {
    ...catalogueRequests(parts),
    ...presetRequests(parts),
    ...strategyRequests(parts),
    ...trustRequests(parts),
    ...projectRequests(parts),
    ...conversationRequests(parts),
    ...runRequests(parts, runs, createLaneRuns(parts, runs, comparisons)),
    ...turnRequests(parts),
    ...files,
    ...historyRequests(parts, runs),
    ...searchRequests(parts),
    ...exportRequests(parts),
    ...importRequests(parts),
    ...comparisonRequests(parts, comparisons, batches, files),
    ...settingsRequests(parts),
  })
  const handlers = place.readOnly ? onlyReading(all, place.home) : all
  // A stand-in leads to the user's own snapshots and copies.
  const endTidying = place.readOnly ? () => undefined : keepSnapshotsTidy(parts)
  sweepRuns(parts)
  sweepComparisons(parts)
  const endIndexing = indexOld(parts.store)
  const endShortening = shortenLogs(parts.store)
  const endPacking = packLogs(parts.store)
  const endTelling = tellDamage(parts)
  // A command does not live for long enough.
  const endChecking = options.shell === 'command' ? () => undefined : checkStore(parts.store)
  const closing = new AbortController()
  const swept = place.readOnly
    ? Promise.resolve()
    : sweepCopies(parts).then(() => sweepLaneCopies(parts, closing.signal))
  const { store, lease, demo, strategies } = parts
  return {
    id: parts.id,
    notices: parts.notices,
    handle: async (method, params) => {
      const reply = await handleRequest(handlers, method, params)
      // What was on its way finds no store any more.
      const isCut = closing.signal.aborted && !reply.ok && reply.failure.kind === 'internal'
      return isCut ? { ok: false, failure: appCloses } : reply
    },
    follow: following.follow,
    runs: { get: store.runs.get, list: store.runs.list, untilEnded: runs.untilEnded },
    others: lease.others,
    damage: () => damageText(store.damage.list()),
    close: async () => {
      endIndexing()
      endShortening()
      endPacking()
      endTelling()
      endChecking()
      parts.outlines.close()
      closing.abort()
      await Promise.all([comparisons.close(), batches.close(), runs.close()])
      endTidying()
      // It reads the store.
      await swept
      parts.workspaces.close()
      parts.closeWorks()
      following.close()
      strategies.close()
      await demo.close()
      lease.close()
      store.close()
    },
  }
}

function openParts(options: HostOptions, { home, readOnly }: Place): HostParts {
  const made = makePrivate(options.dataFolder)
  const notices = readOnly ? [readOnlyNotice(home)] : made
  refuseLostHistory(options.dataFolder)
  const id = randomUUID()
  const clock = options.clock ?? systemClock
  const hub = createChangeHub()
  const warn = (text: string) => hub.tell({ kind: 'notice', level: 'warning', text })
  const store = openStore(join(options.dataFolder, 'stratagem.db'))
  const profiles = openProfilesFile(options.dataFolder, warn)
  const keys = openKeyStore(options.dataFolder, options.keys)
  const demo = createDemoEndpoint()
  const lentKeys = new Map(options.lent?.map(({ profile, key }) => [profile.id, key]))
  for (const { profile } of options.lent ?? []) profiles.lend(profile)
  const model = createModelClient({
    profileOf: (profileId) => reachable(profiles, profileId, demo.known()),
    keyOf: async (profileId) => lentKeys.get(plainId(profileId)) ?? keys.get(profiles.keeper(profileId)),
    clock,
    random: Math.random,
    wait: (ms, signal) => delay(ms, undefined, { signal }).catch(() => undefined),
  })
  const trust = openTrustFile(options.dataFolder, warn)
  const strategies = openStrategyShelf(options, hub, trust, store)
  const lease = openLease(store, { id, url: options.url, shell: options.shell }, clock, () => {
    sweepRuns(parts)
    sweepComparisons(parts)
    store.checkpoint()
  })
  const turnsIn = turnsOverProcesses({ store, lease, id })
  const settings = openSettingsFile(options.dataFolder, warn)
  const find = options.findSandbox ?? (async () => (await import('../sandbox/find-sandbox.ts')).findSandbox())
  const confinements = createConfinements({
    dataFolder: options.dataFolder,
    settings,
    network: options.network ?? null,
    find,
  })
  const works = createProjectWorks(options.dataFolder, turnsIn, confinements)
  const workOf = works.of
  const parts: HostParts = {
    id,
    options,
    home,
    notices,
    clock,
    store,
    histories: openHistories(store),
    hub,
    feed: createRunFeed(),
    outlines: keepOutlines(store),
    settings,
    profiles,
    strategies,
    trust,
    presets: createPresetBook(openUserPresets(options.dataFolder, warn), trust, strategies),
    defaults: openStrategyDefaults(options.dataFolder, warn),
    keys,
    demo,
    model,
    lease,
    workOf,
    closeWorks: works.close,
    workspaces: createWorkspaces({ id, options, store, hub, clock, workOf, turnsIn, confinements }),
    confinements,
  }
  return parts
}

function reachable(profiles: ProfilesFile, id: string, demoUrl: string): ModelProfile | undefined {
  const profile = profiles.get(id)
  return profile !== undefined && plainId(id) === demoProfileId ? { ...profile, baseUrl: demoUrl } : profile
}
