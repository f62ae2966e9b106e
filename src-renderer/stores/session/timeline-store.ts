import { create } from 'zustand'
import { persist } from 'zustand/middleware'

/** What the x-axis of a timeline measures. `working`: time with work; waits and idle time are cut out. */
export const axisKinds = ['working', 'real', 'tokens', 'cost'] as const
export type AxisKind = (typeof axisKinds)[number]
export const timelineViews = ['spans', 'list', 'summary'] as const
export type TimelineView = (typeof timelineViews)[number]

interface TimelineSettings {
  readonly axis: AxisKind
  readonly view: TimelineView
}

/** Display settings of timelines; persisted, and shared by single runs and runs side by side. */
export const useTimelineSettings = create<TimelineSettings>()(
  persist((): TimelineSettings => ({ axis: 'working', view: 'spans' }), { name: 'stratagem-timeline' }),
)

export function showAxis(axis: AxisKind): void {
  useTimelineSettings.setState({ axis })
}
export function showTimelineAs(view: TimelineView): void {
  useTimelineSettings.setState({ view })
}

/** Height of the timeline with all rows visible, pixels; null until it is drawn. */
export const useTimelineHeight = create<{ readonly content: number | null }>(() => ({ content: null }))
