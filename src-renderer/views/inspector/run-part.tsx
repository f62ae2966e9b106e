import { useMemo } from 'react'
import { verdictText } from '../../../src-shared/comparison/shown/run-verdict.ts'
import type { Run } from '../../../src-shared/run/conversation.ts'
import type { RunView } from '../../../src-shared/run/view/run-view.ts'
import type { StrategyChoice, StrategyInfo } from '../../../src-shared/strategy/strategy-info.ts'
import { InstructionList } from '../../parts/instructions/instruction-list.tsx'
import { LeftOutFiles } from '../../parts/instructions/left-out-files.tsx'
import { ReplayResult } from '../../parts/playback/replay-result.tsx'
import { RunButtons } from '../../parts/playback/run-actions.tsx'
import { layersOf } from '../../parts/strategy/composition.ts'
import { PhaseMap } from '../../parts/strategy/phase-map.tsx'
import { visitsOf } from '../../parts/strategy/phase-visits.ts'
import { runStateText } from '../../run/run-state-text.ts'
import { runTo, usePausedPath } from '../../stores/runs/pause-store.ts'
import { useReplays } from '../../stores/runs/replays.ts'
import { useRunVerdict } from '../../stores/runs/run-verdicts.ts'
import { useByShape } from '../../stores/runs/use-by-shape.ts'
import { valueOr } from '../../stores/server-cache/loadable.ts'
import { useSettings } from '../../stores/server-cache/settings-store.ts'
import { useStrategyTitle } from '../../stores/server-cache/strategy-titles.ts'
import { useAnswer } from '../../stores/server-cache/use-answer.ts'
import { Alert, FailureAlert } from '../../widgets/feedback/alert.tsx'
import { Pill } from '../../widgets/pill.tsx'
import styles from './inspector.module.css'
import { LongText } from './long-text.tsx'
import { MoneySection } from './money-section.tsx'
import { RunDetails } from './run-details.tsx'
import { RunSummary } from './run-summary.tsx'
import { Section } from './section.tsx'
import { StatePill } from './state-pill.tsx'
import { WhatIfSection } from './what-if/what-if-section.tsx'

/** The run as a whole: outcome, actions, phases and costs. */
export function RunPart({ run, view }: { run: Run; view: RunView }) {
  const replayed = useReplays((state) => state[run.id] !== undefined)
  const title = useStrategyTitle()
  const verdict = useRunVerdict(run.id)
  return (
    <>
      <header className={styles.head}>
        <div className={styles.heading}>
          <h2 className={styles.name}>{title(run.strategy)}</h2>
          {verdict !== null && !verdict.passed ? (
            <Pill tone="bad">check failed</Pill>
          ) : (
            <StatePill state={view.status} />
          )}
        </div>
      </header>
      {view.failure !== null && (
        <div className={styles.alert}>
          <FailureAlert failure={view.failure} />
        </div>
      )}
      {verdict !== null && !verdict.passed && (
        <div className={styles.alert}>
          <Alert
            level="error"
            message={verdictText(verdict)}
            advice={`The run itself: ${runStateText[view.status]}.`}
          />
        </div>
      )}
      <RunSummary run={run} view={view} verdict={verdict} />
      <RunButtons run={run} />
      {replayed && (
        <Section title="Verification">
          <ReplayResult runId={run.id} view={view} />
        </Section>
      )}
      {run.recordedBy === undefined && <MapSection runId={run.id} strategy={run.strategy} view={view} />}
      <WhatIfSection run={run} view={view} path={null} />
      <MoneySection view={view} />
      <Section title="Message" copy={view.goal}>
        <LongText text={view.goal} />
      </Section>
      <InstructionSection runId={run.id} projectId={run.projectId} asOf={`${view.status} ${view.totals.toolCalls}`} />
      <RunDetails run={run} view={view} />
    </>
  )
}

/** @param asOf changes when the run may have been given more */
function InstructionSection({ runId, projectId, asOf }: { runId: string; projectId: string; asOf: string }) {
  const { answer } = useAnswer('run-instructions', { runId }, asOf)
  if (answer.state !== 'ready' || answer.value.length === 0) return <LeftOutFiles projectId={projectId} />
  return (
    <Section title="Instruction files">
      <InstructionList files={answer.value} />
      <LeftOutFiles projectId={projectId} />
    </Section>
  )
}

const none: readonly StrategyInfo[] = []

/** The current and past positions of the run on its strategy's map. */
function MapSection({ runId, strategy, view }: { runId: string; strategy: StrategyChoice; view: RunView }) {
  const isPaused = usePausedPath(runId) !== null
  const strategies = useSettings((state) => valueOr(state.strategies, none))
  const still = useByShape(view, view.spans, view.shape)
  const visits = useMemo(
    () =>
      visitsOf(
        still,
        layersOf(strategy).map(({ name }) => strategies.find((each) => each.name === name)?.phases ?? []),
      ),
    [still, strategy, strategies],
  )
  return (
    <Section title="Phases">
      <PhaseMap
        choice={strategy}
        strategies={strategies}
        visits={visits}
        runTo={isPaused ? (name) => void runTo(runId, { on: 'phase', name }) : undefined}
      />
    </Section>
  )
}
