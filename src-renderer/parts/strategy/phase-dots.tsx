import { ArrowRightToLine } from 'lucide-react'
import { breakpointAt, toggleBreakpoint, useBreakpoints } from '../../stores/server-cache/breakpoint-store.ts'
import { useWorkbench } from '../../stores/session/workbench-store.ts'
import { cx } from '../../widgets/cx.ts'
import styles from './phase-dots.module.css'
import type { MapNode } from './phase-map-moves.ts'

interface Props {
  readonly nodes: readonly MapNode[]
  readonly runTo: ((phase: string) => void) | undefined
}

/** On the map's phases: a mark for a breakpoint at their start, and while a run is paused, a way to run up to them. */
export function PhaseDots({ nodes, runTo }: Props) {
  const list = useBreakpoints((state) => state.list)
  const isOpen = useWorkbench((state) => state.project !== null)
  if (!isOpen) return null
  return (
    <ul aria-label="Breakpoints at phases" className={styles.dots}>
      {nodes.map(({ name, x, y, width, height }) => {
        const at = { on: 'phase', name } as const
        const saved = breakpointAt(list, at)
        return (
          <li key={name}>
            <button
              type="button"
              className={cx(styles.dot, saved !== null && styles.set, saved?.active === false && styles.off)}
              style={{ left: x - 4, top: y + height / 2 - 12 }}
              aria-label={`Breakpoint at ${name}`}
              aria-pressed={saved !== null}
              title={saved === null ? `Set a breakpoint at ${name}` : `Remove the breakpoint at ${name}`}
              onClick={() => void toggleBreakpoint(at)}
            />
            {runTo !== undefined && (
              <button
                type="button"
                className={styles.runTo}
                style={{ left: x + width - 12, top: y - 12 }}
                aria-label={`Run to ${name}`}
                title={`Run to ${name}`}
                onClick={() => runTo(name)}
              >
                <ArrowRightToLine size={12} aria-hidden="true" />
              </button>
            )}
          </li>
        )
      })}
    </ul>
  )
}
