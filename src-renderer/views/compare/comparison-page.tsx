import { RotateCw, Square } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { Comparison } from '../../../src-shared/comparison/comparison.ts'
import type { LaneLabel } from '../../../src-shared/comparison/lane-label.ts'
import type { Turn } from '../../../src-shared/run/conversation.ts'
import { ask } from '../../host/host.ts'
import { copyLaneSetUp } from '../../parts/lanes/lane-drafts.ts'
import { type ShownLane, shownLanes } from '../../parts/lanes/lane-text.ts'
import { saveTurnAsTask } from '../../parts/lanes/save-as-task.ts'
import { toastOnFailure } from '../../stores/report.ts'
import { useIsPlayedBack } from '../../stores/runs/playback-store.ts'
import { setUpComparison } from '../../stores/server-cache/comparisons.ts'
import { openConversation } from '../../stores/session/conversations.ts'
import { useWorkbench } from '../../stores/session/workbench-store.ts'
import { Button } from '../../widgets/controls/button.tsx'
import { ErrorState } from '../../widgets/feedback/error-state.tsx'
import styles from './compare.module.css'
import { CompareHeader } from './compare-header.tsx'
import { CompareSide } from './compare-side.tsx'
import { LaneResults } from './diff/lane-results.tsx'
import { LaneColumn } from './lane-column.tsx'
import { FigureTable } from './results/figure-table.tsx'
import { InNoSnapshot } from './results/in-no-snapshot.tsx'
import { LaneBadge } from './results/lane-badge.tsx'
import { VerdictStrip } from './results/verdict-strip.tsx'
import { Lanes } from './side-by-side/lanes.tsx'
import { OverTimelines } from './side-by-side/over-timelines.tsx'
import type { SideRun } from './side-by-side/side-run.ts'
import { AlignedSteps } from './steps/aligned-steps.tsx'
import { type Aligned, useAlignedLanes } from './steps/use-aligned-lanes.ts'

const noTurns: readonly Turn[] = []

/** A comparison: the differences, the lanes side by side, their timelines on one axis, and the result. */
export function ComparisonPage({ comparison }: { readonly comparison: Comparison }) {
  const turns = useWorkbench(({ tree }) =>
    tree?.state === 'ready' && tree.value.conversation.id === comparison.conversationId ? tree.value.turns : noTurns,
  )
  const failure = useWorkbench(({ tree }) => (tree?.state === 'failed' ? tree.failure : null))
  const lanes = useMemo(() => shownLanes(comparison, turns), [comparison, turns])
  const runs = useMemo(() => lanes.flatMap(sideRunOf), [lanes])
  const [widened, widen] = useState<LaneLabel | null>(null)
  const aligned = useAlignedLanes(lanes)
  // Differences are only useful between complete runs: until then every lane shows its chat.
  const [wanted, want] = useState<'steps' | 'chats'>('steps')
  const played = useIsPlayedBack(runs[0]?.run.id ?? null)
  const shown = aligned === null || played ? 'chats' : wanted
  const marks = useMemo(() => runs.map(({ run }) => firstPath(aligned, run.id)), [runs, aligned])
  return (
    <div className={styles.page}>
      <CompareHeader title="Comparison">
        {aligned !== null && <ShownAs shown={shown} onChange={want} />}
        <Actions comparison={comparison} />
      </CompareHeader>
      <VerdictStrip comparison={comparison} lanes={lanes} />
      <FigureTable comparison={comparison} lanes={lanes} />
      <InNoSnapshot lanes={lanes} />
      <OverTimelines lanes={lanes.length} timelines={runs.length === 0 ? null : <Lanes runs={runs} marks={marks} />}>
        <div className={styles.middle}>
          {shown === 'steps' && aligned !== null ? (
            <div className={styles.compared}>
              <AlignedSteps {...aligned} />
              <LaneResults comparison={comparison} />
            </div>
          ) : (
            <div className={styles.columns}>
              {failure !== null && (
                <ErrorState failure={failure} onRetry={() => void openConversation(comparison.conversationId)} />
              )}
              {failure === null &&
                lanes.map((each) => (
                  <LaneColumn
                    key={each.lane.label}
                    comparison={comparison}
                    shown={each}
                    widened={widened === each.lane.label}
                    onWiden={lanes.length < 3 ? null : (wide) => widen(wide ? each.lane.label : null)}
                  />
                ))}
            </div>
          )}
          <CompareSide lanes={lanes} />
        </div>
      </OverTimelines>
    </div>
  )
}

/** The first step that matters and that the other runs do not have. */
function firstPath(aligned: Aligned | null, runId: string): string | null {
  const at = aligned?.lanes.findIndex((lane) => lane.runId === runId) ?? -1
  return aligned?.alignment.firstDeeds[at]?.path ?? null
}

interface ShownAsProps {
  readonly shown: 'steps' | 'chats'
  readonly onChange: (shown: 'steps' | 'chats') => void
}

/** Either the lanes' actions side by side, or the whole chat of each lane. */
function ShownAs({ shown, onChange }: ShownAsProps) {
  return (
    <fieldset className={styles.shownAs} aria-label="Show lanes as">
      <Button small look="quiet" aria-pressed={shown === 'steps'} onClick={() => onChange('steps')}>
        What differs
      </Button>
      <Button small look="quiet" aria-pressed={shown === 'chats'} onClick={() => onChange('chats')}>
        Whole chats
      </Button>
    </fieldset>
  )
}

const sideRunOf = ({ lane, run }: ShownLane): SideRun[] =>
  run === null ? [] : [{ run, name: `Lane ${lane.label}`, mark: <LaneBadge label={lane.label} /> }]

function Actions({ comparison }: { readonly comparison: Comparison }) {
  const { id: comparisonId, state } = comparison
  const [turn] = comparison.lanes.flatMap((lane) => lane.turnId ?? [])
  const again = () => {
    if (turn !== undefined)
      setUpComparison({ kind: 'turn', turnId: turn }, comparison.message, comparison.lanes.map(copyLaneSetUp))
  }
  return (
    <>
      {state === 'interrupted' && (
        <Button onClick={() => void toastOnFailure(ask('comparison-resume', { comparisonId }))}>Resume</Button>
      )}
      {state === 'running' || state === 'judging' ? (
        <Button
          icon={<Square aria-hidden="true" fill="currentColor" />}
          onClick={() => void toastOnFailure(ask('comparison-stop', { comparisonId, lane: null }))}
        >
          Stop all
        </Button>
      ) : (
        <>
          {turn !== undefined && (
            <Button onClick={() => void toastOnFailure(saveTurnAsTask(turn, comparison.check))}>
              Save as a test task
            </Button>
          )}
          <Button icon={<RotateCw aria-hidden="true" />} onClick={again}>
            Compare again
          </Button>
        </>
      )}
    </>
  )
}
