import { useMemo } from 'react'
import type { RunView } from '../../../../src-shared/run/view/run-view.ts'
import { useByShape } from '../../../stores/runs/use-by-shape.ts'
import { useSettings } from '../../../stores/server-cache/settings-store.ts'
import { roomForTracks, type Tracks, tracksOf } from '../model/tracks.ts'
import type { Scale } from '../scale/scale.ts'
import { manySpans, throttleMs, useThrottled } from '../scale/use-throttled.ts'

/**
 * Context and cost of a run along its axis, updated as calls end; for a long run at most once a second.
 * @param loading whether the run is still loading
 */
export function useTracks(view: RunView, scale: Scale, wanted: boolean, loading: boolean): Tracks | null {
  const profiles = useSettings((state) => state.profiles)
  const calls = useThrottled(view.totals.modelCalls, view.spans.length > manySpans ? throttleMs : 0)
  const still = useByShape(view, view.spans, calls)
  return useMemo(() => {
    if (!wanted) return null
    if (loading) return roomForTracks(still)
    const known = profiles.state === 'ready' ? profiles.value.profiles : []
    const windows = new Map(known.map(({ id, contextWindow }) => [id, contextWindow]))
    return tracksOf(still, scale, (profileId) => windows.get(profileId) ?? null)
  }, [wanted, loading, still, scale, profiles])
}
