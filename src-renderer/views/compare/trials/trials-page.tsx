import { ChevronDown, ChevronRight, CircleCheck, CircleHelp, Equal, Pause, Square, Trophy } from 'lucide-react'
import { useMemo, useRef } from 'react'
import { assertNever } from '../../../../src-shared/base/assert-never.ts'
import { counted, formatNumber } from '../../../../src-shared/base/format.ts'
import { batchVerdict } from '../../../../src-shared/comparison/batch-headline.ts'
import type { Batch } from '../../../../src-shared/comparison/comparison-batch.ts'
import { fairText } from '../../../../src-shared/comparison/limits-text.ts'
import { unsentText } from '../../../../src-shared/comparison/machines/unsent-text.ts'
import { batchProgress } from '../../../../src-shared/comparison/matrix/batch-progress.ts'
import type { Sweep } from '../../../../src-shared/comparison/sweep/sweep.ts'
import { sweepText } from '../../../../src-shared/comparison/sweep/sweep-text.ts'
import { ask } from '../../../host/host.ts'
import { adoptLane } from '../../../parts/lanes/adopt-lane.ts'
import { toastOnFailure } from '../../../stores/report.ts'
import { useTrialsPlace } from '../../../stores/runs/trials-place.ts'
import { openBatch, useBatches } from '../../../stores/server-cache/batches.ts'
import { showLeaderboard } from '../../../stores/server-cache/comparisons.ts'
import type { ShownBatch } from '../../../stores/server-cache/held-batch.ts'
import { useTrialsOnMachines } from '../../../stores/server-cache/trial-progress.ts'
import { Button } from '../../../widgets/controls/button.tsx'
import { ErrorState } from '../../../widgets/feedback/error-state.tsx'
import { Skeleton } from '../../../widgets/feedback/skeleton.tsx'
import { useKeptScroll } from '../../../widgets/use-kept-scroll.ts'
import compare from '../compare.module.css'
import { CompareHeader } from '../compare-header.tsx'
import { MatrixSection } from '../matrix/matrix-section.tsx'
import { ProgressStrip } from '../matrix/progress-strip.tsx'
import { Differences } from '../results/differences.tsx'
import { PeopleScores, type ScorableResult } from '../scores/people-scores.tsx'
import { useSweepKnown } from '../set-up/sweep/use-sweep-known.ts'
import { ForkedRun } from './forked-run.tsx'
import { MoreRepeats } from './more-repeats.tsx'
import { RaiseLimits } from './raise-limits.tsx'
import { ReportMenu } from './report-menu.tsx'
import { Results } from './results.tsx'
import { RunAgain } from './run-again.tsx'
import { openTrial, TrialList } from './trial-list.tsx'
import styles from './trials.module.css'

/** A batch of trials: progress, results, and how certain they are. */
export function TrialsPage({ batchId }: { readonly batchId: string }) {
  const open = useBatches((state) => state.open)
  if (open.state !== 'ready')
    return (
      <div className={compare.page}>
        <CompareHeader title="Trials">{null}</CompareHeader>
        {open.state === 'loading' ? (
          <Skeleton lines={6} label="Loading the trials" />
        ) : (
          <ErrorState failure={open.failure} onRetry={() => void openBatch(batchId)} />
        )}
      </div>
    )
  return <ReadyTrials key={open.value.batch.id} {...open.value} />
}

function ReadyTrials({ batch, trials, results }: ShownBatch) {
  const seen = useTrialsOnMachines(batch, trials)
  const progress = useMemo(() => batchProgress(batch, seen), [batch, seen])
  const queued = useMemo(() => seen.filter((trial, at) => trial !== trials[at]).length, [seen, trials])
  const body = useRef<HTMLDivElement>(null)
  useKeptScroll(body, batch.id)
  return (
    <div className={compare.page}>
      <CompareHeader title={batch.fork === undefined ? 'Trials' : 'What if'}>
        <Progress batch={batch} />
        {batch.state === 'done' && batch.fork === undefined && <MoreRepeats batch={batch} results={results} />}
        <Actions batch={batch} />
      </CompareHeader>
      <div ref={body} className={styles.body}>
        <ProgressStrip batch={batch} progress={progress} queued={queued} />
        <Verdict batch={batch} results={results} />
        {batch.fork === undefined && <MatrixSection view={{ batch, trials: seen, results }} progress={progress} />}
        <Results results={results} trials={trials} onOpen={(trial) => void openTrial(batch, trial)} />
        <PeopleScores
          owner={batch.id}
          hasResults={progress.passed + progress.failed > 0}
          results={() => scorable(batch, trials)}
        />
        <AllTrials batch={batch} trials={trials} />
      </div>
    </div>
  )
}

/** The trials that ended, whose runs can be looked at. */
const scorable = ({ id: batchId }: Batch, trials: ShownBatch['trials']): readonly ScorableResult[] =>
  trials.flatMap(({ state, runId, number, lane }) =>
    state === 'done' && runId !== null ? [{ item: { kind: 'trial' as const, batchId, number }, lane }] : [],
  )

