import { Trophy } from 'lucide-react'
import type { Leaderboard } from '../../../../src-shared/comparison/leaderboard/leaderboard.ts'
import { leaderboardNotes } from '../../../../src-shared/comparison/leaderboard/leaderboard-text.ts'
import { useBatches } from '../../../stores/server-cache/batches.ts'
import { showLeaderboard } from '../../../stores/server-cache/comparisons.ts'
import { valueOr } from '../../../stores/server-cache/loadable.ts'
import { useScoreChanges } from '../../../stores/server-cache/score-changes.ts'
import { useAnswer } from '../../../stores/server-cache/use-answer.ts'
import { useWorkbench } from '../../../stores/session/workbench-store.ts'
import { Button } from '../../../widgets/controls/button.tsx'
import { Select } from '../../../widgets/controls/select.tsx'
import { cx } from '../../../widgets/cx.ts'
import { EmptyState } from '../../../widgets/feedback/empty-state.tsx'
import { ErrorState } from '../../../widgets/feedback/error-state.tsx'
import { Skeleton } from '../../../widgets/feedback/skeleton.tsx'
import { ScrollBox } from '../../../widgets/scroll-box.tsx'
import compare from '../compare.module.css'
import { CompareHeader } from '../compare-header.tsx'
import { ImportResults } from './import-results.tsx'
import styles from './leaderboard.module.css'
import { LeaderboardTable } from './leaderboard-table.tsx'
import { OutsideList } from './outside-list.tsx'
import { StrategyVersions } from './strategy-versions.tsx'

/** The strategies of all trials that were run in the project, ranked over the tasks of a set. */
export function LeaderboardPage({ set }: { readonly set: string | null }) {
  const projectId = useWorkbench((state) => state.project?.id ?? null)
  const ended = useBatches(({ list }) => valueOr(list, []).reduce((sum, { counts }) => sum + counts.done, 0))
  const params = projectId === null ? null : { projectId, set }
  const changes = useScoreChanges((state) => state.outside)
  const tasks = useBatches((state) => state.tasks)
  const { answer, again } = useAnswer('leaderboard', params, `${ended} ${changes} ${JSON.stringify(tasks)}`)
  return (
    <div className={compare.page}>
      <CompareHeader title="Leaderboard">
        {projectId !== null && set !== null && <ImportResults projectId={projectId} set={set} />}
        {answer.state === 'ready' && <SetSelect board={answer.value} />}
      </CompareHeader>
      <ScrollBox className={cx(compare.body, styles.body)}>
        {answer.state === 'loading' && <Skeleton lines={6} label="Ranking the trials" />}
        {answer.state === 'failed' && <ErrorState failure={answer.failure} onRetry={again} />}
        {answer.state === 'ready' && <Board board={answer.value} />}
        {projectId !== null && set !== null && <OutsideList projectId={projectId} set={set} />}
      </ScrollBox>
    </div>
  )
}

function Board({ board }: { readonly board: Leaderboard }) {
  if (board.entries.length === 0)
    return (
      <EmptyState
        icon={<Trophy aria-hidden="true" />}
        title="No trials of these tasks yet"
        text="Compare strategies with repeats: each trial that ends counts here, with its strategy’s version, options and models."
        actions={board.sets
          .filter((each) => each !== board.set)
          .slice(0, maxOffered)
          .map((each) => (
            <Button key={each} small onClick={() => showLeaderboard(each)}>
              Show the set {each}
            </Button>
          ))}
      />
    )
  return (
    <>
      <LeaderboardTable entries={board.entries} />
      <div className={styles.notes}>
        {leaderboardNotes(board).map((each) => (
          <p key={each}>{each}</p>
        ))}
      </div>
      <StrategyVersions board={board} />
    </>
  )
}

/** Of more sets, the others are in the list at the top. */
const maxOffered = 4

/** Sets have names; the tasks without one have none. */
const noSet = ''

function SetSelect({ board: { set, sets } }: { readonly board: Leaderboard }) {
  if (sets.length === 0) return null
  return (
    <Select
      name="Task set"
      value={set ?? noSet}
      choices={[
        { value: noSet, label: 'Tasks without a set' },
        ...sets.map((each) => ({ value: each, label: each, group: 'Task sets' })),
      ]}
      onChange={(chosen) => showLeaderboard(chosen === noSet ? null : chosen)}
    />
  )
}
