import type { ClockPort } from '../agent/ports.ts'
import type { ModelClient } from '../model/client.ts'
import type { EndpointRates } from '../model/endpoint-rates.ts'
import type { Store } from '../store/store.ts'
import type { Lease } from './data-folder/host-lease.ts'
import type { ChangeBus } from './events/change-bus.ts'
import type { RunFeed } from './events/run-feed.ts'
import type { HostOptions } from './host-options.ts'
import type { HostLog } from './log/host-log.ts'
import type { McpFiles } from './mcp/mcp-files.ts'
import type { McpService } from './mcp/mcp-service.ts'
import type { Histories } from './opening/histories.ts'
import type { OutlineKeeper } from './opening/keep-outlines.ts'
import type { PresetBook } from './presets/presets.ts'
import type { StrategyDefaultsFile } from './presets/strategy-defaults.ts'
import type { BreakpointBook } from './projects/breakpoints.ts'
import type { AgentBook } from './prompt-sources/agent-files.ts'
import type { SkillBook } from './prompt-sources/skill-files.ts'
import type { DemoEndpoint } from './settings/demo-endpoint.ts'
import type { KeyStore } from './settings/key-store.ts'
import type { ProfilesFile } from './settings/profiles-file.ts'
import type { SettingsFile } from './settings/settings-file.ts'
import type { Leaderboards } from './strategies/leaderboard/leaderboards.ts'
import type { StrategyCatalog } from './strategies/strategy-catalog.ts'
import type { HookBook } from './trust/hook-files.ts'
import type { TrustFile } from './trust/project-trust.ts'
import type { Confinements } from './workspaces/confinements.ts'
import type { Containers } from './workspaces/containers/containers.ts'
import type { SealedPlaces } from './workspaces/sealed-places.ts'
import type { ProjectWork } from './workspaces/workspace-services.ts'
import type { Workspaces } from './workspaces/workspaces.ts'

/** What the host's services share. */
export interface HostContext {
  /** The id of this host, unique among all that ever used the data folder. */
  readonly id: string
  readonly options: HostOptions
  /** Messages for the user about the state of the data folder when it was opened. */
  readonly notices: readonly string[]
  /** The data folder's path as the user knows it: `options` may name a stand-in for one that can't be written. */
  readonly home: string
  readonly clock: ClockPort
  readonly log: HostLog
  readonly store: Store
  /** Messages of earlier turns, read once. */
  readonly histories: Histories
  readonly bus: ChangeBus
  readonly feed: RunFeed
  readonly breakpoints: BreakpointBook
  readonly outlines: OutlineKeeper
  readonly settings: SettingsFile
  readonly profiles: ProfilesFile
  readonly strategies: StrategyCatalog
  readonly trust: TrustFile
  readonly presets: PresetBook
  readonly defaults: StrategyDefaultsFile
  readonly mcpFiles: McpFiles
  readonly mcp: McpService
  readonly skills: SkillBook
  readonly agents: AgentBook
  readonly hooks: HookBook
  readonly leaderboards: Leaderboards
  readonly keys: KeyStore
  readonly demo: DemoEndpoint
  readonly model: ModelClient
  readonly rates: EndpointRates
  readonly lease: Lease
  readonly workOf: (project: { id: string; folder: string }) => ProjectWork
  /** Stops watching projects' files. */
  readonly closeWorks: () => void
  readonly workspaces: Workspaces
  readonly confinements: Confinements
  readonly sealed: SealedPlaces
  readonly containers: Containers
}
