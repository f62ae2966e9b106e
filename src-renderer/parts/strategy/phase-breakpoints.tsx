import { CircleDot } from 'lucide-react'
import { breakpointAt, toggleBreakpoint, useBreakpoints } from '../../stores/server-cache/breakpoint-store.ts'
import { Button } from '../../widgets/controls/button.tsx'
import styles from './phase-breakpoints.module.css'

/** Under a phase map: a breakpoint at the start of each phase. */
export function PhaseBreakpoints({ names }: { readonly names: readonly string[] }) {
  const list = useBreakpoints((state) => state.list)
  if (names.length === 0) return null
  return (
    <ul className={styles.row} aria-label="Breakpoints at phases">
      {names.map((name) => {
        const at = { on: 'phase', name } as const
        const isSet = breakpointAt(list, at)?.active === true
        return (
          <li key={name}>
            <Button
              small
              look={isSet ? 'plain' : 'quiet'}
              aria-pressed={isSet}
              aria-label={`Breakpoint at ${name}`}
              icon={<CircleDot aria-hidden="true" className={isSet ? styles.set : undefined} />}
              onClick={() => void toggleBreakpoint(at)}
            >
              {name}
            </Button>
          </li>
        )
      })}
    </ul>
  )
}
