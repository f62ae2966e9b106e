import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { baseProfileId } from '../../src-shared/settings/profile-variant.ts'
import { demoProfileId, type ModelProfile } from '../../src-shared/settings/settings.ts'
import { createModelClient } from '../model/client.ts'
import { createEndpointRates } from '../model/endpoint-rates.ts'
import { allowVariables } from '../tools/clean-environment.ts'
import { systemClock } from './base/clock.ts'
import { sweepComparisons } from './comparisons/sweep-comparisons.ts'
import { taskVersion } from './comparisons/task-sets/task-version.ts'
import { openLease } from './data-folder/host-lease.ts'
import { makePrivate } from './data-folder/private-folder.ts'
import { readOnlyNotice, type Unwritable } from './data-folder/read-only-folder.ts'
import { createChangeBus } from './events/change-bus.ts'
import { createRunFeed } from './events/run-feed.ts'
import type { HostContext } from './host-context.ts'
import type { HostOptions } from './host-options.ts'
import { openHostLog } from './log/host-log.ts'
import { hostStart } from './log/log-record.ts'
import { loggedSandbox, openLoggedStore } from './log/logged-parts.ts'
import { openMcpFiles } from './mcp/mcp-files.ts'
import { createMcpService } from './mcp/mcp-service.ts'
import { openHistories } from './opening/histories.ts'
import { keepOutlines } from './opening/keep-outlines.ts'
import { createPresetBook } from './presets/presets.ts'
import { openStrategyDefaults } from './presets/strategy-defaults.ts'
import { openUserPresets } from './presets/user-presets.ts'
import { createBreakpointBook } from './projects/breakpoints.ts'
import { createAgentBook } from './prompt-sources/agent-files.ts'
import { imageIn, imageKeeper } from './prompt-sources/images.ts'
import { createSkillBook } from './prompt-sources/skill-files.ts'
import { sweepRuns } from './runs/run-claims.ts'
import { createDemoEndpoint, readingPace } from './settings/demo-endpoint.ts'
import { openKeyStore } from './settings/key-store.ts'
import { openProfilesFile, type ProfilesFile } from './settings/profiles-file.ts'
import { knownKeys } from './settings/redact-keys.ts'
import { openSettingsFile } from './settings/settings-file.ts'
import { createLeaderboards } from './strategies/leaderboard/leaderboards.ts'
import { openStrategyCatalog } from './strategies/strategy-catalog.ts'
import { createHookBook } from './trust/hook-files.ts'
import { openTrustFile } from './trust/project-trust.ts'
import { refuseLostHistory } from './upkeep/lost-history.ts'
import { damageText } from './upkeep/publish-damage.ts'
import { createConfinements } from './workspaces/confinements.ts'
import { createContainers } from './workspaces/containers/containers.ts'
import { sealedPlaces } from './workspaces/sealed-places.ts'
import { createProjectWorks } from './workspaces/workspace-services.ts'
import { createWorkspaces } from './workspaces/workspaces.ts'
import { crossProcessLocks } from './workspaces/write-lock.ts'

/** The data folder's path as the user knows it. If it can't be written, `options` name a stand-in for it. */
export interface Place {
  readonly home: string
  readonly readOnly: Unwritable | null
}

