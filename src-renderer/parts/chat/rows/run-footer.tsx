import { CircleCheck, CircleSlash, CircleX, FileDiff, ListCollapse } from 'lucide-react'
import { formatChange, formatFiles } from '../../../../src-shared/base/format.ts'
import { estimatedUsage } from '../../../../src-shared/model/estimated-usage.ts'
import type { Run, Turn } from '../../../../src-shared/run/conversation.ts'
import { formatWorkingTime, runTime } from '../../../../src-shared/run/time/run-time.ts'
import { costWithWord, knownModelCalls, tokensText } from '../../../../src-shared/run/totals-text.ts'
import type { RunView } from '../../../../src-shared/run/view/run-view.ts'
import { routedText } from '../../../../src-shared/strategy/routing.ts'
import { modelsInShort, modelsOf } from '../../../run/run-models.ts'
import { useRuns } from '../../../stores/runs/run-store.ts'
import { useRunVerdict } from '../../../stores/runs/run-verdicts.ts'
import { useStrategyTitle } from '../../../stores/server-cache/strategy-titles.ts'
import { useChosenChanges } from '../../../stores/session/changes-store.ts'
import { foldFinished } from '../../../stores/session/fold-store.ts'
import { showSide } from '../../../stores/session/layout-store.ts'
import { chooseRun } from '../../../stores/session/turns.ts'
import { CopyButton } from '../../../widgets/code/copy-button.tsx'
import { IconButton } from '../../../widgets/controls/icon-button.tsx'
import { RunMenu } from '../../playback/run-actions.tsx'
import { useFolded } from '../folds/use-folded.ts'
import { ReadAloud } from '../read-aloud.tsx'
import { Switcher } from '../switcher.tsx'
import { useInComparison } from './in-comparison.ts'
import { isCutAnswer } from './model-text.ts'

const icons = { completed: CircleCheck, failed: CircleX, aborted: CircleSlash, interrupted: CircleSlash } as const
const tones = { completed: 'ok', failed: 'bad', aborted: '', interrupted: '' } as const

interface RunFooterProps {
  readonly run: Run
  readonly turn: Turn
  /** Whether it is the header of the answer card. */
  readonly answer?: boolean
}

/** A run's figures in one line, with links to details. */
export function RunFooter({ run, turn, answer = false }: RunFooterProps) {
  const compared = useInComparison()
  const title = useStrategyTitle()
  const totals = useTotals(run)
  const verdict = useRunVerdict(run.id)
  if (run.status === 'running' || run.status === 'waiting') return null
  const isRefuted = verdict !== null && !verdict.passed
  const Icon = isRefuted ? CircleX : icons[run.status]
  const ended = run.status === 'aborted' ? 'stopped' : run.status
  const figures = [
    formatWorkingTime(runTime(run)),
    tokensText(totals),
    ...(totals.modelCalls > 0 || totals.unreported || totals.cost !== 0 ? [costWithWord(totals)] : []),
  ]
  // Another agent did the work, with a model of its own.
  const callsNone = knownModelCalls(totals) === null
  const ofModels = (names: string) => (callsNone ? '' : ` · ${names}`)
  return (
    <footer className="chat-footer">
      <span
        className={`chat-state ${isRefuted ? 'bad' : tones[run.status]}`}
        title={isRefuted ? `The run itself: ${ended}` : undefined}
      >
        <Icon size={13} aria-hidden="true" />
        <span className={answer && !isRefuted ? 'unseen' : undefined}>{isRefuted ? 'check failed' : ended}</span>
      </span>
      {answer && <b>Answer</b>}
      <span className="chat-footer-strategy" title={`${title(run.strategy)}${ofModels(modelsOf(run).join(', '))}`}>
        {title(run.strategy)}
        {ofModels(modelsInShort(run))}
      </span>
      <RoutedNote runId={run.id} />
      <span className="figure">{figures.join(' · ')}</span>
      {!answer && <ChangesButton run={run} />}
      <span className="chat-footer-end">
        {!compared && !answer && <FoldButton runId={run.id} />}
        {!compared && <RunSwitcher run={run} turn={turn} />}
        {run.text !== '' && !compared && <ReadAloud text={run.text} />}
        {run.text !== '' && <CopyButton text={run.text} label="Copy answer" />}
        <RunMenu run={run} compared={compared} />
      </span>
    </footer>
  )
}

/** An answer that was cut off by a crash has no end in the log yet, and so is in no sum: at least what came of it is. */
function useTotals(run: Run): Run['totals'] {
  const written = useRuns(({ views }) => (run.status === 'interrupted' ? openCharacters(views[run.id]) : 0))
  if (written === 0) return run.totals
  const { output } = estimatedUsage(0, written)
  return { ...run.totals, output: run.totals.output + output, cut: (run.totals.cut ?? 0) + 1 }
}

const openCharacters = (view: RunView | undefined): number =>
  (view?.spans ?? []).reduce(
    (sum, span) =>
      span.kind === 'model' && span.spent === undefined && isCutAnswer(span)
        ? sum + span.text.length + span.reasoning.length
        : sum,
    0,
  )

/** How `auto` or a preset chose the strategy; empty if the user chose it. */
function RoutedNote({ runId }: { readonly runId: string }) {
  const routed = useRuns(({ views }) => views[runId]?.routed ?? null)
  if (routed === null) return null
  const words = routedText(routed)
  if (words === null) return null
  const short = 'auto' in routed.pick ? `Auto: ${routed.rule?.name ?? 'no rule matches'}` : (routed.preset ?? '')
  return <span title={words}>{short}</span>
}

function ChangesButton({ run }: { readonly run: Run }) {
  const { changes } = run
  if (changes === null || changes.files === 0) return null
  return (
    <button
      type="button"
      className="chat-link"
      onClick={() => {
        useChosenChanges.setState({ runId: run.id })
        showSide('changes')
      }}
    >
      <FileDiff size={13} aria-hidden="true" />
      {formatChange(changes.added, changes.removed)} in {formatFiles(changes.files)}
    </button>
  )
}

/** Folds a run whose steps are all shown. */
function FoldButton({ runId }: { readonly runId: string }) {
  const folded = useFolded(runId)
  if (folded) return null
  return (
    <IconButton small label="Fold the steps" onClick={() => foldFinished(true)}>
      <ListCollapse aria-hidden="true" />
    </IconButton>
  )
}

function RunSwitcher({ run: shown, turn }: { readonly run: Run; readonly turn: Turn }) {
  return (
    <Switcher
      what="run"
      at={turn.runs.findIndex((run) => run.id === shown.id)}
      of={turn.runs.length}
      go={(index) => {
        const run = turn.runs[index]
        if (run) chooseRun(turn.id, run.id)
      }}
    />
  )
}
