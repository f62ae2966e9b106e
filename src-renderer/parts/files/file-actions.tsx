import { AppWindow, Copy, FileText, FolderOpen } from 'lucide-react'
import { toast } from 'sonner'
import type { FilePlace } from '../../../src-shared/workspace/file-places.ts'
import { ask } from '../../host/host.ts'
import type { FilesIn } from '../../stores/files/known-files.ts'
import { openFile } from '../../stores/files/viewer-store.ts'
import { toastOnFailure } from '../../stores/report.ts'
import { useWorkbench } from '../../stores/session/workbench-store.ts'
import { copyText } from '../../widgets/code/copy-button.tsx'
import type { MenuGroup } from '../../widgets/overlays/menu.tsx'
import { followAddress } from './follow-address.ts'

/** Opens a file of a project in the user's editor. */
export async function openInEditor(
  { projectId, workspaceId }: FilesIn,
  { path, line, column }: FilePlace,
): Promise<void> {
  await toastOnFailure(ask('file-open', { projectId, workspaceId, path, line, column }).then(followAddress))
}

/** All actions on a file. @param shown whether it is open in the viewer already */
export function fileActions(at: FilesIn, place: FilePlace, shown: boolean): readonly MenuGroup[] {
  const { projectId, workspaceId } = at
  const { path, line } = place
  const { host } = useWorkbench.getState()
  const info = host.state === 'ready' ? host.value : null
  const copy = async (text: string) => {
    if (!(await copyText(text))) toast('The clipboard could not be written.')
  }
  const copyWhole = async () => copy(await ask('file-path', { projectId, workspaceId, path }))
  return [
    {
      items: [
        ...(shown ? [] : [{ label: 'Open', icon: <FileText />, run: () => openFile(at, place) }]),
        { label: 'Open in editor', icon: <AppWindow />, run: () => void openInEditor(at, place) },
        ...(info?.revealFile === true
          ? [
              {
                label: revealLabel(info.platform),
                icon: <FolderOpen />,
                run: () => void toastOnFailure(ask('file-reveal', { projectId, workspaceId, path })),
              },
            ]
          : []),
      ],
    },
    {
      items: [
        { label: 'Copy path', icon: <Copy />, run: () => void copy(path) },
        ...(line === null
          ? []
          : [{ label: 'Copy path with line', icon: <Copy />, run: () => void copy(`${path}:${line}`) }]),
        { label: 'Copy full path', icon: <Copy />, run: () => void toastOnFailure(copyWhole()) },
      ],
    },
  ]
}

function revealLabel(platform: string): string {
  if (platform === 'darwin') return 'Reveal in Finder'
  return platform === 'win32' ? 'Show in Explorer' : 'Show in file manager'
}
