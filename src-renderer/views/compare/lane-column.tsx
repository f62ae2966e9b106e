import { FoldHorizontal, Square, UnfoldHorizontal } from 'lucide-react'
import { useMemo } from 'react'
import type { Comparison, Lane } from '../../../src-shared/comparison/comparison.ts'
import { laneName } from '../../../src-shared/comparison/lane-results.ts'
import { ask } from '../../host/host.ts'
import { ChatList } from '../../parts/chat/chat-list.tsx'
import { useTurnsAtMoment } from '../../parts/chat/use-turns-at-moment.ts'
import { withEffortText } from '../../run/run-models.ts'
import { toastOnFailure } from '../../stores/report.ts'
import { progressPlace, useComparisons } from '../../stores/server-cache/comparisons.ts'
import { IconButton } from '../../widgets/controls/icon-button.tsx'
import { FailureAlert } from '../../widgets/feedback/alert.tsx'
import { Spinner } from '../../widgets/feedback/spinner.tsx'
import { Pill } from '../../widgets/pill.tsx'
import '../../parts/chat/chat.css'
import '../../parts/chat/chat-cards.css'
import { checkText, laneState, progressText, type ShownLane } from '../../parts/lanes/lane-text.ts'
import { useKnownStrategies } from '../../stores/server-cache/strategy-titles.ts'
import styles from './compare.module.css'
import { LaneBadge } from './results/lane-badge.tsx'

interface Props {
  readonly comparison: Comparison
  readonly shown: ShownLane
  readonly widened: boolean
  /** Null if the lanes are wide enough. */
  readonly onWiden: ((wide: boolean) => void) | null
}

/** One lane: its title, its status, its chat. */
export function LaneColumn({ comparison, shown, widened, onWiden }: Props) {
  const { lane } = shown
  const state = laneState(shown)
  const checked = checkText(lane)
  const name = laneName(lane, useKnownStrategies())
  return (
    <section className={styles.lane} data-widened={widened} aria-label={`Lane ${lane.label}`}>
      <header className={styles.laneHead}>
        <LaneBadge label={lane.label} />
        <h2 className={styles.laneName} title={name}>
          {name}
        </h2>
        <span className={styles.models}>{modelsOf(lane)}</span>
        <span className={styles.gap} />
        {checked !== null && (
          <Pill tone={checked.tone} title={`${checked.before}${checked.word}${checked.after}`}>
            {checked.before !== '' && <span className={styles.wordier}>{checked.before}</span>}
            {checked.word}
            {checked.after !== '' && <span className={styles.wordy}>{checked.after}</span>}
          </Pill>
        )}
        {/* A lane that has been checked is finished, so its status is left out if there is little room. */}
        <span className={styles.laneState} data-said={checked !== null && state.words === 'done'}>
          <Pill tone={state.tone}>{state.words}</Pill>
        </span>
        {isAtWork(shown) && (
          <IconButton
            small
            label={`Stop lane ${lane.label}`}
            onClick={() =>
              void toastOnFailure(ask('comparison-stop', { comparisonId: comparison.id, lane: lane.label }))
            }
          >
            <Square aria-hidden="true" fill="currentColor" />
          </IconButton>
        )}
        {onWiden !== null && (
          <IconButton
            small
            label={`${widened ? 'Narrow' : 'Widen'} lane ${lane.label}`}
            aria-pressed={widened}
            onClick={() => onWiden(!widened)}
          >
            {widened ? <FoldHorizontal aria-hidden="true" /> : <UnfoldHorizontal aria-hidden="true" />}
          </IconButton>
        )}
      </header>
      <div className={styles.laneChat}>
        <Contents comparison={comparison} shown={shown} />
      </div>
      {lane.checkResult?.scoreProblem && <p className={styles.laneNote}>{lane.checkResult.scoreProblem}</p>}
    </section>
  )
}

const isAtWork = ({ lane }: ShownLane): boolean =>
  ['waiting', 'preparing', 'setting-up', 'running', 'checking'].includes(lane.state)

/** The models used, without duplicates; none of ours if another agent does all the work. */
function modelsOf({ bound, choice }: Comparison['lanes'][number]): string {
  if (choice.name === 'agent') return ''
  return [...new Set(Object.values(bound).map((each) => withEffortText(each.profileName, each)))].join(', ')
}

function Contents({ comparison, shown: { lane, turn, run } }: Pick<Props, 'comparison' | 'shown'>) {
  const progress = useComparisons((state) => state.progress[progressPlace(comparison.id, lane.label)] ?? null)
  const own = useMemo(() => (turn === null ? [] : [{ turn, run }]), [turn, run])
  const turns = useTurnsAtMoment(own)
  if (lane.failure !== null)
    return (
      <div className={styles.laneNote}>
        <FailureAlert failure={lane.failure} />
      </div>
    )
  if (turn !== null)
    return (
      <div className="chat">
        <ChatList turns={turns} compared />
      </div>
    )
  return (
    <p className={styles.laneNote} role="status">
      <Spinner />
      {progress === null ? notHereText(lane) : progressText(progress)}
    </p>
  )
}

/** A started lane has a turn, which is loaded with its conversation. */
const notHereText = ({ turnId }: Lane): string => (turnId === null ? 'Waiting to start…' : 'Loading the chat…')
