/** The guard's result: a value, or a problem as a sentence that a model or a person can act on. */
export type Guarded<T> =
  | ({ readonly ok: true } & T)
  | { readonly ok: false; readonly problem: string; readonly why?: 'too-large' }

/** A path inside the workspace, after all links were followed. */
export interface GuardedPath {
  readonly absolute: string
  /** Project-relative with forward slashes; `.` for the folder itself. */
  readonly relative: string
  readonly exists: boolean
  readonly kind: 'file' | 'folder' | 'none' | 'other'
}

/** The workspace's folder: its real path, and the path it was opened by, which may contain links. */
export interface WorkspaceRoot {
  readonly folder: string
  readonly requested: string
  /** How folders are kept open during work on files in them; see guard-folder.ts. */
  readonly hold: 'by-descriptor' | 'by-name'
  /** Its device, if that is a local disk; else null. See guard-quick.ts. */
  readonly ownDevice: number | null
}

export const refused = (problem: string): { readonly ok: false; readonly problem: string } => ({ ok: false, problem })
