import type { LaneLabel } from '../../../../src-shared/comparison/comparison.ts'
import type { Estimate, Spread } from '../../../../src-shared/comparison/comparison-results.ts'
import { LaneBadge } from '../results/lane-badge.tsx'
import styles from './trials.module.css'

/** Everything is drawn on this width, in units of the plot. */
const width = 1000
const height = 24
const middle = height / 2

interface Row<T> {
  readonly label: LaneLabel
  readonly value: T | null
  /** Said where there is none. */
  readonly unknown: string
}

interface PlotProps<T> {
  readonly title: string
  readonly rows: readonly Row<T>[]
  /** How a figure is written. */
  readonly format: (value: number) => string
}

/** Success by lane: a point and the interval around it, on 0 to 100 %. */
export function IntervalPlot({ title, rows, format }: PlotProps<Estimate>) {
  const x = (value: number) => Math.min(1, Math.max(0, value)) * width
  return (
    <Plot title={title} scale={['0 %', '50 %', '100 %']}>
      {rows.map(({ label, value, unknown }) => (
        <PlotRow key={label} label={label} words={value === null ? unknown : estimateWords(value, format)}>
          {value !== null && (
            <>
              <line x1={x(value.from)} x2={x(value.to ?? 1)} y1={middle} y2={middle} className={styles.whisker} />
              <line x1={x(value.from)} x2={x(value.from)} y1={6} y2={height - 6} className={styles.whisker} />
              <line x1={x(value.to ?? 1)} x2={x(value.to ?? 1)} y1={6} y2={height - 6} className={styles.whisker} />
              <rect x={x(value.value) - 5} y={middle - 5} width={10} height={10} className={styles.point} />
            </>
          )}
        </PlotRow>
      ))}
    </Plot>
  )
}

export const estimateWords = ({ value, from, to }: Estimate, format: (value: number) => string): string =>
  `${format(value)} [${format(from)}, ${to === null ? 'no upper end' : format(to)}]`

/** A measure by lane as a box plot on one axis from 0: least, quarters, most. */
export function BoxPlot({ title, rows, format }: PlotProps<Spread>) {
  const top = Math.max(...rows.map(({ value }) => value?.most ?? 0))
  const most = Math.max(top, Number.EPSILON)
  const x = (value: number) => (value / most) * width
  return (
    <Plot title={title} scale={top === 0 ? [format(0)] : [format(0), format(top / 2), format(top)]}>
      {rows.map(({ label, value, unknown }) => (
        <PlotRow key={label} label={label} words={value === null ? unknown : `median ${format(value.median)}`}>
          {value !== null && (
            <>
              <line x1={x(value.least)} x2={x(value.most)} y1={middle} y2={middle} className={styles.whisker} />
              <rect
                x={x(value.lower)}
                y={4}
                width={Math.max(2, x(value.upper) - x(value.lower))}
                height={height - 8}
                className={styles.box}
              />
              <line x1={x(value.median)} x2={x(value.median)} y1={4} y2={height - 4} className={styles.median} />
            </>
          )}
        </PlotRow>
      ))}
    </Plot>
  )
}

function Plot(props: {
  readonly title: string
  readonly scale: readonly string[]
  readonly children: React.ReactNode
}) {
  return (
    <figure className={styles.plot}>
      <figcaption>{props.title}</figcaption>
      <ul>{props.children}</ul>
      <div className={styles.scale} aria-hidden="true">
        {props.scale.map((each, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a mark of the scale is known by its place
          <span key={index}>{each}</span>
        ))}
      </div>
    </figure>
  )
}

function PlotRow(props: { readonly label: LaneLabel; readonly words: string; readonly children: React.ReactNode }) {
  return (
    <li className={styles.plotRow}>
      <LaneBadge label={props.label} />
      <span className="unseen">Lane {props.label}: </span>
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        <line x1={0} x2={width} y1={middle} y2={middle} className={styles.ground} />
        {props.children}
      </svg>
      <span className={styles.plotWords}>{props.words}</span>
    </li>
  )
}
