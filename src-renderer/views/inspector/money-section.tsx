import { useMemo, useState } from 'react'
import { counted, formatPercent } from '../../../src-shared/base/format.ts'
import { costText, tokenCountText } from '../../../src-shared/run/totals-text.ts'
import type { RunView } from '../../../src-shared/run/view/run-view.ts'
import { type MoneyBy, type MoneyPart, moneySplit } from '../../run/outcome/money-split.ts'
import { useByShape } from '../../stores/runs/use-by-shape.ts'
import { cx } from '../../widgets/cx.ts'
import styles from './inspector.module.css'
import summary from './run-summary.module.css'
import { Section } from './section.tsx'

const colors = 6

/** Where the money went, by role or by phase; shares are by tokens if no price is known. */
export function MoneySection({ view }: { readonly view: RunView }) {
  const [by, setBy] = useState<MoneyBy>('role')
  const still = useByShape(view, view.spans, view.shape)
  const parts = useMemo(() => moneySplit(still, by), [still, by])
  // There is nothing to share out of what is not reported.
  if (parts.every(({ share }) => share === 0)) return null
  const paid = parts.some(({ use }) => (use.cost ?? 0) > 0)
  return (
    <Section title={paid ? 'Where the money went' : 'Where the tokens went'}>
      <div className={summary.bar} aria-hidden="true">
        {parts.map((part, at) => (
          <i key={part.name} className={colorOf(at)} style={{ flex: part.share }} />
        ))}
      </div>
      <table className={summary.money}>
        <tbody>
          {parts.map((part, at) => (
            <Row key={part.name} part={part} at={at} paid={paid} />
          ))}
        </tbody>
      </table>
      <button type="button" className={styles.more} onClick={() => setBy(by === 'role' ? 'phase' : 'role')}>
        {by === 'role' ? 'By phase' : 'By role'}
      </button>
    </Section>
  )
}

const colorOf = (at: number): string | undefined => summary[`part${at % colors}`]

function Row({ part, at, paid }: { readonly part: MoneyPart; readonly at: number; readonly paid: boolean }) {
  return (
    <tr>
      <th scope="row" title={`${part.name} ${part.model}`}>
        <i className={cx(summary.dot, colorOf(at))} aria-hidden="true" />
        {part.name}
        <span className={summary.model}>{part.model}</span>
      </th>
      <td>{counted(part.calls, part.isAgent ? 'prompt' : 'call')}</td>
      <td className="figure">{paid ? costText(part.use) : tokenCountText(part.use)}</td>
      <td className="figure">
        {part.share === 0 && part.use.unreported !== undefined ? '' : formatPercent(part.share)}
      </td>
    </tr>
  )
}