/** What the host's services share, on a data folder. */
export function openParts(options: HostOptions, { home, readOnly }: Place): HostContext {
  const made = makePrivate(options.dataFolder)
  refuseLostHistory(options.dataFolder)
  const id = randomUUID()
  const clock = options.clock ?? systemClock
  const bus = createChangeBus()
  const warn = (text: string) => bus.publish({ kind: 'notice', level: 'warning', text })
  const profiles = openProfilesFile(options.dataFolder, warn)
  const keys = openKeyStore(options.dataFolder, options.keys, (id) => profiles.get(id)?.baseUrl ?? null)
  const log = openHostLog(readOnly === null ? options.dataFolder : null, hostStart(options), () =>
    knownKeys({ profiles, keys, options }, process.env),
  )
  const store = openLoggedStore(log, options.dataFolder)
  // A command says at its end what damage was found.
  const damage = options.shell === 'command' ? null : damageText(store.damage.list())
  const notices = [
    ...(readOnly === null ? made : [readOnlyNotice(home, readOnly)]),
    ...(damage === null ? [] : [damage]),
  ]
  const demo = createDemoEndpoint(options.pacedDemo === true ? readingPace : 0)
  const lentKeys = new Map(options.lent?.map(({ profile, key }) => [profile.id, key]))
  for (const { profile } of options.lent ?? []) profiles.lend(profile)
  const rates = createEndpointRates(store.rateBuckets)
  const model = createModelClient({
    profileOf: (profileId) => {
      const profile = reachable(profiles, profileId, demo.known())
      return profile && rates.limited(profile)
    },
    keyOf: async (profileId) => lentKeys.get(baseProfileId(profileId)) ?? keys.get(profiles.keeper(profileId)),
    readImage: (ref) => imageIn(store.bodies.get(ref)),
    clock,
    random: Math.random,
    buckets: rates.buckets,
    wait: (ms, signal) => delay(ms, 'over' as const, { signal }).catch(() => 'over'),
  })
  const trust = openTrustFile(options.dataFolder, warn)
  const strategies = openStrategyCatalog(options, bus, trust, store)
  const lease = openLease(store, { id, url: options.url, shell: options.shell }, clock, () => {
    sweepRuns(parts)
    sweepComparisons(parts)
    store.checkpoint()
  })
  const leaderboards = createLeaderboards({ store, strategies, taskVersion, clock })
  const turnsIn = crossProcessLocks({ store, lease, id })
  const settings = openSettingsFile(options.dataFolder, warn)
  allowVariables(() => [...(settings.read().commands.variables ?? []), ...(options.variables ?? [])])
  const find = options.findSandbox ?? (async () => (await import('../sandbox/find-sandbox.ts')).findSandbox())
  const sealed = sealedPlaces(store)
  const confinements = createConfinements({
    hidden: [options.dataFolder, ...(options.hides ?? [])],
    caches: join(options.dataFolder, 'caches'),
    views: join(options.dataFolder, 'git-views'),
    settings,
    network: options.network ?? null,
    find: loggedSandbox(log, find),
    sealed: sealed.of,
  })
  const containers = createContainers({ id, options, settings })
  const works = createProjectWorks(options.dataFolder, turnsIn, confinements, bus)
  const workOf = works.of
  const mcpFiles = openMcpFiles(options.dataFolder, warn)
  const keepImage = imageKeeper(store)
  const parts: HostContext = {
    id,
    options,
    home,
    notices,
    clock,
    log,
    store,
    histories: openHistories(store),
    bus,
    feed: createRunFeed(),
    breakpoints: createBreakpointBook(store, options.breakpoints),
    outlines: keepOutlines(store),
    settings,
    profiles,
    strategies,
    trust,
    presets: createPresetBook(openUserPresets(options.dataFolder, warn), trust, strategies),
    defaults: openStrategyDefaults(options.dataFolder, warn),
    mcpFiles,
    skills: createSkillBook(options.dataFolder, trust, options.homeFolder),
    agents: createAgentBook(options.dataFolder, trust, options.homeFolder),
    hooks: createHookBook(options, trust, warn),
    mcp: createMcpService({ files: mcpFiles, trust, keys, warn, version: options.version, keepImage }),
    leaderboards,
    keys,
    demo,
    model,
    rates,
    lease,
    workOf,
    closeWorks: works.close,
    workspaces: createWorkspaces({ id, options, store, bus, clock, workOf, turnsIn, confinements, containers }),
    confinements,
    sealed,
    containers,
  }
  return parts
}

function reachable(profiles: ProfilesFile, id: string, demoUrl: string): ModelProfile | undefined {
  const profile = profiles.get(id)
  return profile !== undefined && baseProfileId(id) === demoProfileId ? { ...profile, baseUrl: demoUrl } : profile
}
