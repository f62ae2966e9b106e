import { Award } from 'lucide-react'
import type { LeaderboardEntry } from '../../../../src-shared/comparison/leaderboard/leaderboard.ts'
import {
  costPerSuccessText,
  detailsText,
  modelsText,
  rangeText,
  rankText,
  successText,
  timePerSuccessText,
  toTopText,
  unrankedText,
} from '../../../../src-shared/comparison/leaderboard/leaderboard-text.ts'
import { DataTable } from '../../../widgets/data-table.tsx'
import { Pill } from '../../../widgets/pill.tsx'
import styles from './leaderboard.module.css'

/** Ranked entries first; what can't be ranked is grey, with the reason. */
export function LeaderboardTable({ entries }: { readonly entries: readonly LeaderboardEntry[] }) {
  return (
    <DataTable caption="Entries by rank" className={styles.table}>
      <thead>
        <tr>
          <th scope="col">Rank</th>
          <th scope="col">Strategy</th>
          <th scope="col">Models</th>
          <th scope="col" title="95 % interval of this entry by itself, by trials">
            Success
          </th>
          <th
            scope="col"
            title="95 % interval of this difference by itself, over tasks; ranks hold for all entries at once"
          >
            Compared with the top
          </th>
          <th scope="col">Cost per success</th>
          <th scope="col">Time per success</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <Row key={entry.key} entry={entry} />
        ))}
      </tbody>
    </DataTable>
  )
}

function Row({ entry }: { readonly entry: LeaderboardEntry }) {
  const { standing, title, version, models, best, importedFrom } = entry
  const details = detailsText(entry)
  const isRanked = standing.kind === 'ranked'
  return (
    <tr data-ranked={isRanked}>
      <td className={styles.rank}>{isRanked ? rankText(entry) : '–'}</td>
      <th scope="row">
        <span className={styles.title}>{title}</span>
        {best && (
          <Pill tone="ok">
            <Award size={12} aria-hidden="true" /> Best here
          </Pill>
        )}
        {importedFrom !== null && <Pill>Imported</Pill>}
        {standing.kind === 'unranked' && <Pill tone="warn">{capital(unrankedText(standing.reason))}</Pill>}
        <small>{[version, details].filter((each) => each !== null && each !== '').join(' · ')}</small>
      </th>
      <td className={styles.models}>{models.length === 0 ? 'its own' : modelsText(models)}</td>
      <td>
        <Success entry={entry} />
      </td>
      <td className={styles.figure}>{toTopText(entry) || (isRanked ? 'the top' : '')}</td>
      <td className={styles.figure}>{costPerSuccessText(entry)}</td>
      <td className={styles.figure}>{timePerSuccessText(entry)}</td>
    </tr>
  )
}

/** A bar with its interval, and the same in words. */
function Success({ entry }: { readonly entry: LeaderboardEntry }) {
  const { success } = entry
  if (success === null) return '—'
  return (
    <div className={styles.success}>
      <span className={styles.figure}>
        {successText(entry)} <small>({rangeText(entry)})</small>
      </span>
      <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
        <rect className={styles.ground} x="0" y="2" width="100" height="4" />
        <rect
          className={styles.range}
          x={success.from * 100}
          y="2"
          width={((success.to ?? 1) - success.from) * 100}
          height="4"
        />
        <rect className={styles.point} x={Math.min(98.5, success.value * 100)} y="0" width="1.5" height="8" />
      </svg>
    </div>
  )
}

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)
