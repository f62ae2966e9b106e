import { CircleHelp, Info, TriangleAlert } from 'lucide-react'
import { memo } from 'react'
import { assertNever } from '../../../../src-shared/base/assert-never.ts'
import { plannedText } from '../../../../src-shared/run/debug/pause-text.ts'
import { isPaused } from '../../../../src-shared/run/view/pause.ts'
import type { NoticeSpan, Span } from '../../../../src-shared/run/view/run-view.ts'
import { useRuns, useSpan } from '../../../stores/runs/run-store.ts'
import { useWholeSpan } from '../../../stores/runs/whole-spans.ts'
import { useBreakpoints } from '../../../stores/server-cache/breakpoint-store.ts'
import { hover, select, useIsHovered, useIsSelected } from '../../../stores/session/selection-store.ts'
import { openSpanMenu } from '../../../stores/session/span-menu-store.ts'
import { cx } from '../../../widgets/cx.ts'
import { ForkBoundary } from '../../branches/forked-from.tsx'
import { BreakDot } from '../../breakpoints/break-dot.tsx'
import { EditedNote } from '../cards/edited-note.tsx'
import { PauseCard } from '../cards/pause-card.tsx'
import { useIsDocked } from '../dock/docked-run.ts'
import { WaitingLine } from '../dock/waiting-line.tsx'
import { ActivityRow } from '../folds/activity-row.tsx'
import type { FoldedRow as Row } from '../folds/fold-rows.ts'
import { PhaseLine } from '../folds/phase-line.tsx'
import { ModelRow } from './model-row.tsx'
import { RuleRow } from './rule-row.tsx'
import { StepRow } from './step-row.tsx'
import { ToolRow } from './tool-row.tsx'

/** One row of a run. It reads its span itself, so that streaming text re-renders only this row. */
export const RunRow = memo(function RunRow({ runId, row }: { readonly runId: string; readonly row: Row }) {
  return (
    <Selectable runId={runId} path={row.path} indent={row.depth} plain={isPlain(row)}>
      {hasDot(row) && <RowDot runId={runId} path={row.path} />}
      <Content runId={runId} row={row} />
    </Selectable>
  )
})

const isPlain = ({ kind }: Row): boolean => kind === 'rule' || kind === 'branch' || kind === 'activity'

const hasDot = ({ kind }: Row): boolean =>
  kind === 'block' || kind === 'phase' || kind === 'child' || kind === 'phase-line'

/** A row without the pointer over it has a mark only if a breakpoint is set. */
function RowDot({ runId, path }: { readonly runId: string; readonly path: string }) {
  const isEmpty = useBreakpoints((state) => state.list.length === 0)
  const hovered = useIsHovered(runId, path)
  return isEmpty && !hovered ? null : <SpanDot runId={runId} path={path} onlySet={!hovered} />
}

function SpanDot({
  runId,
  path,
  onlySet,
}: {
  readonly runId: string
  readonly path: string
  readonly onlySet: boolean
}) {
  const span = useSpan(runId, path)
  return span === null ? null : <BreakDot span={span} className="chat-break-dot" onlySet={onlySet} />
}

function Content({ runId, row }: { readonly runId: string; readonly row: Row }) {
  if (row.kind === 'block') return <Block runId={runId} path={row.path} />
  if (row.kind === 'activity') return <ActivityRow runId={runId} row={row} />
  if (row.kind === 'phase-line') return <PhaseLine runId={runId} row={row} />
  return <RuleRow runId={runId} row={row} />
}

interface Props {
  readonly runId: string
  readonly path: string
  readonly indent: number
  /** A heading without a span of its own can't be selected. */
  readonly plain: boolean
  readonly children: React.ReactNode
}

/** Hovering and clicking highlight the span in all views, and spans highlighted elsewhere are marked here. */
export function Selectable({ runId, path, indent, plain, children }: Props) {
  const selected = useIsSelected(runId, path) && !plain
  const hovered = useIsHovered(runId, path) && !plain
  const className = cx('chat-span', selected && 'selected', hovered && 'hovered', indent > 0 && 'indented')
  if (plain) return <div className={className}>{children}</div>
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list handles Enter for the focused row.
    // biome-ignore lint/a11y/noStaticElementInteractions: a pointer shortcut for the row's keys.
    <div
      className={className}
      onClick={(event) => {
        // Answering a question must not select its call.
        const answers = event.target instanceof Element && event.target.closest('[role="dialog"] button') !== null
        if (!answers && isWithin(event) && !window.getSelection()?.toString()) select({ runId, path }, 'chat')
      }}
      onPointerEnter={() => hover({ runId, path })}
      onPointerLeave={() => hover(null)}
      onContextMenu={(event) => {
        // Selected text, links and fields keep the system's context menu.
        const own = event.target instanceof Element && event.target.closest('a, input, textarea') !== null
        if (own || !isWithin(event) || window.getSelection()?.toString()) return
        event.preventDefault()
        openSpanMenu({ runId, path }, event)
      }}
    >
      {children}
    </div>
  )
}

/** False for a menu opened from the row: React events bubble through its portal to the row. */
const isWithin = ({ currentTarget, target }: React.MouseEvent): boolean =>
  target instanceof Node && currentTarget.contains(target)

function Block({ runId, path }: { readonly runId: string; readonly path: string }) {
  const span = useWholeSpan(runId, useSpan(runId, path))
  const docked = useIsDocked(runId)
  if (span === null) return null
  const { pause } = span
  if (pause !== undefined && isPaused(span) && docked)
    return <WaitingLine>The step {plannedText(pause.step)}</WaitingLine>
  if (pause !== undefined && isPaused(span)) return <PauseCard runId={runId} path={path} pause={pause} />
  const edit = pause?.answer?.edit ?? null
  return (
    <>
      {edit !== null && <EditedNote edit={edit} />}
      <SpanBlock runId={runId} span={span} />
    </>
  )
}

function SpanBlock({ runId, span }: { readonly runId: string; readonly span: Span }) {
  switch (span.kind) {
    case 'model':
      return <ModelRow runId={runId} span={span} />
    case 'tool':
      return <ToolRow runId={runId} span={span} />
    case 'step':
      return <StepRow runId={runId} span={span} />
    case 'notice':
      return <Notice runId={runId} span={span} />
    case 'unknown':
      return (
        <p className="chat-note">
          <CircleHelp size={13} aria-hidden="true" />
          An event from a newer version of Stratagem
        </p>
      )
    case 'phase':
    case 'branches':
    case 'child':
      return null
    default:
      return assertNever(span)
  }
}

function Notice({ runId, span }: { readonly runId: string; readonly span: NoticeSpan }) {
  const from = useRuns(({ views }) => views[runId]?.forkedFrom ?? null)
  // The last span copied from another run is the host's notice about the copy.
  if (from !== null && from.copied === span.seq) return <ForkBoundary runId={runId} from={from} said={span.text} />
  const Icon = span.level === 'warning' ? TriangleAlert : Info
  return (
    <p className={`chat-note ${span.level === 'warning' ? 'warn' : ''}`}>
      <Icon size={13} aria-hidden="true" />
      {span.text}
    </p>
  )
}
