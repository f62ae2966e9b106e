import { useEffect, useRef, useState } from 'react'
import { formatDuration } from '../../../src-shared/base/format.ts'

interface Props {
  /** Elapsed time when it is first rendered. */
  readonly ms: number
  /** Stops the clock: shows `ms` unchanged. */
  readonly still?: boolean
}

/** Elapsed time, in whole seconds to avoid flicker. */
export function Elapsed({ ms, still = false }: Props) {
  return still ? <Seconds ms={ms} /> : <Passing ms={ms} />
}

function Passing({ ms }: { readonly ms: number }) {
  const start = useRef(performance.now() - ms)
  const [now, setNow] = useState(() => performance.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return <Seconds ms={now - start.current} />
}

function Seconds({ ms }: { readonly ms: number }) {
  const passed = Math.max(0, ms)
  return <span className="figure">{passed < 1000 ? '0 s' : formatDuration(passed).replace(/\.\d s$/, ' s')}</span>
}
