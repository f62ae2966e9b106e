import { useMemo } from 'react'
import { formatTokens } from '../../../src-shared/base/format.ts'
import type { Run } from '../../../src-shared/run/conversation.ts'
import type { ModelSpan, RunView } from '../../../src-shared/run/view/run-view.ts'
import { InstructionList } from '../../parts/instructions/instruction-list.tsx'
import { LeftOutFiles } from '../../parts/instructions/left-out-files.tsx'
import { contextParts } from '../../run/context-parts.ts'
import { useRunOutline } from '../../stores/runs/run-store.ts'
import { useByShape } from '../../stores/runs/use-by-shape.ts'
import { useSettings } from '../../stores/server-cache/settings-store.ts'
import { useAnswer } from '../../stores/server-cache/use-answer.ts'
import { openProjectId } from '../../stores/session/workbench-store.ts'
import { KeyValues } from '../../widgets/key-values.tsx'
import { Popover } from '../../widgets/overlays/popover.tsx'
import styles from './context-meter.module.css'

interface Props {
  /** The newest run of the branch. */
  readonly run: Run | null
  readonly draft: string
  /** Characters that the message attaches. */
  readonly attached: number
  /** Whether it is in one row with the text. */
  readonly low: boolean
}

/** How full the model's context is, from the last request of the branch; a click shows its content. */
export function ContextMeter({ run, draft, attached, low }: Props) {
  const view = useRunOutline(run?.id ?? null)
  return run === null || view === null ? null : (
    <Meter runId={run.id} view={view} written={draft.trim().length + attached} low={low} />
  )
}

interface MeterProps {
  readonly runId: string
  readonly view: RunView
  /** Characters of the message and what it attaches. */
  readonly written: number
  readonly low: boolean
}

function Meter({ runId, view, written, low }: MeterProps) {
  const still = useByShape(view, view.spans, view.totals.modelCalls, view.totals.input)
  const last = useMemo(() => still.spans.findLast(isAnswered) ?? null, [still])
  const window = useSettings(({ profiles }) =>
    profiles.state === 'ready'
      ? (profiles.value.profiles.find(({ id }) => id === last?.bound.profileId)?.contextWindow ?? null)
      : null,
  )
  const usage = last?.reply?.usage
  if (last === null || usage === undefined || window === null) return null
  // After a summary that the user asked for, the next request has it instead of what was summarized.
  const compacted = last.role === 'summarizer'
  const used = (compacted ? 0 : usage.input) + usage.output + Math.ceil(written / 4)
  const percent = Math.min(100, Math.round((100 * used) / window))
  return (
    <Popover
      title="Context of the next request"
      side="top"
      align="end"
      trigger={
        <button
          type="button"
          className={styles.meter}
          data-full={percent >= 80}
          data-low={low}
          aria-label={`Context ${percent} % full`}
          title={`About ${formatTokens(used)} of ${formatTokens(window)}`}
        >
          <span className={styles.track} aria-hidden="true">
            <span style={{ width: `${percent}%` }} />
          </span>
          <span className={styles.percent}>{percent} %</span>
        </button>
      }
    >
      <Parts runId={runId} path={last.path} usage={usage} window={window} written={written} compacted={compacted} />
    </Popover>
  )
}

const isAnswered = (span: RunView['spans'][number]): span is ModelSpan => span.kind === 'model' && span.reply !== null

interface PartsProps {
  readonly runId: string
  readonly path: string
  readonly usage: { readonly input: number; readonly output: number }
  readonly window: number
  readonly written: number
  readonly compacted: boolean
}

function Parts({ runId, path, usage, window, written, compacted }: PartsProps) {
  const { answer } = useAnswer('run-exchange', compacted ? null : { runId, path })
  const projectId = openProjectId()
  const { answer: instructions } = useAnswer('run-instructions', { runId })
  const rows =
    answer.state === 'ready'
      ? contextParts(answer.value, usage, written).map(({ name, tokens }): [string, string] => [
          name,
          formatTokens(tokens),
        ])
      : []
  const summary: [string, string] = ['Summary of the conversation', formatTokens(usage.output)]
  return (
    <div className={styles.parts}>
      <KeyValues
        rows={[
          ...(compacted
            ? [summary]
            : [...rows, ['Last request, as counted by the endpoint', formatTokens(usage.input)] as const]),
          ['The model takes', formatTokens(window)],
        ]}
      />
      {instructions.state === 'ready' && instructions.value.length > 0 && (
        <section className={styles.given}>
          <h3>Instruction files</h3>
          <InstructionList files={instructions.value} />
        </section>
      )}
      {projectId !== null && <LeftOutFiles projectId={projectId} />}
      <p className={styles.note}>
        The parts are estimated by their characters. Before the window is full, old tool results are shortened and old
        rounds summarized.
      </p>
    </div>
  )
}
