import { ChevronRight } from 'lucide-react'
import { memo } from 'react'
import {
  counted,
  formatCost,
  formatCount,
  formatDuration,
  formatFixed,
  formatTokens,
} from '../../../../src-shared/base/format.ts'
import { formatScore } from '../../../../src-shared/comparison/batch-text.ts'
import type {
  BatchResults,
  Estimate,
  LaneResults,
  Measure,
  PairedResults,
} from '../../../../src-shared/comparison/comparison-results.ts'
import { measures } from '../../../../src-shared/comparison/comparison-results.ts'
import { laneColumns } from '../../../../src-shared/comparison/shown/lane-columns.ts'
import type { ShownTrial } from '../../../../src-shared/comparison/shown/shown-trial.ts'
import { DataTable } from '../../../widgets/data-table.tsx'
import { LaneBadge } from '../results/lane-badge.tsx'
import { ForestPlot } from './forest-plot.tsx'
import { PricePlot } from './price-plot.tsx'
import { StripPlot } from './strip-plot.tsx'
import styles from './trials.module.css'

const formats: { readonly [M in Measure]: (value: number) => string } = {
  time: formatDuration,
  tokens: formatTokens,
  cost: formatCost,
}
const titles: { readonly [M in Measure]: string } = { time: 'Working time', tokens: 'Tokens', cost: 'Cost' }

/** Plots of single trials and of each lane's interval tell nothing with more lanes; the matrix does. */
const maxPlotted = 8

interface Props {
  readonly results: BatchResults
  readonly trials: readonly ShownTrial[]
  readonly onOpen: (trial: ShownTrial) => void
}

/**
 * The results of the trials: plots first, then the figures; the statements with their statistical tests are in a fold.
 */
export function Results({ results, trials, onOpen }: Props) {
  const { lanes, paired, words, effects } = results
  const some = lanes.some(({ success }) => success !== null) && lanes.length <= maxPlotted
  return (
    <section className={styles.results} aria-label="Results">
      {some && (
        <>
          <div className={styles.plots}>
            <ForestPlot results={results} />
            <PricePlot lanes={lanes} />
          </div>
          <p className={styles.legend} aria-hidden="true">
            Each mark is a trial: <b>●</b> passed, <b data-tone="bad">✕</b> failed, <b>|</b> median.{' '}
            {effects === undefined && 'Thin lines join pairs. '}Click a mark to open its run.
          </p>
          <div className={styles.strips}>
            {measures
              .filter((measure) => lanes.some(({ spread }) => (spread[measure]?.most ?? 0) > 0))
              .map((measure) => (
                <StripPlot
                  key={measure}
                  title={titles[measure]}
                  measure={measure}
                  format={measure === 'tokens' ? formatCount : formats[measure]}
                  lanes={lanes}
                  trials={trials}
                  areForks={effects !== undefined}
                  onOpen={onOpen}
                />
              ))}
          </div>
        </>
      )}
      <LaneTable lanes={lanes} />
      <details className={styles.fold}>
        <summary>
          <ChevronRight size={14} aria-hidden="true" />
          Details and statistical tests
        </summary>
        <ul className={styles.words}>
          {words.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
        {paired.length > 0 && (
          <p className={styles.note}>
            Intervals of time, tokens and cost hold for all three at once, and so are wider than one by itself.
          </p>
        )}
        {paired.map((each) => (
          <PairedTable key={each.lane} paired={each} comparisons={paired.length} />
        ))}
      </details>
    </section>
  )
}

/** Drawn anew with new results only, not with every trial that ends. */
const LaneTable = memo(function LaneTable({ lanes }: { readonly lanes: readonly LaneResults[] }) {
  const columns = laneColumns(lanes)
  return (
    <DataTable caption="Figures of the lanes">
      <thead>
        <tr>
          <th scope="col">Lane</th>
          {columns.map(({ key, head, hint }) => (
            <th key={key} scope="col" title={hint}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lanes.map((lane) => (
          <tr key={lane.label}>
            <th scope="row">
              <LaneBadge label={lane.label} /> {lane.name}
            </th>
            {columns.map(({ key, text }) => (
              <td key={key}>{text(lane)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </DataTable>
  )
})

interface PairedProps {
  readonly paired: PairedResults
  /** Among which the error rate is divided. */
  readonly comparisons: number
}

const tones = { better: 'ok', worse: 'bad', 'no difference shown': 'plain', 'not enough': 'plain' } as const

const PairedTable = memo(function PairedTable({ paired, comparisons }: PairedProps) {
  const { lane, against, pairs, wins, losses, difference, p, success } = paired
  const points = signed((value) => `${formatFixed(value * 100, 0)} points`)
  return (
    <DataTable captionShown caption={`Lane ${lane} compared with lane ${against}, ${counted(pairs, 'pair')}`}>
      <thead>
        <tr>
          <th scope="col">Measure</th>
          <th scope="col">Difference, 95 %{comparisons > 1 ? ` for all ${comparisons} comparisons at once` : ''}</th>
          <th scope="col">Verdict on {lane}</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">Success</th>
          <td>
            {difference === null ? '—' : estimateText(difference, points)}
            {pairs > 0 && (
              <small>
                {' '}
                only {lane} {wins}, only {against} {losses}, p {p < 0.001 ? '< 0.001' : formatFixed(p, 3)}
              </small>
            )}
          </td>
          <td data-tone={tones[success]}>{success}</td>
        </tr>
        {paired.measures.map(({ measure, difference: by, verdict }) => (
          <tr key={measure}>
            <th scope="row">{titles[measure]}</th>
            <td>{by === null ? '—' : estimateText(by, signed(formats[measure]))}</td>
            <td data-tone={tones[verdict]}>{verdict}</td>
          </tr>
        ))}
        {paired.score !== null && (
          <tr>
            <th scope="row">Score</th>
            <td>
              {paired.score.difference === null ? '—' : estimateText(paired.score.difference, signed(formatScore))}
            </td>
            <td data-tone={tones[paired.score.verdict]}>{paired.score.verdict}</td>
          </tr>
        )}
      </tbody>
    </DataTable>
  )
})

const estimateText = ({ value, from, to }: Estimate, format: (value: number) => string): string =>
  `${format(value)} [${format(from)}, ${to === null ? 'no upper end' : format(to)}]`

const signed =
  (format: (value: number) => string) =>
  (value: number): string =>
    value === 0 ? format(0) : `${value < 0 ? '−' : '+'}${format(Math.abs(value))}`
