import { useState } from 'react'
import { counted, formatFixed, formatNumber } from '../../../../src-shared/base/format.ts'
import { allPairs, allPairsNote, lanePairText } from '../../../../src-shared/comparison/race/all-pairs.ts'
import type { ShownBatch } from '../../../stores/server-cache/held-batch.ts'
import { Button } from '../../../widgets/controls/button.tsx'
import { DataTable } from '../../../widgets/data-table.tsx'
import { LaneBadge } from '../results/lane-badge.tsx'
import styles from './trials.module.css'

/** So many pairs are listed at first: those of six lanes. */
const maxPairs = 15

/** Compares each pair of lanes, if there are more than two lanes. */
export function AllPairs({ batch, trials, results }: Pick<ShownBatch, 'batch' | 'trials' | 'results'>) {
  const [whole, show] = useState(false)
  const pairs = allPairs(batch, trials, results.paired)
  if (pairs.length === 0) return null
  const isLong = pairs.length > maxPairs
  // Of very many, those that are decided come first.
  const sorted = isLong ? pairs.toSorted((one, other) => (one.p ?? 1) - (other.p ?? 1)) : pairs
  return (
    <section aria-label="All pairs">
      <DataTable caption="All pairs of lanes by success">
        <thead>
          <tr>
            <th scope="col">Lanes</th>
            <th scope="col">Pairs</th>
            <th scope="col">Only one succeeds</th>
            <th scope="col">p, corrected</th>
            <th scope="col">Verdict</th>
          </tr>
        </thead>
        <tbody>
          {sorted.slice(0, whole ? undefined : maxPairs).map((pair) => {
            const { one, other, onlyOne, onlyOther, p, ahead } = pair
            return (
              <tr key={`${one}${other}`}>
                <th scope="row">
                  <LaneBadge label={one} /> and <LaneBadge label={other} />
                </th>
                <td>{formatNumber(pair.pairs)}</td>
                <td>
                  {one} {onlyOne}, {other} {onlyOther}
                </td>
                <td>{p === null ? '—' : p < 0.001 ? '< 0.001' : formatFixed(p, 3)}</td>
                <td data-tone={ahead === null ? 'plain' : 'ok'}>{lanePairText(pair, batch.certainty)}</td>
              </tr>
            )
          })}
        </tbody>
      </DataTable>
      {isLong && (
        <Button small look="quiet" aria-expanded={whole} onClick={() => show(!whole)}>
          {whole ? 'Show fewer pairs' : `Show all ${counted(pairs.length, 'pair')} of lanes`}
        </Button>
      )}
      <p className={styles.note}>{allPairsNote(batch, pairs)}</p>
    </section>
  )
}
