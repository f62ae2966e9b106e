/** What the guard answers: a value, or a problem in words that a model or a person can act on. */
export type Guarded<T> =
  | ({ readonly ok: true } & T)
  | { readonly ok: false; readonly problem: string; readonly why?: 'too-large' }

/** A path inside the workspace, after all links were followed. */
export interface Place {
  readonly absolute: string
  /** Project-relative with forward slashes; `.` for the folder itself. */
  readonly relative: string
  readonly exists: boolean
  readonly kind: 'file' | 'folder' | 'none' | 'other'
}

/** The workspace's folder: its real path, and the path it was opened by, which may go through links. */
export interface Home {
  readonly folder: string
  readonly given: string
  /** How folders are held open while files in them are worked on; see guard-folder.ts. */
  readonly hold: 'by-descriptor' | 'by-name'
  /** The device it lies on, if that answers at once; else null. See guard-quick.ts. */
  readonly ownDevice: number | null
}

export const refused = (problem: string): { readonly ok: false; readonly problem: string } => ({ ok: false, problem })
