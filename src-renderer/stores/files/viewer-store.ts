import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import type { FilePlace } from '../../../src-shared/workspace/file-places.ts'
import { useSideBySide } from '../runs/side-by-side-store.ts'
import { comparisonShown } from '../server-cache/comparisons.ts'
import { openWide, showSide, useWide } from '../session/layout-store.ts'
import type { FilesIn } from './known-files.ts'

/** The file shown in the viewer. `path` is project-relative. */
export interface ShownFile extends FilesIn, FilePlace {
  /** Shows its content at that point; null for the current content. */
  readonly snapshot: string | null
}

interface Viewer {
  readonly file: ShownFile | null
  /** Counts openings, so that opening the same line twice scrolls to it twice. */
  readonly visits: number
}

/** Persisted, so that a reload restores it. */
export const useViewer = create<Viewer>()(
  persist((): Viewer => ({ file: null, visits: 0 }), { name: 'stratagem-viewer' }),
)

export function showFile(file: ShownFile): void {
  useViewer.setState(({ visits }) => ({ file, visits: visits + 1 }))
}

/** Shows the current content of a file in a workspace. */
export function openFile(at: FilesIn, { path, line, column }: FilePlace): void {
  const { projectId, workspaceId } = at
  showFile({ projectId, workspaceId, path, line, column, snapshot: null })
  revealViewer()
}

/** In the side panel or, if there is none, over the whole window. */
export function revealViewer(): void {
  const wide = useWide.getState().page !== null || comparisonShown() || useSideBySide.getState().pair !== null
  if (wide) openWide('file')
  else showSide('file')
}

interface FileMenu {
  readonly at: FilesIn
  readonly place: FilePlace
  readonly point: { readonly x: number; readonly y: number }
}

/** The file whose menu is open, and the menu's position. */
export const useFileMenu = create<{ readonly open: FileMenu | null }>(() => ({ open: null }))
