import { z } from 'zod'
import { editorChoice } from '../settings/editor-choice.ts'
import { snapshotId } from '../workspace/changes.ts'
import { id, read, readOnce, result } from './request-shape.ts'

/** A file's content as it is shown. */
export interface ViewedFile {
  /** Project-relative, with forward slashes. */
  readonly path: string
  /** Bytes. */
  readonly size: number
  /** Null for a binary file. */
  readonly text: string | null
  /** Whether `text` is only the beginning. */
  readonly cut: boolean
  readonly encoding: 'utf-8' | 'utf-16' | 'latin-1'
}

/** What opened a file; an address that the window has to open, since its shell has no way to. */
export interface EditorOpened {
  readonly editor: string
  readonly address: string | null
}

export interface FoundEditor {
  readonly preset: string
  readonly name: string
  readonly found: boolean
}
export interface Editors {
  readonly presets: readonly FoundEditor[]
  /** The preset used if none is chosen; null if no editor was found. */
  readonly detected: string | null
}

const workspace = { projectId: id, workspaceId: id.nullable() }
const path = z.string().min(1).max(4096)
const line = z.number().int().positive().max(100_000_000).nullable()

/** Looking at files of a project, here or in the user's own programs. Only files in the workspace are ever opened. */
export const viewingRequests = {
  /** For each path its project-relative form; null if there is no such file in the workspace. */
  'files-known': read(z.object({ ...workspace, paths: z.array(path).max(500) }), result<readonly (string | null)[]>()),
  /** `snapshot`: the file as it was then; null: as it is now. */
  'file-read': read(z.object({ ...workspace, path, snapshot: snapshotId.nullable() }), result<ViewedFile>()),
  /** In the user's editor. */
  'file-open': readOnce(z.object({ ...workspace, path, line, column: line }), result<EditorOpened>()),
  /** In the system's file manager; refused by shells that have none. */
  'file-reveal': readOnce(z.object({ ...workspace, path }), result<null>()),
  /** Its absolute path. */
  'file-path': read(z.object({ ...workspace, path }), result<string>()),
  'editors-list': read(z.object({}), result<Editors>()),
  /** Opens a file of the app itself, so that the user sees whether it works. */
  'editor-test': readOnce(z.object({ editor: editorChoice }), result<EditorOpened>()),
}