/** Of more lanes only the first sentence is said here; the others are among the details. */
const most = 4

/** The verdict at a glance: a label, the counts, the cost, and what is still undecided. */
function Verdict({ batch, results }: Pick<ShownBatch, 'batch' | 'results'>) {
  const { kind, chip, best, headline, sentences } = batchVerdict(results)
  const better = batch.lanes.find(({ label }) => label === best)
  const Icon = kind === 'better' ? CircleCheck : kind === 'alike' ? Equal : CircleHelp
  return (
    <section className={styles.verdict} aria-label="Verdict">
      <div>
        <span className={styles.chip} data-kind={kind}>
          <Icon size={14} aria-hidden="true" />
          {chip}
        </span>
        <h2>{headline}</h2>
        {better !== undefined && (
          <Button look="primary" onClick={() => void toastOnFailure(adoptLane(batch.projectId, better))}>
            Use {better.label} in this project
          </Button>
        )}
      </div>
      <p>{(batch.lanes.length > most ? sentences.slice(0, 1) : sentences).join(' ')}</p>
      {batch.limited !== undefined && <p>{batch.limited}</p>}
      {batch.unsent !== undefined && <p>{unsentText(batch.unsent)}</p>}
      <p className={styles.about}>
        <q>{batch.name}</q> {batch.sweep !== undefined && <SweepWords sweep={batch.sweep} />}
        {batch.fork === undefined ? <Differences lanes={batch.lanes} /> : <ForkedRun batch={batch} />}
        {batch.fair !== undefined && ` ${fairText(batch.fair)}`}
      </p>
    </section>
  )
}

/** What was varied, as it was entered. */
function SweepWords({ sweep }: { readonly sweep: Sweep }) {
  return <>{sweepText(sweep, useSweepKnown())} </>
}

/** All trials in a fold that is open while one of them waits for the user. */
function AllTrials({ batch, trials }: Pick<ShownBatch, 'batch' | 'trials'>) {
  const [{ allOpen }, change] = useTrialsPlace(batch.id)
  const open = allOpen ?? batch.counts.asking > 0
  const Chevron = open ? ChevronDown : ChevronRight
  return (
    <section className={styles.all}>
      <button
        type="button"
        className={styles.foldButton}
        aria-expanded={open}
        onClick={() => change({ allOpen: !open })}
      >
        <Chevron size={14} aria-hidden="true" />
        All {counted(trials.length, 'trial')}
      </button>
      {open && <TrialList batch={batch} trials={trials} />}
    </section>
  )
}

function Progress({ batch: { counts, state, pausing } }: { readonly batch: Batch }) {
  return (
    <span className={styles.progress} role="status">
      {formatNumber(counts.done)} of {counted(counts.planned - (counts.saved ?? 0), 'trial')} ·{' '}
      {pausing === true ? pausingText(counts.running) : stateText(state)}
      {counts.asking > 0 && ` · ${askingText(counts.asking)}`}
    </span>
  )
}

const pausingText = (running: number) => `pausing: ${counted(running, 'trial')} still to end`
const askingText = (asking: number) => `${asking} waiting for your answer: see the list`

function stateText(state: Batch['state']): string {
  switch (state) {
    case 'running':
      return 'running'
    case 'interrupted':
      return 'interrupted'
    case 'stopped':
      return 'stopped'
    case 'paused':
      return 'paused'
    case 'limited':
      return 'limit reached'
    case 'decided':
      return 'decided early'
    case 'done':
      return 'done'
    default:
      return assertNever(state)
  }
}

function Actions({ batch }: { readonly batch: Batch }) {
  const { id: batchId, state } = batch
  return (
    <>
      {state === 'running' && batch.pausing !== true && (
        <Button
          icon={<Pause aria-hidden="true" />}
          onClick={() => void toastOnFailure(ask('batch-pause', { batchId }))}
        >
          Pause
        </Button>
      )}
      {state === 'running' && (
        <Button
          icon={<Square aria-hidden="true" fill="currentColor" />}
          onClick={() => void toastOnFailure(ask('batch-stop', { batchId }))}
        >
          Stop
        </Button>
      )}
      {state === 'limited' && batch.limits !== undefined && <RaiseLimits batchId={batchId} limits={batch.limits} />}
      {(state === 'stopped' || state === 'interrupted' || state === 'paused') && (
        <Button look="primary" onClick={() => void toastOnFailure(ask('batch-resume', { batchId }))}>
          Continue
        </Button>
      )}
      {state !== 'running' && batch.fork === undefined && <RunAgain batch={batch} />}
      <Button
        icon={<Trophy aria-hidden="true" />}
        onClick={() => showLeaderboard(batch.tasks.find((task) => task.set !== undefined)?.set ?? null)}
      >
        Leaderboard
      </Button>
      <ReportMenu batch={batch} />
    </>
  )
}
