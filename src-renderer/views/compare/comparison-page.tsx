import { RotateCw, Square } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { Comparison, LaneLabel } from '../../../src-shared/comparison/comparison.ts'
import type { Turn } from '../../../src-shared/run/conversation.ts'
import { ask } from '../../host/host.ts'
import { keepTurnAsTask } from '../../parts/lanes/keep-as-task.ts'
import { laneAsSetUp } from '../../parts/lanes/lane-drafts.ts'
import { type ShownLane, shownLanes } from '../../parts/lanes/lane-text.ts'
import { toastOnFailure } from '../../stores/report.ts'
import { setUpComparison } from '../../stores/server-cache/comparisons.ts'
import { openConversation } from '../../stores/session/conversations.ts'
import { useWorkbench } from '../../stores/session/workbench-store.ts'
import { Button } from '../../widgets/controls/button.tsx'
import { ErrorState } from '../../widgets/feedback/error-state.tsx'
import styles from './compare.module.css'
import { CompareHeader } from './compare-header.tsx'
import { CompareSide } from './compare-side.tsx'
import { LaneColumn } from './lane-column.tsx'
import { Differences } from './results/differences.tsx'
import { LaneBadge } from './results/lane-badge.tsx'
import { ResultBar } from './results/result-bar.tsx'
import { DivergenceNote } from './side-by-side/divergence-note.tsx'
import { Lanes } from './side-by-side/lanes.tsx'
import { OverTimelines } from './side-by-side/over-timelines.tsx'
import type { Divergences, SideRun } from './side-by-side/side-run.ts'

const noTurns: readonly Turn[] = []

/** A comparison: what differs, the lanes side by side, their timelines on one axis, and what comes of it. */
export function ComparisonPage({ comparison }: { readonly comparison: Comparison }) {
  const turns = useWorkbench(({ tree }) =>
    tree?.state === 'ready' && tree.value.conversation.id === comparison.conversationId ? tree.value.turns : noTurns,
  )
  const failure = useWorkbench(({ tree }) => (tree?.state === 'failed' ? tree.failure : null))
  const lanes = useMemo(() => shownLanes(comparison, turns), [comparison, turns])
  const runs = useMemo(() => lanes.flatMap(sideRunOf), [lanes])
  const [divergences, setDivergences] = useState<Divergences>([])
  const [widened, widen] = useState<LaneLabel | null>(null)
  return (
    <div className={styles.page}>
      <CompareHeader title="Comparison">
        <Actions comparison={comparison} />
      </CompareHeader>
      <div className={styles.strip}>
        <p className={styles.stripMessage} title={comparison.message}>
          “{comparison.message}”
        </p>
        <Differences lanes={comparison.lanes} />
        <p className={styles.note}>
          <Alike comparison={comparison} />
        </p>
        {runs.length > 1 && <DivergenceNote runs={runs} divergences={divergences} />}
      </div>
      <OverTimelines
        lanes={lanes.length}
        timelines={runs.length === 0 ? null : <Lanes runs={runs} onDivergence={setDivergences} />}
      >
        <div className={styles.middle}>
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
                  all={lanes}
                  widened={widened === each.lane.label}
                  onWiden={lanes.length < 3 ? null : (wide) => widen(wide ? each.lane.label : null)}
                />
              ))}
          </div>
          <CompareSide lanes={lanes} />
        </div>
      </OverTimelines>
      <ResultBar comparison={comparison} lanes={lanes} />
    </div>
  )
}

const sideRunOf = ({ lane, run }: ShownLane): SideRun[] =>
  run === null ? [] : [{ run, name: `Lane ${lane.label}`, mark: <LaneBadge label={lane.label} /> }]

function Actions({ comparison }: { readonly comparison: Comparison }) {
  const { id: comparisonId, state } = comparison
  const [turn] = comparison.lanes.flatMap((lane) => lane.turnId ?? [])
  const again = () => {
    if (turn !== undefined)
      setUpComparison({ kind: 'turn', turnId: turn }, comparison.message, comparison.lanes.map(laneAsSetUp))
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
            <Button onClick={() => void toastOnFailure(keepTurnAsTask(turn, comparison.check))}>Keep as a task</Button>
          )}
          <Button icon={<RotateCw aria-hidden="true" />} onClick={again}>
            Compare again
          </Button>
        </>
      )}
    </>
  )
}

function Alike({ comparison }: { readonly comparison: Comparison }) {
  const { from, check, dependencies, setUpCommand, order } = comparison
  const folders = { clone: 'cloned', link: 'linked', none: 'left behind' }[dependencies]
  const turns = order === 'parallel' ? 'at the same time' : 'one after another'
  return (
    <>
      Files as at {from.slice(0, 7)}, dependency folders {folders}, lanes {turns},{' '}
      {check === null ? 'no check command' : 'check '}
      {check !== null && <code>{check.command}</code>}
      {setUpCommand !== null && ', set-up '}
      {setUpCommand !== null && <code>{setUpCommand}</code>}.
    </>
  )
}
