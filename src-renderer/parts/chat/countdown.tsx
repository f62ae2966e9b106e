import { useEffect, useRef, useState } from 'react'
import { formatDuration } from '../../../src-shared/base/format.ts'

interface Props {
  /** How much is left when it is first drawn. */
  readonly ms: number
  /** It does not pass by itself. */
  readonly still: boolean
}

/** Time that is left, in whole seconds; at its end it says so. */
export function Countdown({ ms, still }: Props) {
  const end = useRef(performance.now() + ms)
  const [now, setNow] = useState(() => performance.now())
  useEffect(() => {
    if (still) return
    const timer = setInterval(() => setNow(performance.now()), 1000)
    return () => clearInterval(timer)
  }, [still])
  return <>{countdownText(still ? ms : end.current - now)}</>
}

/** @param ms that are left; a second that has begun counts */
export function countdownText(ms: number): string {
  if (ms <= 0) return 'Trying again now'
  const seconds = Math.ceil(ms / 1000)
  return `Trying again in ${seconds < 60 ? `${seconds} s` : formatDuration(seconds * 1000)}`
}
