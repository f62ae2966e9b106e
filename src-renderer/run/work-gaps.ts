import { idleStretches } from '../../src-shared/run/time/work-times.ts'
import type { RunView } from '../../src-shared/run/view/run-view.ts'
import type { Gap } from './idle-gaps.ts'

/**
 * The intervals of a run in which it waits and does nothing else: for the user, before the next try of a model call, or for
 * the limits of a model. Their sum is what the run is said to have waited. The last one ends at Infinity if it is under way.
 */
export const workGaps = (view: Pick<RunView, 'spans' | 'shape'>): readonly Gap[] => idleStretches(view)
