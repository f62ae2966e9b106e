import { Play, Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { type Failure, failureFrom } from '../../../../src-shared/base/failure.ts'
import { type LaneSetUp, laneLabels } from '../../../../src-shared/comparison/comparison.ts'
import { useComposer } from '../../../parts/choices/use-composer.ts'
import { laneOf, nextStrategy, useSharedDraft } from '../../../parts/lanes/lane-drafts.ts'
import { startBatch, useBatches } from '../../../stores/server-cache/batches.ts'
import { type CompareOrigin, startComparison } from '../../../stores/server-cache/comparisons.ts'
import { valueOr } from '../../../stores/server-cache/loadable.ts'
import { changeDraft } from '../../../stores/session/draft-store.ts'
import { useWorkbench } from '../../../stores/session/workbench-store.ts'
import { Button } from '../../../widgets/controls/button.tsx'
import { FailureAlert } from '../../../widgets/feedback/alert.tsx'
import styles from '../compare.module.css'
import { CompareHeader } from '../compare-header.tsx'
import { Differences } from '../results/differences.tsx'
import { isMany, oneTrial, type TrialsDraft, TrialsForm } from '../trials/trials-form.tsx'
import { LaneForm } from './lane-form.tsx'
import { lanesAsked, scoreProblem, trialsAsked } from './lanes-asked.ts'
import { SharedForm } from './shared-form.tsx'

interface Props {
  readonly origin: CompareOrigin
  readonly message: string
  /** Lanes to begin with; null for the composer's choice and another beside it. */
  readonly begun: readonly LaneSetUp[] | null
  /** How often each lane is to run, to begin with. */
  readonly repeats: number
}

/** Where lanes are set up: all alike but for what the user varies, and that is said in words. */
export function SetUp({ origin, message: given, begun, repeats }: Props) {
  const { choices, key } = useComposer()
  const projectId = useWorkbench((state) => state.project?.id ?? '')
  const [message, setMessage] = useState(given)
  const [lanes, setLanes] = useState<readonly LaneSetUp[]>(() => {
    if (begun !== null) return begun
    const first = laneOf(choices.pick, choices.roles)
    return [first, laneOf(nextStrategy([first]), choices.roles)]
  })
  const [around, setAround] = useState({ approval: choices.approval, mode: choices.mode })
  const [shared, change] = useSharedDraft(projectId)
  const [trials, setTrials] = useState<TrialsDraft>({ ...oneTrial, repeats })
  const [failure, setFailure] = useState<Failure | null>(null)
  const [starting, setStarting] = useState(false)
  const asks = message.trim() !== '' || trials.more.length > 0
  const ready = asks && scoreProblem(shared) === null && !starting

  const begin = () => {
    const asked = lanesAsked(lanes, shared, around)
    const text = message.trim()
    return isMany(trials)
      ? startBatch(origin, text, trialsAsked(asked, trials, text, valueOr(useBatches.getState().tasks, [])))
      : startComparison(origin, text, asked)
  }
  const start = async () => {
    setStarting(true)
    setFailure(null)
    try {
      await begin()
      if (origin.kind === 'message') changeDraft(key, { text: '' })
    } catch (thrown) {
      setFailure(failureFrom(thrown))
      setStarting(false)
    }
  }
  const put = (index: number, lane: LaneSetUp) => setLanes(lanes.map((each, at) => (at === index ? lane : each)))
  const remove = (index: number) => setLanes(lanes.filter((_, at) => at !== index))

  return (
    <div className={styles.page}>
      <CompareHeader title="Compare strategies">
        <Button
          icon={<Plus aria-hidden="true" />}
          disabled={lanes.length === laneLabels.length}
          title={lanes.length === laneLabels.length ? 'No more than four lanes are compared.' : undefined}
          onClick={() => setLanes([...lanes, laneOf(nextStrategy(lanes), lanes[0]?.roles ?? {})])}
        >
          Add a lane
        </Button>
        <Button
          look="primary"
          icon={<Play aria-hidden="true" />}
          disabled={!ready}
          title={asks ? (scoreProblem(shared) ?? undefined) : 'Write first what the lanes are asked.'}
          onClick={() => void start()}
        >
          {startWords(starting, trials)}
        </Button>
      </CompareHeader>
      <div className={styles.setUp}>
        {failure !== null && <FailureAlert failure={failure} />}
        <Message origin={origin} message={message} onChange={setMessage} />
        <Differences lanes={lanes} />
        <div className={styles.forms} data-lanes={lanes.length}>
          {lanes.map((lane, index) => {
            const label = laneLabels[index]
            return (
              label !== undefined && (
                <LaneForm
                  key={label}
                  label={label}
                  lane={lane}
                  around={around}
                  onChange={(next) => put(index, next)}
                  onRemove={lanes.length > 2 ? () => remove(index) : null}
                />
              )
            )
          })}
        </div>
        <SharedForm
          draft={shared}
          change={change}
          {...around}
          onApproval={(approval) => setAround({ ...around, approval })}
          onMode={(mode) => setAround({ ...around, mode })}
        />
        <TrialsForm draft={trials} change={setTrials} />
        <p className={styles.note}>
          Each lane works in a copy of the files; nothing it writes there reaches the project until you apply it.
        </p>
      </div>
    </div>
  )
}

function startWords(starting: boolean, trials: TrialsDraft): string {
  if (starting) return 'Starting…'
  return isMany(trials) ? 'Start the trials' : 'Start comparing'
}

interface MessageProps extends Omit<Props, 'begun' | 'repeats'> {
  readonly onChange: (message: string) => void
}

/** An earlier turn is compared as it was: its message, and the files before it. */
function Message({ origin, message, onChange }: MessageProps) {
  const box = useRef<HTMLTextAreaElement>(null)
  // What had the focus is gone with the conversation: keys go on here.
  useEffect(() => box.current?.focus({ preventScroll: true }), [])
  if (origin.kind === 'turn') return <blockquote className={styles.message}>{message}</blockquote>
  return (
    <textarea
      ref={box}
      className={styles.messageBox}
      aria-label="Message for all lanes"
      placeholder="What all lanes are asked"
      rows={2}
      value={message}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
