import { type ReactNode, useMemo } from 'react'
import type { Run } from '../../../src-shared/run/conversation.ts'
import { type FilesIn, knownFile, useKnownFiles, wantFile } from '../../stores/files/known-files.ts'
import { openFile, useFileMenu } from '../../stores/files/viewer-store.ts'
import { workspaceOfRun } from '../../stores/session/workspaces.ts'
import { type FileLinks, FileLinksContext } from '../../widgets/file-links/file-links.ts'

/** Makes file names inside it link to the files of a run's workspace. */
export function FileLinksIn({ run, children }: { readonly run: Run | null; readonly children: ReactNode }) {
  const projectId = run?.projectId ?? null
  const { workspaceId } = workspaceOfRun(run)
  const links = useMemo(
    () => (projectId === null ? null : linksTo({ projectId, workspaceId })),
    [projectId, workspaceId],
  )
  return <FileLinksContext value={links}>{children}</FileLinksContext>
}

const linksTo = (at: FilesIn): FileLinks => ({
  subscribe: useKnownFiles.subscribe,
  known: (path) => knownFile(at, path),
  want: (path) => wantFile(at, path),
  open: (place) => openFile(at, place),
  menu: (place, point) => useFileMenu.setState({ open: { at, place, point } }),
})
