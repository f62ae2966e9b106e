import { ChevronRight, Play } from 'lucide-react'
import { counted } from '../../../../src-shared/base/format.ts'
import type { LaneSetUp } from '../../../../src-shared/comparison/comparison.ts'
import { estimateText } from '../../../../src-shared/comparison/plan/estimate-text.ts'
import { planTexts, planWarnings, type TrialsPlan } from '../../../../src-shared/comparison/plan/plan-text.ts'
import { shortPowerText } from '../../../../src-shared/comparison/power-text.ts'
import type { LanesEstimate } from '../../../../src-shared/comparison/run-estimate.ts'
import { Button } from '../../../widgets/controls/button.tsx'
import { cx } from '../../../widgets/cx.ts'
import { Kbd } from '../../../widgets/kbd.tsx'
import compare from '../compare.module.css'
import styles from './set-up.module.css'
import { certaintyOf, isLimited, type TrialsDraft } from './trials-draft.ts'

interface Props {
  readonly lanes: readonly LaneSetUp[]
  /** Null: one run each, side by side. */
  readonly trials: TrialsDraft | null
  readonly tasks: number
  /** What the lanes are likely to take; null while it is not known. */
  readonly found: LanesEstimate | null
  /** Why it can't be started; null if it can. */
  readonly problem: string | null
  readonly starting: boolean
  readonly onStart: () => void
}

/** Always visible: a summary of what will be started, and the start button. */
export function Foot({ lanes, trials, tasks, found, problem, starting, onStart }: Props) {
  const runsEach = trials === null ? 1 : trials.repeats * tasks
  const runs = counted(runsEach * lanes.length, 'run')
  return (
    <footer className={compare.foot}>
      <div className={cx(compare.footLine, styles.footLine)}>
        <div className={styles.plan}>
          <p>
            <strong>
              {trials === null ? runs : `${runs}: ${productText(lanes.length, tasks, trials.repeats)},`} in separate
              copies.
            </strong>{' '}
            Your files do not change{trials === null ? ' until you apply a result' : ''}.
          </p>
          {found !== null && <p role="status">{estimateText(found.lanes, runsEach, trials?.parallel)}</p>}
          {trials !== null && <PlanWords plan={planOf(trials, lanes.length, runsEach)} found={found} />}
        </div>
        <Kbd keys="mod+Enter" />
        <Button
          look="primary"
          icon={<Play aria-hidden="true" />}
          disabled={problem !== null || starting}
          title={problem ?? undefined}
          onClick={onStart}
        >
          {starting ? 'Starting…' : `Start ${runs}`}
        </Button>
      </div>
    </footer>
  )
}

/** What such a number can show and what warns of the plan is always said; how it ends and what holds it up, on demand. */
function PlanWords({ plan, found }: { readonly plan: TrialsPlan; readonly found: LanesEstimate | null }) {
  const warnings = planWarnings(plan, found)
  const others = planTexts(plan, found).filter((each) => !warnings.includes(each))
  return (
    <>
      <p>{[shortPowerText(plan.runsEach, plan.lanes, found?.disagreement ?? null), ...warnings].join(' ')}</p>
      {others.length > 0 && (
        <details>
          <summary>
            <ChevronRight size={14} aria-hidden="true" />
            How these trials end, and their limits
          </summary>
          <ul>
            {others.map((each) => (
              <li key={each}>{each}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

const planOf = (draft: TrialsDraft, lanes: number, runsEach: number): TrialsPlan => ({
  certainty: certaintyOf(draft),
  lanes,
  runsEach,
  parallel: draft.parallel,
  ...(isLimited(draft) && { limits: draft.limits }),
  ...(draft.fair !== null && { fair: draft.fair }),
})

/** `6 lanes × 3 tasks × 10 repeats`, without what there is only one of. */
function productText(lanes: number, tasks: number, repeats: number): string {
  const factors = [counted(lanes, 'lane')]
  if (tasks > 1) factors.push(counted(tasks, 'task'))
  if (repeats > 1) factors.push(counted(repeats, 'repeat'))
  return factors.join(' × ')
}
