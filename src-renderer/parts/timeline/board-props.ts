import type { Run } from '../../../src-shared/run/conversation.ts'
import type { RunView } from '../../../src-shared/run/view/run-view.ts'
import type { TimelineRun } from './canvas/use-timeline-run.ts'

export interface BoardProps {
  readonly shown: TimelineRun
  readonly run: Run
  readonly view: RunView
  readonly live: boolean
  /** Whether there is room for only one line. */
  readonly strip: boolean
}
