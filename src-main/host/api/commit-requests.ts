import type { commitRequests as requests } from '../../../src-shared/api/commit-requests.ts'
import { makeBranchHere, stageFiles, undoCommit } from '../../workspace/git-commit/commit.ts'
import { commit, gitState } from '../commits/commits.ts'
import { proposeCommit } from '../commits/propose-commit.ts'
import type { HandlersOf } from '../handlers.ts'
import type { HostContext } from '../host-context.ts'

type Parts = Pick<HostContext, 'settings' | 'profiles' | 'keys' | 'options' | 'model' | 'demo' | 'bus' | 'workspaces'>

/** Commits in the user's own repository, each at a click. */
export function commitRequests(parts: Parts): HandlersOf<keyof typeof requests> {
  const workIn = (place: { projectId: string; workspaceId: string | null }) =>
    parts.workspaces.workIn(place.projectId, place.workspaceId)
  return {
    'git-state': async (place) => gitState(await workIn(place)),
    'git-stage': async ({ paths, staged, ...place }) => {
      const work = await workIn(place)
      await stageFiles(work.folder, work.commands.reading, paths, staged)
      return gitState(work)
    },
    'git-commit': async ({ message, ...place }) => commit(await workIn(place), message),
    'git-uncommit': async ({ commit: id, ...place }) => {
      const work = await workIn(place)
      await undoCommit(work.folder, work.commands.reading, id)
      return null
    },
    'git-branch': async ({ name, ...place }) => {
      const work = await workIn(place)
      await makeBranchHere(work.folder, work.commands.reading, name)
      // The name of the branch stands with the project.
      parts.bus.publish({ kind: 'projects' })
      return null
    },
    'commit-propose': async (place) => proposeCommit(parts, await workIn(place)),
  }
}
