import type { commitRequests as requests } from '../../../src-shared/api/commit-requests.ts'
import { stageFiles } from '../../workspace/git-commit/change-index.ts'
import { makeBranchHere, newestCommit, undoCommit } from '../../workspace/git-commit/commit.ts'
import { commit, gitState, hunks, stageOneHunk } from '../commits/commits.ts'
import { proposeCommit } from '../commits/propose-commit.ts'
import type { HandlersOf } from '../handlers.ts'
import type { HostContext } from '../host-context.ts'

type Parts = Pick<HostContext, 'settings' | 'profiles' | 'keys' | 'options' | 'model' | 'demo' | 'bus' | 'workspaces'>

/** Commits in the user's own repository, each at a click. */
export function commitRequests(parts: Parts): HandlersOf<keyof typeof requests> {
  const workIn = (workspace: { projectId: string; workspaceId: string | null }) =>
    parts.workspaces.workIn(workspace.projectId, workspace.workspaceId)
  return {
    'git-state': async (workspace) => gitState(await workIn(workspace)),
    'git-stage': async ({ paths, staged, ...workspace }) => {
      const work = await workIn(workspace)
      await stageFiles(work.folder, work.commands.reading, paths, staged)
      return gitState(work)
    },
    'git-hunks': async ({ path, ...workspace }) => hunks(await workIn(workspace), path),
    'git-stage-hunk': async ({ path, hunk, staged, ...workspace }) => {
      const work = await workIn(workspace)
      await stageOneHunk(work, path, hunk, staged)
      return gitState(work)
    },
    'git-newest': async (workspace) => {
      const work = await workIn(workspace)
      return newestCommit(work.folder, work.commands.reading)
    },
    'git-commit': async ({ message, amend, ...workspace }) => commit(await workIn(workspace), message, amend),
    'git-uncommit': async ({ commit: id, replaced, ...workspace }) => {
      const work = await workIn(workspace)
      await undoCommit(work.folder, work.commands.reading, id, replaced)
      return null
    },
    'git-branch': async ({ name, ...workspace }) => {
      const work = await workIn(workspace)
      await makeBranchHere(work.folder, work.commands.reading, name)
      // The name of the branch stands with the project.
      parts.bus.publish({ kind: 'projects' })
      return null
    },
    'commit-propose': async (workspace) => proposeCommit(parts, await workIn(workspace)),
  }
}
