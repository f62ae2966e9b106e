import { z } from 'zod'
import type { ToolInfo } from '../model/tool.ts'
import type { KeyStorage } from '../settings/settings.ts'
import { id, read, readOnce, result } from './request-shape.ts'

/** What this host is. */
export interface HostInfo {
  readonly version: string
  readonly shell: 'electron' | 'browser' | 'command'
  readonly platform: string
  readonly dataFolder: string
  /** The host's log, an absolute path; null if the data folder can't be written. */
  readonly logFile: string | null
  readonly keyStorage: KeyStorage
  /** Messages for the user about the state of the data folder when it was opened. */
  readonly notices: readonly string[]
  /** Whether the shell has a native folder dialog. */
  readonly folderDialog: boolean
  /** Whether the shell can show a file or folder in the system's file manager. */
  readonly revealFile: boolean
  /** A project named on the command line, to open at once. */
  readonly openProject: string | null
}

/** Available choices, and information about this host. */
export const catalogueRequests = {
  'host-info': read(z.object({}), result<HostInfo>()),
  /** Diagnostic information, as text: versions, the system, the newest lines of the log. */
  'host-diagnostics': readOnce(z.object({}), result<string>()),
  /** Shows the log in the system's file manager; refused by shells that have none. */
  'log-reveal': readOnce(z.object({}), result<null>()),
  'tools-list': read(z.object({ projectId: id }), result<readonly ToolInfo[]>()),
}
