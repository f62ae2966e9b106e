import { createPortal } from 'react-dom'
import { formatWorkingTime } from '../../../../src-shared/run/time/run-time.ts'
import { spanTime } from '../../../../src-shared/run/time/work-times.ts'
import type { RunView, Span } from '../../../../src-shared/run/view/run-view.ts'
import { spanFacts } from '../../../run/span-facts.ts'
import { spanLabel, spanType, stateOfSpan } from '../../../run/span-names.ts'
import { EffectSwatch } from '../controls/effect-swatch.tsx'
import type { ShownEffect } from '../model/effect-levels.ts'
import styles from '../timeline.module.css'

export interface TipPosition {
  readonly index: number
  /** Px in the window. */
  readonly x: number
  readonly y: number
}

interface TipProps {
  readonly position: TipPosition
  readonly span: Span
  readonly view: RunView
  readonly nowMs: number
  /** What a what-if found of it; null for nothing. */
  readonly effect?: ShownEffect | null
}

/** A short description of the bar at the pointer. The inspector shows the details. */
export function Tip({ position, span, view, nowMs, effect = null }: TipProps) {
  const left = position.x > innerWidth - 320
  const state = stateOfSpan(span)
  return createPortal(
    <div
      className={styles.tip}
      data-tip=""
      aria-hidden="true"
      style={{
        ...(left ? { right: innerWidth - position.x + 12 } : { left: position.x + 14 }),
        bottom: innerHeight - position.y + 12,
      }}
    >
      <div className={styles.tipHead}>
        <span className={styles.tipType}>{spanType(span)}</span>
        <strong>{spanLabel(span)}</strong>
        <span className="figure">{formatWorkingTime(spanTime(view, span, nowMs))}</span>
      </div>
      {[...(state === '' ? [] : [state]), ...spanFacts(span, view, nowMs)].map((fact) => (
        <div key={fact} className={styles.tipFact}>
          {fact}
        </div>
      ))}
      {effect !== null && (
        <div className={styles.tipFact} data-effect="">
          <EffectSwatch level={effect.level} /> What if: {effect.text}
        </div>
      )}
    </div>,
    document.body,
  )
}
