import { z } from 'zod'
import { snapshotId } from '../workspace/changes.ts'
import type { Committed, GitHunks, GitState, NewestCommit } from '../workspace/git-state.ts'
import { id, nowhere, read, readOnce, result, write } from './request-shape.ts'

const workspace = { projectId: id, workspaceId: id.nullable() }
const path = z.string().min(1).max(4096)
const paths = z.array(path).min(1).max(20_000)

/** What a model proposes; the user edits it, and commits by a click. */
export interface CommitProposal {
  readonly message: string
  /** Of a new branch. */
  readonly branch: string
  /** The model's name, as the user calls it. */
  readonly by: string
}

/** Commits in the user's own repository. Each is a click of the user: no model and no strategy can ask for them. */
export const commitRequests = {
  'git-state': read(z.object(workspace), result<GitState>()),
  /** `paths` as in the state. */
  'git-stage': write(z.object({ ...workspace, paths, staged: z.boolean() }), result<GitState>(), nowhere),
  /** `path` as in the state. */
  'git-hunks': read(z.object({ ...workspace, path }), result<GitHunks>()),
  /** Stages one of these hunks, or takes it out of what is staged. */
  'git-stage-hunk': write(
    z.object({ ...workspace, path, hunk: z.string().min(1).max(4_000_000), staged: z.boolean() }),
    result<GitState>(),
    nowhere,
  ),
  /** The commit that `amend` would replace; null if there is none. */
  'git-newest': read(z.object(workspace), result<NewestCommit | null>()),
  /** Commits what is staged, as a new commit or in place of the newest one. */
  'git-commit': write(
    z.object({ ...workspace, message: z.string().min(1).max(100_000), amend: z.boolean() }),
    result<Committed>(),
    nowhere,
  ),
  /**
   * Takes back the newest commit; what was in it is staged. `replaced`: the commit that it amended, which comes back.
   */
  'git-uncommit': write(
    z.object({ ...workspace, commit: snapshotId, replaced: snapshotId.nullable() }),
    result<null>(),
    nowhere,
  ),
  /** A branch from the newest commit, and its files as they are. */
  'git-branch': write(z.object({ ...workspace, name: z.string().min(1).max(200) }), result<null>(), nowhere),
  /** Asks the default model for a message about what is staged, or about all that is changed if nothing is. */
  'commit-propose': readOnce(z.object(workspace), result<CommitProposal>()),
}
