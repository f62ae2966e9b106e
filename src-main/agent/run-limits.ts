import type { Failure } from '../../src-shared/base/failure.ts'

/**
 * What no run may exceed, whatever its budget says. These prevent a strategy that requests endless groups from filling
 * memory and disk; no useful strategy comes near them. Limits that a user may want to change are in the budget
 * (src-shared/strategy/task.ts).
 */
export const runLimits = {
  /**
   * Groups (phases, branches, child runs) within each other. Paths grow with it. None of the app's own comes to 8 in
   * its tests; wrappers around wrappers, whose helpers have helpers, to some 40.
   */
  depth: 64,
  /** Branches of one `all`, which all are there at the same time. */
  branchesAtOnce: 1000,
  /** Branches of a run, together. An empty one costs no step. */
  branches: 20_000,
  /** Events of a run; those of 2,000 steps are some 8,000. */
  events: 1_000_000,
} as const

/** How many groups are around the step at `path`. */
export function depthOf(path: string): number {
  let depth = 0
  for (let at = path.indexOf('.'); at >= 0; at = path.indexOf('.', at + 1)) depth++
  return depth
}

/** A group that is about to start. */
export interface GroupShape {
  readonly path: string
  /** Of an `all`; 0 for other groups. */
  readonly branches: number
}

/** Why the group may not start, or null. */
export function shapeRefusal(
  { path, branches }: GroupShape,
  used: { readonly branches: number; readonly events: number },
): Failure | null {
  if (depthOf(path) >= runLimits.depth)
    return tooMuch(`nests phases, branches and child runs more than ${runLimits.depth} deep`)
  if (branches > runLimits.branchesAtOnce)
    return tooMuch(`asked for ${branches} branches at once, and ${runLimits.branchesAtOnce} are the most`)
  if (used.branches + branches > runLimits.branches)
    return tooMuch(`asked for more than ${runLimits.branches} branches in one run`)
  return eventsRefusal(used.events)
}

export const eventsRefusal = (events: number): Failure | null =>
  events < runLimits.events ? null : tooMuch(`wrote more than ${runLimits.events} events in one run`)

const tooMuch = (what: string): Failure => ({
  kind: 'budget-spent',
  message: `The run was ended: its strategy ${what}.`,
  advice: 'Work done so far is kept. Change the strategy or choose another one, then send a message to continue.',
})
