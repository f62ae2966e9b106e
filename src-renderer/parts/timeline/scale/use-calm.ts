import { useEffect, useRef, useState } from 'react'

/** Spans above which what grows with all of a run is made anew only every so often, ms. */
export const manySpans = 4000
export const calmMs = 1000

/** A value as it changes; every so many ms at most, if that is more than 0. */
export function useCalm<T>(value: T, everyMs: number): T {
  const [shown, setShown] = useState(value)
  const latest = useRef(value)
  latest.current = value
  useEffect(() => {
    if (everyMs === 0) return
    const timer = setInterval(() => setShown(latest.current), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return everyMs === 0 ? value : shown
}
