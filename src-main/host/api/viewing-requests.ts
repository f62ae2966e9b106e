import { join } from 'node:path'
import type { viewingRequests as requests } from '../../../src-shared/api/viewing-requests.ts'
import { FailureError } from '../../../src-shared/base/failure.ts'
import { fileForOthers } from '../base/file-for-others.ts'
import type { HandlersOf } from '../handlers.ts'
import type { HostContext } from '../host-context.ts'
import { fileInside, knownFiles } from '../viewing/known-files.ts'
import { listEditors, openEditor } from '../viewing/open-editor.ts'
import { viewedFile } from '../viewing/viewed-file.ts'

type Parts = Pick<HostContext, 'options' | 'settings' | 'workspaces'>

/** Looking at files of a project, here or in the user's own programs. */
export function viewingRequests({ options, settings, workspaces }: Parts): HandlersOf<keyof typeof requests> {
  const { revealFile, openAddress } = options
  const folderOf = async (projectId: string, workspaceId: string | null) =>
    (await workspaces.workIn(projectId, workspaceId)).folder
  const exampleFile = () =>
    fileForOthers(join(options.resourcesFolder, 'write-a-strategy.md'), join(options.dataFolder, 'examples'))
  return {
    'files-known': async ({ projectId, workspaceId, paths }) =>
      knownFiles(await folderOf(projectId, workspaceId), paths),
    'file-read': async ({ projectId, workspaceId, path, snapshot }) =>
      viewedFile(await workspaces.workIn(projectId, workspaceId), path, snapshot),
    'file-open': async ({ projectId, workspaceId, path, line, column }) => {
      const file = await fileInside(await folderOf(projectId, workspaceId), path)
      return openEditor(settings.read().editor, { file, line, column }, openAddress)
    },
    'file-reveal': async ({ projectId, workspaceId, path }) => {
      if (revealFile === undefined) throw new FailureError(noFileManager)
      revealFile(await fileInside(await folderOf(projectId, workspaceId), path))
      return null
    },
    'file-path': async ({ projectId, workspaceId, path }) => fileInside(await folderOf(projectId, workspaceId), path),
    'editors-list': () => listEditors(),
    'editor-test': ({ editor }) => openEditor(editor, { file: exampleFile(), line: 3, column: 1 }, openAddress),
  }
}

const noFileManager = {
  kind: 'invalid-request',
  message: 'There is no file manager to show the file with here.',
  advice: 'Copy its path and open it yourself.',
} as const
