import { Repeat } from 'lucide-react'
import { useState } from 'react'
import {
  type Disagreement,
  detectablePoints,
  powerText,
  withFirst,
} from '../../../../src-shared/comparison/power-text.ts'
import { TextField } from '../../../widgets/controls/text-field.tsx'
import { offeredRepeats, proposedRepeats, repeatsText, whyText } from './repeats-text.ts'
import styles from './set-up.module.css'
import type { TrialsDraft } from './trials-draft.ts'

interface Props {
  readonly draft: TrialsDraft
  readonly change: (part: Partial<TrialsDraft>) => void
  readonly lanes: number
  readonly tasks: number
  /** How often lanes disagreed at these tasks before; null if it is not known. */
  readonly known: Disagreement | null
}

/** The number of repeats per lane, and what that number can show, before anything is spent. */
export function RepeatsRow({ draft, change, lanes, tasks, known }: Props) {
  const [why, setWhy] = useState(false)
  const isOffered = offeredRepeats.some((each) => each === draft.repeats)
  return (
    <section className={styles.setting} aria-label="Repeats">
      <h3>
        <Repeat size={14} aria-hidden="true" />
        Repeats
      </h3>
      <div className={styles.settingBody}>
        <div className={styles.repeats} role="radiogroup" aria-label="Repeats of every task">
          {offeredRepeats.map((repeats) => {
            const { title, summary } = repeatsText(repeats, detectablePoints(repeats * tasks, withFirst(lanes), known))
            return (
              <label key={repeats} className={styles.repeat} data-chosen={draft.repeats === repeats || undefined}>
                <input
                  type="radio"
                  className="unseen"
                  name="repeats"
                  checked={draft.repeats === repeats}
                  onChange={() => change({ repeats })}
                />
                <b>{repeats}</b>
                <span>
                  {title}
                  <small>{repeats === proposedRepeats ? `${summary}, proposed` : summary}</small>
                </span>
              </label>
            )
          })}
        </div>
        <p className={styles.power}>
          <span>{powerText(draft.repeats, tasks, lanes, known)}</span>
          <button type="button" className={styles.link} aria-expanded={why} onClick={() => setWhy(!why)}>
            Why?
          </button>
        </p>
        {why && (
          <div className={styles.why}>
            <p>{whyText}</p>
            <TextField
              label="Another number of repeats"
              type="number"
              min={1}
              max={1000}
              value={isOffered ? '' : draft.repeats}
              onChange={(event) => {
                const typed = event.target.valueAsNumber
                if (Number.isInteger(typed) && typed >= 1) change({ repeats: Math.min(1000, typed) })
              }}
            />
          </div>
        )}
      </div>
    </section>
  )
}
