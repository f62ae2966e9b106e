import { useEffect, useRef, useState } from 'react'

/** With more spans than this, whatever costs time in proportion to the run is recomputed only every `calmMs`. */
export const manySpans = 4000
export const throttleMs = 1000

/** The value, updated at most once per `everyMs`; immediately if that is 0. */
export function useThrottled<T>(value: T, everyMs: number): T {
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
