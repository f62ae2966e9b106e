import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import type { FilePlace } from '../../../src-shared/workspace/file-places.ts'
import { useSideBySide } from '../runs/side-by-side-store.ts'
import { comparisonShown } from '../server-cache/comparisons.ts'
import { openWide, showSide, useWide } from '../session/layout-store.ts'
import type { FilesIn } from './known-files.ts'

/** The file that is looked at. `path` is project-relative. */
export interface ShownFile extends FilesIn, FilePlace {
  /** As it was then; null: as it is now. */
  readonly snapshot: string | null
}

interface Viewer {
  readonly file: ShownFile | null
  /** Counts openings: going to the same line twice is going there twice. */
  readonly visits: number
}

/** Remembered, so that a reload comes back to it. */
export const useViewer = create<Viewer>()(
  persist((): Viewer => ({ file: null, visits: 0 }), { name: 'stratagem-viewer' }),
)

export function showFile(file: ShownFile): void {
  useViewer.setState(({ visits }) => ({ file, visits: visits + 1 }))
}

/** Shows a file of a workspace as it is now. */
export function openFile(at: FilesIn, { path, line, column }: FilePlace): void {
  const { projectId, workspaceId } = at
  showFile({ projectId, workspaceId, path, line, column, snapshot: null })
  revealViewer()
}

/** At the side of the conversation; where there is no such side, over the whole window. */
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

/** The file whose menu is open, and where. */
export const useFileMenu = create<{ readonly open: FileMenu | null }>(() => ({ open: null }))
