import type { Readable } from 'node:stream'

/**
 * The files that tools work on, as the workspace guards them: every path is resolved, symlinks included,
 * and must stay inside `folder`. No method throws because of a path; it returns a problem as a sentence that
 * the model can act on.
 */
export interface GuardedFiles {
  /** Absolute real path of the workspace. */
  readonly folder: string
  resolve(path: string): Promise<Guarded<ResolvedPath>>
  /** Text of a regular file; binary, too large, FIFO, device, folder: a problem. */
  readText(path: string): Promise<Guarded<TextFile>>
  /** Writes through a temporary file and a rename, keeping mode bits; makes missing folders. `expected` is the
   *  hash of the content it was based on (null: must not exist); if it differs now, a problem. `note`: a sentence about
   *  what was written that its reader must know. */
  writeText(
    path: string,
    text: string,
    expected: string | null | 'any',
  ): Promise<Guarded<{ readonly hash: string; readonly note?: string }>>
  list(path: string, depth: number, limit: number): Promise<Guarded<Listing>>
  /** Streams the bytes of a regular file however large. The caller ends or destroys the stream. */
  openBytes(path: string): Promise<Guarded<OpenedBytes>>
}
type Guarded<T> =
  | ({ readonly ok: true } & T)
  | { readonly ok: false; readonly problem: string; readonly why?: 'too-large' }
interface ResolvedPath {
  readonly absolute: string
  /** Project-relative with forward slashes; `.` for the folder itself. */
  readonly relative: string
  readonly exists: boolean
  readonly kind: 'file' | 'folder' | 'none' | 'other'
}
export interface TextFile {
  readonly relative: string
  /** Without the byte order mark; line endings as they are in the file. */
  readonly text: string
  /** SHA-256 of the file's bytes, in hex. */
  readonly hash: string
  /** Bytes. */
  readonly size: number
  readonly bom: boolean
}
interface OpenedBytes {
  readonly stream: Readable
  readonly relative: string
  /** Bytes. */
  readonly size: number
}
export interface Listing {
  readonly entries: readonly {
    readonly path: string
    readonly kind: 'file' | 'folder' | 'link' | 'other'
    readonly size: number
  }[]
  readonly more: number
}
