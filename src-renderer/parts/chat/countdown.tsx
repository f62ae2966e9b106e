import { useEffect, useRef, useState } from 'react'
import { formatDuration } from '../../../src-shared/base/format.ts'

interface Props {
  /** Time left when it is first rendered. */
  readonly ms: number
  /** Stops the clock. */
  readonly still: boolean
}

/** Remaining time in whole seconds; from zero on, the time that the new attempt takes. */
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

export const tryingNow = 'Trying again now'

/** @param ms remaining, rounded up to a full second; negative: the time since then, rounded down */
export function countdownText(ms: number): string {
  if (ms <= -1000) return `${tryingNow}, ${secondsText(Math.floor(-ms / 1000))}`
  if (ms <= 0) return tryingNow
  return `Trying again in ${secondsText(Math.ceil(ms / 1000))}`
}

const secondsText = (seconds: number) => (seconds < 60 ? `${seconds} s` : formatDuration(seconds * 1000))
