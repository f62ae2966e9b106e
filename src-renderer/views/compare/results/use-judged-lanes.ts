import { useMemo } from 'react'
import { type JudgedLane, judgedLane } from '../../../../src-shared/comparison/lane-ranking.ts'
import type { ShownLane } from '../../../parts/lanes/lane-text.ts'

/** The lanes as they are judged. Their runs' figures are those of the last end: a verdict changes when a lane ends. */
export function useJudgedLanes(lanes: readonly ShownLane[]): readonly JudgedLane[] {
  return useMemo(() => lanes.map(({ lane, run }) => judgedLane(lane, run)), [lanes])
}
