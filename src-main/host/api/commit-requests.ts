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
  const workIn = (place: { projectId: string; workspaceId: string | null }) =>
    parts.workspaces.workIn(place.projectId, place.workspaceId)
  return {
    'git-state': async (place) => gitState(await workIn(place)),
    'git-stage': async ({ paths, staged, ...place }) => {
      const work = await workIn(place)
      await stageFiles(work.folder, work.commands.reading, paths, staged)
      return gitState(work)
    },
    'git-hunks': async ({ path, ...place }) => hunks(await workIn(place), path),
    'git-stage-hunk': async ({ path, hunk, staged, ...place }) => {
      const work = await workIn(place)
      await stageOneHunk(work, path, hunk, staged)
      return gitState(work)
    },
    'git-newest': async (place) => {
      const work = await workIn(place)
      return newestCommit(work.folder, work.commands.reading)
    },
    'git-commit': async ({ message, amend, ...place }) => commit(await workIn(place), message, amend),
    'git-uncommit': async ({ commit: id, replaced, ...place }) => {
      const work = await workIn(place)
      await undoCommit(work.folder, work.commands.reading, id, replaced)
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
