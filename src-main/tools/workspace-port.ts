import type { Readable } from 'node:stream'

/**
 * The files that tools work on, as the workspace guards them: every path is resolved, symlinks included,
 * and must stay inside `folder`. No method throws for what a path may be; it answers a problem in words
 * the model can act on.
 */
export interface GuardedFiles {
  /** Absolute real path of the workspace. */
  readonly folder: string
  resolve(path: string): Promise<Guarded<ResolvedPath>>
  /** Text of a regular file, by lines; binary, too large, FIFO, device, folder: a problem. */
  readText(path: string): Promise<Guarded<TextFile>>
  /** Writes through a temporary file and a rename, keeping mode bits; makes missing folders. `expected` is the
   *  hash of the content it was based on (null: must not exist); where it differs now, a problem. */
  writeText(path: string, text: string, expected: string | null | 'any'): Promise<Guarded<{ readonly hash: string }>>
  list(path: string, depth: number, limit: number): Promise<Guarded<Listing>>
  /** Streams lines of a file however large. */
  openLines(path: string): Promise<Guarded<Readable>>
}
export type Guarded<T> = ({ readonly ok: true } & T) | { readonly ok: false; readonly problem: string }
export interface ResolvedPath {
  readonly absolute: string
  /** Project-relative with forward slashes; `.` for the folder itself. */
  readonly relative: string
  readonly exists: boolean
  readonly kind: 'file' | 'folder' | 'none' | 'other'
}
export interface TextFile {
  readonly relative: string
  readonly text: string
  readonly hash: string
  readonly size: number
  readonly eol: '\n' | '\r\n'
  readonly bom: boolean
}
export interface Listing {
  readonly entries: readonly {
    readonly path: string
    readonly kind: 'file' | 'folder' | 'link' | 'other'
    readonly size: number
  }[]
  readonly more: number
}
