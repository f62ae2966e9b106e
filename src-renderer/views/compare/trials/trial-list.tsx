import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import { formatDuration } from '../../../../src-shared/base/format.ts'
import type { Batch } from '../../../../src-shared/comparison/comparison-batch.ts'
import type { TrialProgress } from '../../../../src-shared/comparison/machines/machine-state.ts'
import { progressText, wholeProgressText } from '../../../../src-shared/comparison/machines/progress-text.ts'
import type { ShownTrial } from '../../../../src-shared/comparison/shown/shown-trial.ts'
import { costWithWord, tokensText } from '../../../../src-shared/run/totals-text.ts'
import { useTrialsPlaces } from '../../../stores/runs/trials-place.ts'
import { goToConversation } from '../../../stores/server-cache/comparisons.ts'
import { useTrialProgress } from '../../../stores/server-cache/trial-progress.ts'
import { showTurn } from '../../../stores/session/turns.ts'
import { useWorkbench } from '../../../stores/session/workbench-store.ts'
import { LaneBadge } from '../results/lane-badge.tsx'
import { trialText } from './trial-text.ts'
import styles from './trials.module.css'

interface Props {
  readonly batch: Batch
  readonly trials: readonly ShownTrial[]
}

/** All trials in the order in which they run; each links to its run. */
export function TrialList({ batch, trials }: Props) {
  const scroll = useRef<HTMLDivElement>(null)
  const list = useVirtualizer({
    count: trials.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => 30,
    overscan: 12,
  })
  const names = new Map(batch.tasks.map((task) => [task.id, task.name]))
  return (
    <section className={styles.trials} aria-label="Trials">
      <h2>All trials, in run order</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard. */}
      <div ref={scroll} className={styles.trialScroll} tabIndex={0}>
        <ul aria-label="Trials" style={{ height: list.getTotalSize(), position: 'relative' }}>
          {list.getVirtualItems().map(({ index, start }) => {
            const trial = trials[index]
            return (
              trial && (
                <li
                  key={trial.number}
                  className={styles.trial}
                  style={{ transform: `translateY(${start}px)` }}
                  aria-posinset={index + 1}
                  aria-setsize={trials.length}
                >
                  <Line batch={batch} trial={trial} task={names.get(trial.taskId) ?? trial.taskId} />
                </li>
              )
            )
          })}
        </ul>
      </div>
    </section>
  )
}

function Line({ batch, trial, task }: { readonly batch: Batch; readonly trial: ShownTrial; readonly task: string }) {
  const { result, runId } = trial
  const heard = useTrialProgress(batch.id, trial.number)
  const progress = trial.state === 'running' && batch.state === 'running' ? heard : undefined
  return (
    <>
      <LaneBadge label={trial.lane} />
      <span className="unseen">Lane {trial.lane}, </span>
      <span className={styles.task} title={task}>
        {task}
      </span>
      <span className={styles.repeat}>repeat {trial.repeat + 1}</span>
      <span
        className={styles.state}
        data-tone={toneOf(trial)}
        title={trial.failure?.message ?? result?.check?.scoreProblem}
      >
        {trialText(trial, batch, progress)}
      </span>
      <span className={styles.facts} title={progress && wholeProgressText(progress)}>
        {factsOf(trial, progress)}
      </span>
      {runId === null ? (
        <span className={styles.noRun} aria-hidden="true">
          Open
        </span>
      ) : (
        <button type="button" className={styles.open} onClick={() => void showRun(batch, runId)}>
          Open
        </button>
      )}
    </>
  )
}

/** Opens a trial's run, once it has one. */
export async function openTrial(batch: Pick<Batch, 'id' | 'conversationId'>, { runId }: ShownTrial): Promise<void> {
  if (runId !== null) await showRun(batch, runId)
}

/** Opens a trial's run in the conversation that contains the batch's runs. */
async function showRun(
  { id: batchId, conversationId }: Pick<Batch, 'id' | 'conversationId'>,
  runId: string,
): Promise<void> {
  useTrialsPlaces.setState({ from: { batchId, conversationId } })
  await goToConversation(conversationId)
  const { tree } = useWorkbench.getState()
  const turns = tree?.state === 'ready' ? tree.value.turns : []
  const turn = turns.find((each) => each.runs.some((run) => run.id === runId))
  if (turn !== undefined) showTurn(turn.id)
}

const toneOf = ({ state, result }: ShownTrial): string => {
  if (state !== 'done') return 'plain'
  return result?.success === true ? 'ok' : 'bad'
}

/** What `auto` picked, and the trial's time, tokens and cost; while another machine runs it, how far it is. */
function factsOf({ routed, result }: ShownTrial, progress: TrialProgress | undefined): string {
  const picked = routed === undefined ? [] : [routed.label]
  if (result === null) return [...picked, ...(progress === undefined ? [] : [progressText(progress)])].join(' · ')
  const { workMs, totals } = result
  const figures = [formatDuration(workMs), tokensText(totals), costWithWord(totals)]
  return [...picked, ...figures].join(' · ')
}
