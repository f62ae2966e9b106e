import type { HostInfo } from '../../src-shared/api/catalogue-requests.ts'
import type { CommandNetwork, ModelProfile } from '../../src-shared/settings/settings.ts'
import type { ClockPort } from '../agent/ports.ts'
import type { FoundSandbox } from '../sandbox/sandbox.ts'
import type { Answerer } from './base/answerer.ts'
import type { HostFolders } from './base/host-folders.ts'
import type { KeyKeeping } from './settings/key-store.ts'

/** What a shell gives the host it carries. */
export interface HostOptions extends HostFolders {
  readonly shell: HostInfo['shell']
  readonly version: string
  readonly keys: KeyKeeping
  /** Asks with the system's dialog; null if the shell has none, or, as an answer, if the user cancelled. */
  readonly folderDialog: (() => Promise<string | null>) | null
  /** Shows a file in the system's file manager, for a shell that has one. */
  readonly revealFile?: (path: string) => void
  /** A project named on the command line, or null. */
  readonly openProject: () => string | null
  /** The address of the window, for a shell that serves one. */
  readonly url: string | null
  /** Profiles, with their keys, that hold for this process only. */
  readonly lent?: readonly { readonly profile: ModelProfile; readonly key: string | null }[]
  /** Who answers what runs ask, for a shell without a window; the window does where none is given. */
  readonly answerer?: Answerer
  /** What confines commands; looked for on this system where none is given. */
  readonly findSandbox?: () => Promise<FoundSandbox>
  /** Which commands have a network in this process, whatever the settings say. */
  readonly network?: CommandNetwork
  /** The system's clock where none is given. */
  readonly clock?: ClockPort
}
