import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { formatCost, formatCount, formatDuration } from '../../../../src-shared/base/format.ts'
import { spanTime } from '../../../../src-shared/run/time/work-times.ts'
import type { RunView, Span } from '../../../../src-shared/run/view/run-view.ts'
import { isListed } from '../../../../src-shared/timeline/span-bars.ts'
import { spanFacts } from '../../../run/span-facts.ts'
import { spanLabel, spanType, stateOfSpan } from '../../../run/span-names.ts'
import { useByShape } from '../../../stores/runs/use-by-shape.ts'
import { select, useSelection } from '../../../stores/session/selection-store.ts'
import { cx } from '../../../widgets/cx.ts'
import { BreakDot } from '../../breakpoints/break-dot.tsx'
import { listCsv } from '../model/csv.ts'
import type { ShownEffect } from '../model/effect-levels.ts'
import { kindsOf, toolLegend } from '../model/legend-kinds.ts'
import { type SpanOrder, sortSpans } from '../model/sort-spans.ts'
import { CsvMenu } from './csv-menu.tsx'
import { EffectSwatch } from './effect-swatch.tsx'
import styles from './span-table.module.css'
import swatch from './swatch.module.css'

interface SpanTableProps {
  readonly runId: string
  readonly view: RunView
  /** Indices to show; null shows all. */
  readonly only: readonly number[] | null
  /** Omits columns that do not fit next to another list. */
  readonly narrow?: boolean
  /** Colors the spans whose effect is known, by index, and names it; null: by their kind. */
  readonly effects?: ReadonlyMap<number, ShownEffect> | null
}
const rowHeight = 26

/** All spans of the run as a virtualized list. */
export function SpanTable({ runId, view, only, narrow = false, effects = null }: SpanTableProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const [order, setOrder] = useState<SpanOrder>('start')
  const still = useByShape(view, view.spans, view.shape)
  const shown = useMemo(() => sortSpans(still, only ?? listed(still), order), [only, still, order])
  const selectedPath = useSelection(({ selected }) => (selected?.runId === runId ? selected.path : null))
  const at = selectedPath === null ? -1 : shown.indexOf(view.at.get(selectedPath) ?? -1)
  const list = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  })
  useEffect(() => {
    if (at >= 0) list.scrollToIndex(at, { align: 'auto' })
  }, [at, list])
  const go = (to: number) => {
    const span = view.spans[shown[to] ?? -1]
    if (span !== undefined) select({ runId, path: span.path }, 'timeline')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: at + 1, ArrowUp: Math.max(0, at - 1), Home: 0, End: shown.length - 1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    event.stopPropagation()
    // The focused row may be unmounted by scrolling; the list then keeps the focus until the next row takes it.
    scroller.current?.focus({ preventScroll: true })
    go(Math.min(step, shown.length - 1))
  }
  if (shown.length === 0) return <p className={styles.noSpans}>Nothing to list.</p>
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys bubble here from the focused item.
    <div
      ref={scroller}
      className={cx(styles.table, narrow && styles.narrow)}
      tabIndex={-1}
      data-own-arrows=""
      onKeyDown={onKeyDown}
    >
      <ListHead order={order} onOrder={setOrder} csv={() => listCsv(view, shown)} />
      <ul aria-label="Spans" style={{ height: list.getTotalSize() }}>
        {list.getVirtualItems().map(({ index, start }) => {
          const span = view.spans[shown[index] ?? -1]
          if (span === undefined) return null
          const isStop = index === Math.max(0, at)
          return (
            <li
              key={span.path}
              aria-setsize={shown.length}
              aria-posinset={index + 1}
              style={{ top: start, height: rowHeight }}
            >
              <SpanRow
                span={span}
                view={view}
                effect={effects?.get(shown[index] ?? -1) ?? null}
                isFaded={effects !== null}
                selected={index === at}
                tabIndex={isStop ? 0 : -1}
                onSelect={() => go(index)}
              />
              <BreakDot span={span} className={styles.breakDot} />
            </li>
          )
        })}
      </ul>
    </div>
  )
}

