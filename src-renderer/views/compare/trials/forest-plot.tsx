import { AxisBottom } from '@visx/axis'
import { scaleLinear } from '@visx/scale'
import { assertNever } from '../../../../src-shared/base/assert-never.ts'
import { percent } from '../../../../src-shared/comparison/batch-text.ts'
import type { BatchResults, Estimate, PairedResults } from '../../../../src-shared/comparison/comparison-results.ts'
import { MiddleCut } from '../../../widgets/middle-cut.tsx'
import { LaneBadge } from '../results/lane-badge.tsx'
import styles from './plots.module.css'
import { useWidth } from './use-width.ts'

/** Which lane succeeds more often: the rate of each lane, then the differences, each with its interval. */
export function ForestPlot({ results: { lanes, paired, effects } }: { readonly results: BatchResults }) {
  return (
    <figure className={styles.plot} aria-label="Which succeeds more often?">
      <figcaption>
        <b>Which succeeds more often?</b> Points with 95&#8239;% intervals: of a lane by its trials
        {paired.length > 1 && `, of differences for all ${paired.length} comparisons at once`}
      </figcaption>
      <Intervals
        domain={[0, 1]}
        ticks={[0, 0.25, 0.5, 0.75, 1]}
        format={percent}
        rows={lanes.map(({ label, name, success, successes, trials }) => ({
          key: label,
          lane: label,
          head: (
            <>
              <LaneBadge label={label} /> <MiddleCut text={name} />
            </>
          ),
          estimate: success,
          words: success === null ? 'no trials yet' : `${successes} of ${trials}`,
        }))}
      />
      <Intervals
        domain={[-1, 1]}
        ticks={[-1, -0.5, 0, 0.5, 1]}
        format={(share) => points(share)}
        rows={(effects ?? paired).map((pair) => ({
          key: pair.lane,
          lane: null,
          tone: pair.success,
          head: (
            <>
              <LaneBadge label={pair.lane} /> compared with <LaneBadge label={pair.against} />
            </>
          ),
          estimate: pair.difference,
          words:
            pair.difference === null
              ? effects === undefined
                ? 'no pairs yet'
                : 'no trials yet'
              : `${points(pair.difference.value)} · ${verdictText(pair)}`,
        }))}
      />
    </figure>
  )
}

const points = (share: number): string => {
  const whole = Math.round(share * 100)
  return whole === 0 ? '0' : `${whole < 0 ? '−' : '+'}${Math.abs(whole)}`
}

function verdictText({ lane, success }: Pick<PairedResults, 'lane' | 'success'>): string {
  switch (success) {
    case 'better':
    case 'worse':
      return `${lane} is ${success}`
    case 'no difference shown':
      return 'no difference shown'
    case 'not enough':
      return 'not enough to tell'
    default:
      return assertNever(success)
  }
}

interface Row {
  readonly key: string
  readonly lane: string | null
  readonly tone?: PairedResults['success']
  readonly head: React.ReactNode
  readonly estimate: Estimate | null
  readonly words: string
}

interface IntervalsProps {
  readonly domain: readonly [number, number]
  readonly ticks: readonly number[]
  readonly format: (value: number) => string
  readonly rows: readonly Row[]
}

const rowHeight = 29

function Intervals({ domain, ticks, format, rows }: IntervalsProps) {
  const [ref, width] = useWidth<HTMLDivElement>()
  const x = scaleLinear({ domain: [...domain], range: [12, Math.max(13, width - 12)] })
  const height = rows.length * rowHeight
  return (
    <div className={styles.forest}>
      <ul className={styles.heads}>
        {rows.map(({ key, head, words }) => (
          <li key={key}>
            {head} <span className="unseen">{words}</span>
          </li>
        ))}
      </ul>
      <div ref={ref}>
        <svg width={width} height={height + 20} aria-hidden="true">
          {ticks.map((tick) => (
            <line
              key={tick}
              x1={x(tick)}
              x2={x(tick)}
              y1={0}
              y2={height}
              className={styles.grid}
              data-zero={tick === 0 || undefined}
            />
          ))}
          {rows.map(({ key, lane, tone, estimate }, at) =>
            estimate === null ? null : (
              <g
                key={key}
                transform={`translate(0, ${at * rowHeight + rowHeight / 2})`}
                data-lane={lane ?? undefined}
                data-tone={tone}
              >
                <line
                  x1={x(Math.max(domain[0], estimate.from))}
                  x2={x(Math.min(domain[1], estimate.to ?? domain[1]))}
                  className={styles.interval}
                />
                <circle cx={x(estimate.value)} r={4.5} className={styles.estimate} />
              </g>
            ),
          )}
          <AxisBottom
            top={height}
            scale={x}
            tickValues={[...ticks]}
            hideAxisLine
            hideTicks
            tickFormat={(value) => format(Number(value))}
            tickLabelProps={tickLabel}
          />
        </svg>
      </div>
      <ul className={styles.figures} aria-hidden="true">
        {rows.map(({ key, words }) => (
          <li key={key}>{words}</li>
        ))}
      </ul>
    </div>
  )
}

/** In the window's number format instead of the library's. */
export const tickLabel = {
  className: styles.tick ?? '',
  fill: 'currentColor',
  fontSize: 11,
  textAnchor: 'middle',
  dy: 2,
} as const
