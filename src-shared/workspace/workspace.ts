import { z } from 'zod'

/**
 * An isolated copy of a project's files that stays: a branch of a conversation that was opened in a copy of its own,
 * or a lane of a comparison. What works there never touches the project's folder.
 */
export const workspaceCopy = z.object({
  id: z.string(),
  projectId: z.string(),
  /** `branch`: opened by the user; `lane`: of a comparison, and removed with it. */
  purpose: z.enum(['branch', 'lane']),
  /** What it was opened for, in words: the branch's or the lane's name. */
  name: z.string(),
  /** The snapshot that it was filled with. */
  from: z.string(),
  /** Absolute path of its files. */
  folder: z.string(),
  /** ms since 1970. */
  createdAt: z.number(),
})
export type WorkspaceCopy = z.infer<typeof workspaceCopy>

/** How ignored dependency folders (`node_modules`, `.venv`, …) come along into a copy. */
export const dependencyWays = ['clone', 'link', 'none'] as const
export type DependencyWay = (typeof dependencyWays)[number]

/** How far a copy is made; `total` is null until it is known. */
export interface CopyProgress {
  readonly stage: 'files' | 'dependencies' | 'set-up' | 'ready'
  readonly done: number
  readonly total: number | null
}
