import type { HandlersOf } from './handlers.ts'
import type { HostParts } from './host-parts.ts'
import { notYet } from './not-yet.ts'

type Answered =
  | 'files-at'
  | 'files-restore'
  | 'files-merge-plan'
  | 'files-merge'
  | 'files-between'
  | 'workspace-open'
  | 'workspaces-list'
  | 'workspace-remove'

/** The files of branches: looking back, bringing back, copies and merging. */
export function filesRequests({ workspaces }: HostParts): HandlersOf<Answered> {
  return {
    'files-at': notYet,
    'files-restore': notYet,
    'files-merge-plan': notYet,
    'files-merge': notYet,
    'files-between': notYet,
    'workspace-open': (asked) => workspaces.open({ ...asked, purpose: 'branch', owner: null }),
    'workspaces-list': ({ projectId }) => workspaces.list(projectId),
    'workspace-remove': async ({ workspaceId }) => {
      await workspaces.remove(workspaceId)
      return null
    },
  }
}
