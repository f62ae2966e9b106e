import type { HostInfo } from '../../src-shared/api/catalogue-requests.ts'
import type { Breakpoint } from '../../src-shared/run/debug/breakpoint.ts'
import type { CommandNetwork, ModelProfile } from '../../src-shared/settings/settings.ts'
import type { ClockPort } from '../agent/ports.ts'
import type { FoundEngine } from '../containers/find-engine.ts'
import type { FoundSandbox } from '../sandbox/sandbox.ts'
import type { Answerer } from './base/answerer.ts'
import type { HostFolders } from './base/host-folders.ts'
import type { KeyBackend } from './settings/key-store.ts'

/** What a shell passes to its host. */
export interface HostOptions extends HostFolders {
  readonly shell: HostInfo['shell']
  readonly version: string
  readonly keys: KeyBackend
  /** Asks with the system's dialog; null if the shell has none. Resolves with null if the user canceled. */
  readonly folderDialog: (() => Promise<string | null>) | null
  /** Shows a file in the system's file manager, for a shell that has one. */
  readonly revealFile?: (path: string) => void
  /** Opens an editor's address, for a shell that can; else the window opens it. */
  readonly openAddress?: (address: string) => void
  /** A project named on the command line, or null. */
  readonly openProject: () => string | null
  /** The address of the window, for a shell that serves one. */
  readonly url: string | null
  /** Profiles, with their keys, for this process only. */
  readonly lent?: readonly { readonly profile: ModelProfile; readonly key: string | null }[]
  /** Answers the questions of runs, for a shell without a window; by default the window does. */
  readonly answerer?: Answerer
  /** Where runs of this process pause, in place of the breakpoints of their projects. */
  readonly breakpoints?: readonly Breakpoint[]
  /** Confines commands; by default the sandbox found on this system. */
  readonly findSandbox?: () => Promise<FoundSandbox>
  /** Starts containers; by default Docker or Podman, if one of them works. */
  readonly findContainers?: () => Promise<FoundEngine>
  /** Which commands have network access in this process, overriding the settings. */
  readonly network?: CommandNetwork
  /** Files and folders that no command may see, besides the data folder. */
  readonly hides?: readonly string[]
  /** Names of environment variables that commands of this process get, besides those of the settings. */
  readonly variables?: readonly string[]
  /** Set: this process runs no hooks. */
  readonly hooks?: 'none'
  /** Set: the models of runs that this process starts get their tools described in text. */
  readonly toolsInText?: true
  /** A collector for this process only, in place of that of the settings; `headers`: lines of `Name: value`. */
  readonly telemetry?: { readonly endpoint: string; readonly headers: string }
  /** The user's home folder, by default the system's: skills that several tools share are in it. */
  readonly homeFolder?: string
  /** Whether the demo model's answers stream at the pace of a reader, for a shell with a window. */
  readonly pacedDemo?: boolean
  /** By default the system's clock. */
  readonly clock?: ClockPort
}
