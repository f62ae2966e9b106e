import { useEffect, useRef, useState } from 'react'
import { formatDuration } from '../../../src-shared/format.ts'

/** Time that passes, in whole seconds so that it is calm. @param ms how much has passed when it is first drawn */
export function Elapsed({ ms }: { readonly ms: number }) {
  const start = useRef(performance.now() - ms)
  const [now, setNow] = useState(() => performance.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  const passed = Math.max(0, now - start.current)
  return <span className="figure">{passed < 1000 ? '0 s' : formatDuration(passed).replace(/\.\d s$/, ' s')}</span>
}
