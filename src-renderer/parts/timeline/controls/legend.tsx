import { useMemo } from 'react'
import type { RunView } from '../../../../src-shared/run/view/run-view.ts'
import { shapeOf } from '../../../stores/runs/run-store.ts'
import { useByShape } from '../../../stores/runs/use-by-shape.ts'
import { useTimelineSettings } from '../../../stores/session/timeline-store.ts'
import { type LegendKind, legendKinds, presentKinds, type SpanFilter } from '../model/legend-kinds.ts'
import { manySpans, throttleMs, useThrottled } from '../scale/use-throttled.ts'
import styles from '../timeline.module.css'
import swatch from './swatch.module.css'

interface LegendProps {
  readonly views: readonly RunView[]
  /** The kind whose spans are highlighted; null if none is. */
  readonly only?: SpanFilter | null
  readonly onOnly?: (kind: LegendKind | null) => void
}

/** The colors and shapes of the kinds that are present. A click highlights the spans of one kind. */
export function Legend({ views, only = null, onOnly }: LegendProps) {
  const axis = useTimelineSettings((state) => state.axis)
  const spans = views.reduce((sum, each) => sum + each.spans.length, 0)
  const shape = useThrottled(views.map((each) => shapeOf(each)).join(' '), spans > manySpans ? throttleMs : 0)
  const still = useByShape(views, shape)
  const present = useMemo(() => presentKinds(still), [still])
  const words = axis === 'tokens' ? tokenWords : timeWords
  return (
    <ul className={styles.legend} aria-label="Legend">
      {legendKinds
        .filter((kind) => present.has(kind))
        .map((kind) => (
          <li key={kind}>
            {onOnly === undefined || !(kind in filterable) ? (
              <span className={styles.legendKey}>
                <i className={swatch[kind]} aria-hidden="true" />
                {words[kind]}
              </span>
            ) : (
              <button
                type="button"
                className={styles.legendKey}
                aria-pressed={only === kind}
                title={only === kind ? 'Show all kinds equally' : 'Highlight only these'}
                onClick={() => onOnly(only === kind ? null : kind)}
              >
                <i className={swatch[kind]} aria-hidden="true" />
                {words[kind]}
              </button>
            )}
          </li>
        ))}
    </ul>
  )
}

/** Waiting for the first token is part of a bar, so it can't be highlighted. */
const filterable = { model: true, read: true, edit: true, command: true, own: true, user: true, failed: true }

const timeWords: { readonly [kind in LegendKind]: string } = {
  wait: 'before first token',
  model: 'streaming',
  read: 'reads',
  edit: 'edits',
  command: 'commands',
  own: 'plans, verdicts',
  user: 'waiting for you',
  failed: 'failed',
}
const tokenWords: { readonly [kind in LegendKind]: string } = {
  ...timeWords,
  wait: 'input from cache',
  model: 'new input',
  own: 'output, verdicts',
}
