import { create } from 'zustand'
import { persist } from 'zustand/middleware'

/** What the x-axis of a timeline counts. `working`: time in which something was done; waits and idle time are torn out. */
export const axisKinds = ['working', 'real', 'tokens', 'cost'] as const
export type AxisKind = (typeof axisKinds)[number]
export const timelineViews = ['spans', 'list', 'summary'] as const
export type TimelineView = (typeof timelineViews)[number]

interface TimelineSettings {
  readonly axis: AxisKind
  readonly view: TimelineView
}

/** How timelines are shown; remembered, and the same for a run alone and for runs beside each other. */
export const useTimelineSettings = create<TimelineSettings>()(
  persist((): TimelineSettings => ({ axis: 'working', view: 'spans' }), { name: 'stratagem-timeline' }),
)

export function showAxis(axis: AxisKind): void {
  useTimelineSettings.setState({ axis })
}
export function showTimelineAs(view: TimelineView): void {
  useTimelineSettings.setState({ view })
}

/** How high the timeline would be with all of its rows in sight, pixels; null until it is drawn. */
export const useTimelineHeight = create<{ readonly content: number | null }>(() => ({ content: null }))
