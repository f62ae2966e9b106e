import { CircleCheck, CircleX } from 'lucide-react'
import { useMemo } from 'react'
import { z } from 'zod'
import { formatDuration } from '../../../../src-shared/base/format.ts'
import { revealHidden } from '../../../../src-shared/base/hidden-characters.ts'
import type { StepSpan } from '../../../../src-shared/run/view/run-view.ts'
import { readTestReport } from '../../../../src-shared/test-output/read-test-report.ts'
import { testCountText } from '../../../../src-shared/test-output/test-count-text.ts'
import { agreeing } from '../../../../src-shared/test-output/test-report.ts'
import { useRunMs } from '../../../run/use-run-ms.ts'
import { useOpen } from '../../../stores/session/chat-store.ts'
import { MiddleCut } from '../../../widgets/middle-cut.tsx'
import { Elapsed } from '../elapsed.tsx'
import { FoldButton } from '../fold-button.tsx'
import { TerminalOutput } from './terminal-output.tsx'

const checkAsk = z.object({ command: z.string() })
const answered = z.object({ exitCode: z.number().nullable(), output: z.string() })

/** The user's check command, run by the strategy. */
export function CheckCard({ runId, span }: { readonly runId: string; readonly span: StepSpan }) {
  const key = `${runId}:${span.path}`
  const command = checkAsk.safeParse(span.ask).data?.command ?? ''
  const answer = answered.safeParse(span.answer).data
  const passed = answer?.exitCode === 0
  const open = useOpen(key, answer !== undefined && !passed)
  return (
    <div className="chat-card chat-tool">
      <header>
        <i className="chat-tick command" title="runs a command" />
        <b>check</b>
        <code className="chat-subject">
          <MiddleCut text={revealHidden(command)} />
        </code>
        {span.endMs !== null && <CheckOutcome passed={passed} output={answer?.output ?? ''} />}
        <CommandTime runId={runId} span={span} />
        {answer !== undefined && <FoldButton name={key} open={open} />}
      </header>
      {open && answer !== undefined && <TerminalOutput output={answer.output} exitCode={answer.exitCode} />}
    </div>
  )
}

/** Includes test counts if the runner is recognized: `2 of 14 tests fail`. */
function CheckOutcome({ passed, output }: { readonly passed: boolean; readonly output: string }) {
  const Icon = passed ? CircleCheck : CircleX
  const report = useMemo(() => agreeing(readTestReport(output), passed), [output, passed])
  const counts = report === null ? null : testCountText(report)
  return (
    <span className={`chat-state ${passed ? 'ok' : 'bad'}`}>
      <Icon size={13} aria-hidden="true" />
      {counts ?? (passed ? 'passed' : 'failed')}
    </span>
  )
}

/** The time that a command of the user's takes or took. */
export function CommandTime({ runId, span }: { readonly runId: string; readonly span: StepSpan }) {
  const { now, still } = useRunMs(runId)
  if (span.endMs !== null) return <span className="chat-time figure">{formatDuration(span.endMs - span.startMs)}</span>
  return (
    <span className="chat-time">
      <i className="chat-pulse" role="img" aria-label="Running" />
      <Elapsed ms={now - span.startMs} still={still} />
    </span>
  )
}
