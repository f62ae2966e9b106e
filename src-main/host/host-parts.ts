import type { ClockPort } from '../agent/ports.ts'
import type { ModelClient } from '../model/client.ts'
import type { Store } from '../store/store.ts'
import type { ChangeHub } from './change-hub.ts'
import type { Confinements } from './confinements.ts'
import type { DemoEndpoint } from './demo-endpoint.ts'
import type { Histories } from './histories.ts'
import type { Lease } from './host-lease.ts'
import type { HostOptions } from './host-options.ts'
import type { KeyStore } from './key-store.ts'
import type { OutlineKeeper } from './opening/keep-outlines.ts'
import type { PresetBook } from './presets.ts'
import type { ProfilesFile } from './profiles-file.ts'
import type { TrustFile } from './project-trust.ts'
import type { ProjectWork } from './project-work.ts'
import type { RunFeed } from './run-feed.ts'
import type { SettingsFile } from './settings-file.ts'
import type { StrategyShelf } from './strategies/shelf.ts'
import type { StrategyDefaultsFile } from './strategy-defaults.ts'
import type { Workspaces } from './workspaces/workspaces.ts'

/** What the host's services share. */
export interface HostParts {
  /** Of this host among all that ever used the data folder. */
  readonly id: string
  readonly options: HostOptions
  /** What was found when the data folder was opened, in words for its user. */
  readonly notices: readonly string[]
  /** The data folder as its user knows it: `options` may name a stand-in for one that can't be written. */
  readonly home: string
  readonly clock: ClockPort
  readonly store: Store
  /** Messages of earlier turns, read once. */
  readonly histories: Histories
  readonly hub: ChangeHub
  readonly feed: RunFeed
  readonly outlines: OutlineKeeper
  readonly settings: SettingsFile
  readonly profiles: ProfilesFile
  readonly strategies: StrategyShelf
  readonly trust: TrustFile
  readonly presets: PresetBook
  readonly defaults: StrategyDefaultsFile
  readonly keys: KeyStore
  readonly demo: DemoEndpoint
  readonly model: ModelClient
  readonly lease: Lease
  readonly workOf: (project: { id: string; folder: string }) => ProjectWork
  /** Ends what watches projects' files. */
  readonly closeWorks: () => void
  readonly workspaces: Workspaces
  readonly confinements: Confinements
}
