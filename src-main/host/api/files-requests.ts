import type { filesRequests as requests } from '../../../src-shared/api/files-requests.ts'
import { filesAt, filesBeforeMessage } from '../branches/files-at.ts'
import { mergeInto } from '../branches/merge-into.ts'
import { createBranchCopies } from '../branches/open-branch-copy.ts'
import { restoreState } from '../branches/restore-state.ts'
import { changeCount, changesBetween } from '../branches/run-changes.ts'
import type { HandlersOf } from '../handlers.ts'
import type { HostContext } from '../host-context.ts'

type Parts = Pick<HostContext, 'clock' | 'store' | 'bus' | 'workOf' | 'workspaces'>

/** The files of branches: viewing, restoring, copying and merging. */
export function filesRequests(parts: Parts): HandlersOf<keyof typeof requests> {
  const { workspaces } = parts
  const copies = createBranchCopies(parts)
  return {
    'files-at': (request) => filesAt(parts, request),
    'files-before-message': (request) => filesBeforeMessage(parts, request),
    'files-restore': ({ snapshot, expect, ...workspace }) => restoreState(parts, workspace, { snapshot, expect }),
    'files-merge-plan': async ({ projectId, base, theirs, into }) =>
      (await workspaces.workIn(projectId, into)).snapshots.mergePlan(base, theirs),
    'files-merge': (request) => mergeInto(parts, request),
    'files-between': ({ projectId, before, after }) => changesBetween(parts, projectId, before, after),
    'files-count': async ({ projectId, before, after }) =>
      changeCount(await changesBetween(parts, projectId, before, after)),
    'workspace-open': copies.open,
    'workspace-cancel': ({ making }) => {
      copies.cancel(making)
      return null
    },
    'workspaces-list': ({ projectId }) => workspaces.list(projectId),
    'workspace-remove': async ({ workspaceId }) => {
      await workspaces.remove(workspaceId)
      return null
    },
  }
}
