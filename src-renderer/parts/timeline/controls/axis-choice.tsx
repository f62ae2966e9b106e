import {
  type AxisKind,
  showAxis,
  showTimelineAs,
  type TimelineView,
  useTimelineSettings,
} from '../../../stores/session/timeline-store.ts'
import { Segmented } from '../../../widgets/controls/segmented.tsx'

const axes: readonly { readonly value: AxisKind; readonly label: string; readonly title: string }[] = [
  { value: 'working', label: 'Working time', title: 'Waiting for you and idle time are torn out' },
  { value: 'real', label: 'Real time', title: 'To scale, including waits' },
  { value: 'tokens', label: 'Tokens', title: 'The width of a model call shows its tokens' },
  { value: 'cost', label: 'Cost', title: 'The width of a model call shows its cost' },
]

/** Selects what the x-axis counts. */
export function AxisChoice() {
  const axis = useTimelineSettings((state) => state.axis)
  return <Segmented name="Axis" value={axis} onChange={showAxis} choices={axes} />
}

const views: readonly { readonly value: TimelineView; readonly label: string }[] = [
  { value: 'spans', label: 'Spans' },
  { value: 'list', label: 'List' },
  { value: 'summary', label: 'Summary' },
]

/** Selects how spans are shown. */
export function ViewChoice() {
  const view = useTimelineSettings((state) => state.view)
  return <Segmented name="View" value={view} onChange={showTimelineAs} choices={views} />
}
