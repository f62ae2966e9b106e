import type { MouseEvent } from 'react'
import { breakpointText } from '../../../src-shared/run/debug/breakpoint-text.ts'
import type { Span } from '../../../src-shared/run/view/run-view.ts'
import { breakpointsFor, breakpointsOn } from '../../run/span-breakpoints.ts'
import { removeBreakpoints, toggleBreakpoint, useBreakpoints } from '../../stores/server-cache/breakpoint-store.ts'
import { cx } from '../../widgets/cx.ts'
import styles from './break-dot.module.css'

interface Props {
  readonly span: Span
  readonly className?: string | undefined
  readonly style?: React.CSSProperties | undefined
  /** Leaves out the place that sets a breakpoint. */
  readonly onlySet?: boolean
  /** For the pointer alone: what it belongs to says itself that a breakpoint is set. */
  readonly mute?: boolean
}

/**
 * The gutter mark of a step or phase: red if a breakpoint is set there, and pressing it removes it. Without one it is a
 * place for the pointer that sets one; the keyboard has the key F9 and the step’s menu for that.
 */
export function BreakDot({ span, className, style, onlySet = false, mute = false }: Props) {
  const list = useBreakpoints((state) => state.list)
  const set = list.length === 0 ? [] : breakpointsOn(span, list)
  const [first] = breakpointsFor(span)
  if (set.length === 0) {
    if (first === undefined || onlySet) return null
    return (
      <span
        className={cx(styles.dot, className)}
        style={style}
        aria-hidden="true"
        title={`Set breakpoint ${breakpointText(first)} (F9)`}
        onClick={(event) => {
          event.stopPropagation()
          void toggleBreakpoint(first)
        }}
      />
    )
  }
  const name = `Remove breakpoint ${set.map(({ at }) => breakpointText(at)).join(', ')}`
  const look = {
    className: cx(styles.dot, styles.set, set.every(({ active }) => !active) && styles.off, className),
    style,
    title: name,
    onClick: (event: MouseEvent) => {
      event.stopPropagation()
      void removeBreakpoints(set)
    },
  }
  return mute ? <span {...look} aria-hidden="true" /> : <button type="button" {...look} aria-label={name} />
}
