import { Split } from 'lucide-react'
import { useState } from 'react'
import { type Failure, failureFrom } from '../../../../src-shared/base/failure.ts'
import { containerForksText } from '../../../../src-shared/comparison/what-if/effect-text.ts'
import type { Run } from '../../../../src-shared/run/conversation.ts'
import { turnOfRun } from '../../../parts/branches/show-step.ts'
import { spanLabel, spanType } from '../../../run/span-names.ts'
import { spanIn, useRunOutline } from '../../../stores/runs/run-store.ts'
import { valueOr } from '../../../stores/server-cache/loadable.ts'
import { useSettings } from '../../../stores/server-cache/settings-store.ts'
import { useAnswer } from '../../../stores/server-cache/use-answer.ts'
import { startScan, startWhatIf } from '../../../stores/server-cache/what-ifs.ts'
import { closeWhatIf, useWhatIfStep } from '../../../stores/session/what-if/what-if-store.ts'
import { useWorkbench } from '../../../stores/session/workbench-store.ts'
import { Button } from '../../../widgets/controls/button.tsx'
import { TextField } from '../../../widgets/controls/text-field.tsx'
import { FailureAlert } from '../../../widgets/feedback/alert.tsx'
import { Dialog } from '../../../widgets/overlays/dialog.tsx'
import styles from './what-if.module.css'
import { useChangeName, WhatIfChange } from './what-if-change.tsx'
import {
  changeOf,
  estimateOf,
  type ForkSpan,
  limitProblem,
  scanRequest,
  type WhatIfDraft,
  whatIfDraft,
  whatIfRequest,
} from './what-if-draft.ts'

/** Asks what would have happened: a step of a run, many times as it was and with one thing changed. */
export function WhatIfDialog() {
  const step = useWhatIfStep((state) => state.step)
  const tree = useWorkbench((state) => state.tree)
  const view = useRunOutline(step?.runId ?? null)
  const turn = tree?.state === 'ready' && step !== null ? turnOfRun(tree.value.turns, step.runId) : null
  const run = turn?.runs.find((each) => each.id === step?.runId)
  const span = step === null ? null : spanIn(view, step.path)
  if (run === undefined || view === null || span === null) return null
  if (span.kind !== 'model' && span.kind !== 'tool' && span.kind !== 'step') return null
  return <Opened key={`${run.id} ${span.path}`} run={run} span={span} />
}

interface OpenedProps {
  readonly run: Run
  readonly span: ForkSpan
}

function Opened({ run, span }: OpenedProps) {
  const [draft, setDraft] = useState(() => whatIfDraft(span))
  const [failure, setFailure] = useState<Failure | null>(null)
  const [starting, setStarting] = useState(false)
  const { answer } = useAnswer('what-if-steps', { runId: run.id })
  const known = valueOr(answer, null)
  const hasQueue = useSettings(({ settings }) => valueOr(settings, null)?.queue != null)
  const usualCheck = known?.check?.command ?? ''
  const set = (part: Partial<WhatIfDraft>) => setDraft({ ...draft, ...part })
  const change = changeOf(draft)
  const name = useChangeName(draft)
  const isScan = draft.kind === 'nothing'
  const problems = [draft.maxCost, draft.maxMinutes].map(limitProblem)
  const isReady = (isScan || change !== null) && problems.every((problem) => problem === null)
  const start = async () => {
    setStarting(true)
    try {
      if (isScan) await startScan(scanRequest(run.id, draft))
      else if (change !== null) await startWhatIf(whatIfRequest(run.id, span.path, draft, change, name))
      closeWhatIf()
    } catch (thrown) {
      setFailure(failureFrom(thrown))
    }
    setStarting(false)
  }
  return (
    <Dialog
      open
      onClose={closeWhatIf}
      title="What if…"
      description={`${spanType(span)} ${spanLabel(span)}`}
      actions={
        <>
          <Button onClick={closeWhatIf}>Cancel</Button>
          <Button
            look="primary"
            icon={<Split aria-hidden="true" />}
            disabled={!isReady || starting}
            onClick={() => void start()}
          >
            {starting ? 'Starting…' : 'Start'}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <WhatIfChange run={run} span={span} draft={draft} onChange={set} />
        <div className={styles.pair}>
          <TextField
            label="Forks of each"
            type="number"
            min={2}
            max={1000}
            value={draft.repeats}
            onChange={({ target }) => {
              const typed = target.valueAsNumber
              if (Number.isInteger(typed) && typed >= 1) set({ repeats: Math.min(1000, typed) })
            }}
          />
          <TextField
            label="Check"
            mono
            placeholder="Success: a run that completes"
            value={draft.check ?? usualCheck}
            onChange={({ target }) => set({ check: target.value })}
          />
        </div>
        <div className={styles.limits}>
          <TextField
            label="At most for all forks, $"
            inputMode="decimal"
            placeholder="no limit"
            value={draft.maxCost}
            problem={problems[0]}
            onChange={({ target }) => set({ maxCost: target.value })}
          />
          <TextField
            label="At most for all forks, minutes"
            inputMode="decimal"
            placeholder="no limit"
            value={draft.maxMinutes}
            problem={problems[1]}
            onChange={({ target }) => set({ maxMinutes: target.value })}
          />
        </div>
        <p className={styles.words} role="status">
          {known === null ? '' : estimateOf(known.steps, span.path, draft)}
        </p>
        <p className={styles.words}>
          {whereText(draft)} Earlier steps are reused from the recording and not counted. The project is not changed;
          what tools do elsewhere, such as on the web or through an MCP server, is done again.{' '}
          {hasQueue && 'The forks run on this computer, not on the machines of your queue.'}
        </p>
        {known?.inContainer === true && <p className={styles.words}>{containerForksText}</p>}
        {failure !== null && <FailureAlert failure={failure} />}
      </div>
    </Dialog>
  )
}

const whereText = ({ kind }: WhatIfDraft): string =>
  kind === 'answer'
    ? 'Each fork works in its own copy of the files after this step, with the answer it had or with yours.'
    : `Each fork works in its own copy of the files before ${kind === 'nothing' ? 'its' : 'this'} step, and performs the step again.`
