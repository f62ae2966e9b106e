import type { Run } from '../../../../src-shared/run/conversation.ts'
import type { WorkspaceCopy } from '../../../../src-shared/workspace/workspace.ts'
import { ask } from '../../../host/host.ts'
import type { MergeRequest } from '../../../stores/session/merge-store.ts'

/** All that was changed in a copy since it was made, by runs and by hand, for the project's folder. */
export function mergeOfCopy(copy: WorkspaceCopy, run: Run): MergeRequest {
  const now = { runId: run.id, path: null, when: 'after', workspaceId: copy.id } as const
  return {
    title: `Merge “${copy.name}” into the project`,
    projectId: copy.projectId,
    base: copy.from,
    theirs: async () => (await ask('files-at', now)).now,
    into: null,
    turnId: run.turnId,
  }
}