const orders: readonly { readonly order: SpanOrder; readonly title: string; readonly place: string | undefined }[] = [
  { order: 'tokens', title: 'Tokens', place: styles.rowTokens },
  { order: 'cost', title: 'Cost', place: styles.rowCost },
  { order: 'start', title: 'Start', place: styles.rowStart },
  { order: 'took', title: 'Took', place: styles.rowTook },
]

interface ListHeadProps {
  readonly order: SpanOrder
  readonly onOrder: (order: SpanOrder) => void
  readonly csv: () => string
}

/** Selects the order of the list: by start, or largest first. */
function ListHead({ order, onOrder, csv }: ListHeadProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms.
    <div className={cx(styles.row, styles.head)} role="group" aria-label="Sort by">
      <span className={styles.csv}>
        <CsvMenu name="spans" text={csv} />
      </span>
      {orders.map((each) => (
        <button
          key={each.order}
          type="button"
          className={each.place}
          aria-pressed={order === each.order}
          onClick={() => onOrder(each.order)}
        >
          {each.title}
        </button>
      ))}
    </div>
  )
}

function listed(view: RunView): number[] {
  return view.spans.flatMap((span, index) => (isListed(span) ? [index] : []))
}

interface SpanRowProps {
  readonly span: Span
  readonly view: RunView
  readonly effect: ShownEffect | null
  /** Whether spans without an effect recede. */
  readonly isFaded: boolean
  readonly selected: boolean
  readonly tabIndex: number
  readonly onSelect: () => void
}

/** Its accessible name is that of the span elsewhere: type, label, duration, outcome. */
function SpanRow({ span, view, effect, isFaded, selected, tabIndex, onSelect }: SpanRowProps) {
  const button = useRef<HTMLButtonElement>(null)
  const state = stateOfSpan(span)
  const usage = span.kind === 'model' ? span.reply?.usage : undefined
  useEffect(() => {
    // The focus follows when arrow keys move the selection.
    const from = document.activeElement
    if (selected && from !== button.current && from?.closest('[data-own-arrows]') != null) button.current?.focus()
  }, [selected])
  return (
    <button
      ref={button}
      type="button"
      className={cx(styles.row, selected && styles.rowSelected)}
      aria-pressed={selected}
      tabIndex={tabIndex}
      onClick={onSelect}
    >
      {effect !== null ? (
        <EffectSwatch level={effect.level} />
      ) : (
        <i className={cx(styles.swatch, isFaded ? styles.faded : swatch[swatchOf(span)])} />
      )}
      <span className={styles.rowType}>{spanType(span)}</span>{' '}
      <span className={styles.rowLabel} style={{ paddingLeft: 12 * depthOf(view, span) }}>
        {spanLabel(span)}
      </span>{' '}
      <span className={cx('figure', styles.rowTook)}>{formatDuration(spanTime(view, span, view.lastMs).workMs)}</span>{' '}
      {effect !== null ? (
        <span className={styles.rowFact}>{effect.text}</span>
      ) : state === '' ? (
        <span className={styles.rowFact} aria-hidden="true">
          {spanFacts(span, view, view.lastMs)[0]}
        </span>
      ) : (
        <span className={styles.rowFact}>{state}</span>
      )}
      <span className={cx('figure', styles.rowTokens)} aria-hidden="true">
        {usage === undefined ? '' : formatCount(usage.input + usage.output)}
      </span>
      <span className={cx('figure', styles.rowCost)} aria-hidden="true">
        {span.kind === 'model' && span.cost !== null ? formatCost(span.cost) : ''}
      </span>
      <span className={cx('figure', styles.rowStart)} aria-hidden="true">
        +{formatDuration(span.startMs)}
      </span>
    </button>
  )
}

function depthOf(view: RunView, span: Span): number {
  let depth = 0
  for (let at = span.parent; at !== null && depth < 6; ) {
    const above = view.spans[view.at.get(at) ?? -1]
    if (above === undefined) break
    if (above.kind !== 'branches') depth += 1
    at = above.parent
  }
  return depth
}

function swatchOf(span: Span) {
  if (span.state === 'failed') return 'failed'
  if (span.kind === 'model') return 'model'
  if (kindsOf(span).includes('agent')) return 'agent'
  if (span.kind !== 'tool') return 'phase'
  return toolLegend(span)
}
