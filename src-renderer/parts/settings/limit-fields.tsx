import { useState } from 'react'
import { type Budget, bytesLimit } from '../../../src-shared/strategy/task.ts'
import field from '../../widgets/controls/field.module.css'
import { Row } from './page.tsx'
import styles from './settings.module.css'

interface Limit {
  readonly name: Exclude<keyof Budget, 'soft' | 'atLimit'>
  readonly label: string
  readonly hint: string
  /** The size of the shown unit, in units of the budget. */
  readonly unit: number
  readonly whole: boolean
}
const limits: readonly Limit[] = [
  { name: 'cost', label: 'Cost', hint: 'US dollars; counts only models with a price', unit: 1, whole: false },
  { name: 'tokens', label: 'Tokens', hint: 'Input and output together', unit: 1, whole: true },
  {
    name: 'wallMs',
    label: 'Time',
    hint: 'Minutes of work, not counting time waiting for you',
    unit: 60_000,
    whole: false,
  },
  { name: 'modelCalls', label: 'Model calls', hint: 'Requests to the model', unit: 1, whole: true },
  { name: 'toolCalls', label: 'Tool calls', hint: 'Reads, edits and commands', unit: 1, whole: true },
  { name: 'bytes', label: 'Log', hint: 'Megabytes a run can write to its log', unit: 1_000_000, whole: true },
  { name: 'steps', label: 'Steps', hint: 'All steps of the strategy, including phases', unit: 1, whole: true },
]

interface Props {
  readonly budget: Budget
  readonly onChange: (budget: Budget) => void
}

/** The limits of a run, one field each; an empty field means no limit. */
export function LimitFields({ budget, onChange }: Props) {
  return (
    <div className={styles.rows}>
      {limits.map((limit) => (
        <Row key={limit.name} label={limit.label} hint={limit.hint}>
          <LimitField
            limit={limit}
            value={limit.name === 'bytes' ? bytesLimit(budget) : budget[limit.name]}
            onChange={(value) => onChange({ ...budget, [limit.name]: value })}
          />
        </Row>
      ))}
    </div>
  )
}

interface FieldProps {
  readonly limit: Limit
  readonly value: number | null
  readonly onChange: (value: number | null) => void
}

function LimitField({ limit, value, onChange }: FieldProps) {
  const [typed, setTyped] = useState(value === null ? '' : String(value / limit.unit))
  const read = readLimit(typed, limit)
  const keep = () => {
    if (read !== undefined && read !== value) onChange(read)
  }
  return (
    <input
      className={`${field.input} ${styles.figure}`}
      aria-label={`${limit.label}, ${limit.hint}`}
      aria-invalid={read === undefined}
      title={read === undefined ? 'Enter a number above 0, or leave empty.' : undefined}
      inputMode="decimal"
      placeholder="no limit"
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={keep}
      onKeyDown={(event) => event.key === 'Enter' && keep()}
    />
  )
}

/** Undefined if the input is not a valid limit; null if it is empty. */
function readLimit(typed: string, { unit, whole }: Limit): number | null | undefined {
  const text = typed.trim().replace(',', '.')
  if (text === '') return null
  const value = Number(text) * unit
  return Number.isFinite(value) && value > 0 && (!whole || Number.isInteger(value)) ? value : undefined
}
