import { z } from 'zod'
import { snapshotId } from '../workspace/changes.ts'
import type { Committed, GitState } from '../workspace/git-state.ts'
import { id, nowhere, read, readOnce, result, write } from './request-shape.ts'

const place = { projectId: id, workspaceId: id.nullable() }
const paths = z.array(z.string().min(1).max(4096)).min(1).max(20_000)

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
  'git-state': read(z.object(place), result<GitState>()),
  /** `paths` as in the state. */
  'git-stage': write(z.object({ ...place, paths, staged: z.boolean() }), result<GitState>(), nowhere),
  /** Commits what is staged. */
  'git-commit': write(z.object({ ...place, message: z.string().min(1).max(100_000) }), result<Committed>(), nowhere),
  /** Takes back the newest commit; what was in it is staged. */
  'git-uncommit': write(z.object({ ...place, commit: snapshotId }), result<null>(), nowhere),
  /** A branch from the newest commit, and its files as they are. */
  'git-branch': write(z.object({ ...place, name: z.string().min(1).max(200) }), result<null>(), nowhere),
  /** Asks the default model for a message about what is staged, or about all that is changed if nothing is. */
  'commit-propose': readOnce(z.object(place), result<CommitProposal>()),
}
