import { CircleCheck, CircleX, LoaderCircle, Scale } from 'lucide-react'
import type { Comparison } from '../../../../src-shared/comparison/comparison.ts'
import { comparisonHeadline } from '../../../../src-shared/comparison/comparison-headline.ts'
import {
  type JudgedLane,
  type KeepReason,
  keptText,
  laneToKeep,
} from '../../../../src-shared/comparison/lane-ranking.ts'
import { copyLaneSetUp } from '../../../parts/lanes/lane-drafts.ts'
import type { ShownLane } from '../../../parts/lanes/lane-text.ts'
import { setUpComparison } from '../../../stores/server-cache/comparisons.ts'
import { Button } from '../../../widgets/controls/button.tsx'
import { Differences } from './differences.tsx'
import { JudgeMenu } from './judge-menu.tsx'
import { KeepLane } from './keep-lane.tsx'
import { LaneDiffs } from './lane-diff.tsx'
import { useJudgedLanes } from './use-judged-lanes.ts'
import styles from './verdict-strip.module.css'
import { Verdicts } from './verdicts.tsx'

interface Props {
  readonly comparison: Comparison
  readonly lanes: readonly ShownLane[]
}

/** Reasons that the headline does not already say. */
const decides: ReadonlySet<KeepReason> = new Set(['cost', 'time', 'tokens', 'first'])

/**
 * The result of a comparison at a glance: the verdict in words and numbers, the differences, and which lane to keep.
 */
export function VerdictStrip({ comparison, lanes }: Props) {
  const judged = useJudgedLanes(lanes)
  const { verdicts, state } = comparison
  const keep = laneToKeep(comparison, judged)
  return (
    <section className={styles.strip} aria-label="Result">
      <div className={styles.line}>
        <Mark judged={judged} />
        <h2 className={styles.headline}>{comparisonHeadline(judged, comparison.check?.better)}</h2>
        <KeepLane comparison={comparison} lanes={lanes} keep={keep} />
      </div>
      <div className={styles.line}>
        <div className={styles.about}>
          <Differences lanes={comparison.lanes} />
          <p className={styles.message}>
            <span title={comparison.message}>“{comparison.message}”</span>
            {keep !== null && decides.has(keep.reason) && (
              <span className={styles.reason}>{keptText(keep, judged.length)}</span>
            )}
            <Caveat comparison={comparison} judged={judged} />
          </p>
        </div>
        <div className={styles.tools}>
          {(verdicts.some(({ by }) => by !== 'check') || state === 'judging') && <Verdicts comparison={comparison} />}
          <LaneDiffs comparison={comparison} />
          <JudgeMenu comparison={comparison} lanes={lanes} />
        </div>
      </div>
    </section>
  )
}

/** Conveyed by shape as well as color: a tick only if every lane succeeds. */
function Mark({ judged }: { readonly judged: readonly JudgedLane[] }) {
  const kinds = new Set(judged.map(({ outcome }) => outcome.kind))
  const props = { size: 18, 'aria-hidden': true, className: styles.mark } as const
  if (kinds.has('open')) return <LoaderCircle {...props} />
  if (!kinds.has('failed'))
    return kinds.has('unchecked') ? <Scale {...props} /> : <CircleCheck {...props} data-tone="ok" />
  return kinds.size > 1 ? <Scale {...props} /> : <CircleX {...props} data-tone="bad" />
}

/** What the headline does not prove, and what would prove it. */
function Caveat({ comparison, judged }: { readonly comparison: Comparison; readonly judged: readonly JudgedLane[] }) {
  const [turn] = comparison.lanes.flatMap((lane) => lane.turnId ?? [])
  if (judged.some(({ outcome }) => outcome.kind === 'open') || turn === undefined) return null
  const repeat = () =>
    setUpComparison({ kind: 'turn', turnId: turn }, comparison.message, comparison.lanes.map(copyLaneSetUp), 10)
  const failing = judged.filter(({ outcome }) => outcome.kind === 'failed')
  const unranked = failing.length > 0 && failing.length < judged.length
  return (
    <span className={styles.caveat}>
      {unranked && 'Lanes that fail are not ranked by time, tokens or cost. '}
      One run each, so this may be due to chance.{' '}
      <Button small look="quiet" onClick={repeat}>
        Repeat 10 times…
      </Button>
    </span>
  )
}
