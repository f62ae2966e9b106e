import { CircleCheck, CircleDashed, CircleX } from 'lucide-react'
import { assertNever } from '../../../../src-shared/base/assert-never.ts'
import { failureText, type LaneOutcome } from '../../../../src-shared/comparison/lane-outcome.ts'
import { testCountText } from '../../../../src-shared/test-output/test-count-text.ts'
import { agreeing, type TestReport } from '../../../../src-shared/test-output/test-report.ts'
import { checkText, laneState, type ShownLane } from '../../../parts/lanes/lane-text.ts'
import styles from './figure-table.module.css'

interface Props {
  readonly shown: ShownLane
  readonly outcome: LaneOutcome
}

/** A lane's result: its tests if known, otherwise the result of the check or run; while it works, its status. */
export function LaneTests({ shown, outcome }: Props) {
  const words = checkText(shown.lane)
  const title = words === null ? undefined : `${words.before}${words.word}${words.after}`
  const score = shown.lane.checkResult?.score ?? null
  return (
    <span className={styles.tests} data-outcome={outcome.kind} title={title}>
      <Mark kind={outcome.kind} />
      {outcomeText(shown, outcome)}
      {score !== null && <small>score {score}</small>}
    </span>
  )
}

function Mark({ kind }: { readonly kind: LaneOutcome['kind'] }) {
  if (kind === 'passed') return <CircleCheck size={14} aria-hidden="true" />
  if (kind === 'failed') return <CircleX size={14} aria-hidden="true" />
  return <CircleDashed size={14} aria-hidden="true" />
}

function outcomeText(shown: ShownLane, outcome: LaneOutcome): string {
  switch (outcome.kind) {
    case 'open':
      return laneState(shown).words
    case 'unchecked':
      return 'not checked'
    case 'passed':
      return countsOf(outcome.tests, true) ?? 'passes'
    case 'failed':
      return failedText(shown, outcome)
    default:
      return assertNever(outcome)
  }
}

function countsOf(tests: TestReport | null, hasPassed: boolean): string | null {
  const report = agreeing(tests, hasPassed)
  return report === null ? null : testCountText(report)
}

function failedText({ lane }: ShownLane, outcome: Extract<LaneOutcome, { kind: 'failed' }>): string {
  const counts = countsOf(outcome.tests, false)
  const exitCode = lane.checkResult?.exitCode ?? null
  return counts ?? (outcome.why === 'check' && exitCode !== null ? `fails, exit ${exitCode}` : failureText(outcome))
}
