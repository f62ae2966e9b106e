import { useState } from 'react'
import type { Leaderboard } from '../../../../src-shared/comparison/leaderboard/leaderboard.ts'
import type { StrategyLine } from '../../../../src-shared/comparison/leaderboard/strategy-lines.ts'
import {
  changeText,
  changeVerdictText,
  firstUseText,
  lineNotes,
  lineText,
  versionSuccessText,
} from '../../../../src-shared/comparison/leaderboard/strategy-lines-text.ts'
import { Select } from '../../../widgets/controls/select.tsx'
import { DataTable } from '../../../widgets/data-table.tsx'
import styles from './leaderboard.module.css'
import { VersionPlot } from './version-plot.tsx'
import own from './versions.module.css'

/** How success went over the versions of a strategy; nothing if no strategy has two. */
export function StrategyVersions({ board: { lines, alpha } }: { readonly board: Leaderboard }) {
  const [key, choose] = useState<string | null>(null)
  const line = lines.find((each) => each.key === key) ?? lines[0]
  if (line === undefined) return null
  return (
    <section className={own.section} aria-label="Over versions">
      <header>
        <h2>Over versions</h2>
        {lines.length === 1 ? (
          <span>{lineText(line)}</span>
        ) : (
          <Select
            name="Strategy"
            value={line.key}
            choices={lines.map((each) => ({ value: each.key, label: lineText(each) }))}
            onChange={choose}
          />
        )}
      </header>
      <div className={own.parts}>
        <VersionPlot line={line} />
        <VersionTable line={line} />
      </div>
      <div className={styles.notes}>
        {lineNotes(line, alpha).map((each) => (
          <p key={each}>{each}</p>
        ))}
      </div>
    </section>
  )
}

const tones = { better: 'ok', worse: 'bad', 'not enough': 'plain' } as const

function VersionTable({ line: { versions } }: { readonly line: StrategyLine }) {
  return (
    <DataTable caption="Versions in the order of their first use">
      <thead>
        <tr>
          <th scope="col">Version</th>
          <th scope="col">First used</th>
          <th scope="col">Success</th>
          <th scope="col">Compared with the one before</th>
          <th scope="col">Verdict</th>
        </tr>
      </thead>
      <tbody>
        {versions.map((each, at) => (
          <tr key={each.version}>
            <th scope="row">
              <span className={own.number}>{at + 1}</span>
              {each.version}
            </th>
            <td>{firstUseText(each)}</td>
            <td>{versionSuccessText(each)}</td>
            <td>{changeText(each.change, at === 0)}</td>
            <td className={own.verdict} data-tone={each.change === null ? 'plain' : tones[each.change.verdict]}>
              {changeVerdictText(each.change)}
            </td>
          </tr>
        ))}
      </tbody>
    </DataTable>
  )
}
