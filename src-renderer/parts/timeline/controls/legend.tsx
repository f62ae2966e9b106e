import { Shapes } from 'lucide-react'
import { useMemo } from 'react'
import type { RunView } from '../../../../src-shared/run/view/run-view.ts'
import { shapeOf } from '../../../stores/runs/run-store.ts'
import { useByShape } from '../../../stores/runs/use-by-shape.ts'
import { useTimelineSettings } from '../../../stores/session/timeline-store.ts'
import { IconButton } from '../../../widgets/controls/icon-button.tsx'
import { cx } from '../../../widgets/cx.ts'
import { Popover } from '../../../widgets/overlays/popover.tsx'
import { type LegendKind, legendKinds, presentKinds, type SpanFilter } from '../model/legend-kinds.ts'
import { manySpans, throttleMs, useThrottled } from '../scale/use-throttled.ts'
import styles from '../timeline.module.css'
import swatch from './swatch.module.css'

interface LegendProps {
  readonly views: readonly RunView[]
  /** The kind whose spans are highlighted; null if none is. */
  readonly only: SpanFilter | null
  readonly onOnly: (kind: LegendKind | null) => void
}

/**
 * The colors and shapes of the kinds that are present. A click highlights the spans of one kind. If there is no room
 * for them, as next to the length of a critical path, they are in a popover.
 */
export function Legend(props: LegendProps) {
  const kinds = usePresentKinds(props.views)
  const isFiltered = props.only !== null && props.only !== 'path'
  return (
    <>
      {props.only !== 'path' && <LegendList {...props} kinds={kinds} className={styles.legend} />}
      <div className={cx(styles.legendMenu, props.only === 'path' && styles.always)}>
        <Popover
          title="Highlight"
          side="top"
          align="end"
          trigger={
            <IconButton small label="Legend" aria-pressed={isFiltered}>
              <Shapes aria-hidden="true" />
            </IconButton>
          }
        >
          <LegendList {...props} kinds={kinds} className={styles.legendColumn} />
        </Popover>
      </div>
    </>
  )
}

function usePresentKinds(views: readonly RunView[]): ReadonlySet<LegendKind> {
  const spans = views.reduce((sum, each) => sum + each.spans.length, 0)
  const shape = useThrottled(views.map((each) => shapeOf(each)).join(' '), spans > manySpans ? throttleMs : 0)
  const still = useByShape(views, shape)
  return useMemo(() => presentKinds(still), [still])
}

interface ListProps extends Omit<LegendProps, 'views'> {
  readonly kinds: ReadonlySet<LegendKind>
  readonly className: string | undefined
}

function LegendList({ kinds, only, onOnly, className }: ListProps) {
  const axis = useTimelineSettings((state) => state.axis)
  const words = axis === 'tokens' ? tokenText : timeText
  return (
    <ul className={className} aria-label="Legend">
      {legendKinds
        .filter((kind) => kinds.has(kind))
        .map((kind) => (
          <li key={kind}>
            {!(kind in filterable) ? (
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
const filterable = {
  model: true,
  agent: true,
  read: true,
  edit: true,
  command: true,
  server: true,
  own: true,
  user: true,
  failed: true,
}

const timeText: { readonly [kind in LegendKind]: string } = {
  wait: 'before first token',
  model: 'streaming',
  agent: 'other agents',
  read: 'reads',
  edit: 'edits',
  command: 'commands',
  server: 'MCP servers',
  own: 'plans, verdicts',
  user: 'waiting for you',
  failed: 'failed',
}
const tokenText: { readonly [kind in LegendKind]: string } = {
  ...timeText,
  wait: 'input from cache',
  model: 'new input',
  own: 'output, verdicts',
}
