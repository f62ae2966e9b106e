import { useMemo } from 'react'
import { type JudgedLane, judgedLane } from '../../../../src-shared/comparison/lane-ranking.ts'
import type { ShownLane } from '../../../parts/lanes/lane-text.ts'

/** The lanes as they are judged. The figures of a run are updated when it ends, so a verdict changes only then. */
export function useJudgedLanes(lanes: readonly ShownLane[]): readonly JudgedLane[] {
  return useMemo(() => lanes.map(({ lane, run }) => judgedLane(lane, run)), [lanes])
}
