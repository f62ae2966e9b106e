import { Hourglass, SquareMousePointer } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { formatDuration } from '../../../src-shared/base/format.ts'
import type { Run, Turn } from '../../../src-shared/run/conversation.ts'
import type { RunView } from '../../../src-shared/run/view/run-view.ts'
import { FileLinksIn } from '../../parts/files/file-links-in.tsx'
import { spanLabel } from '../../run/span-names.ts'
import { useIsPlayedBack } from '../../stores/runs/playback-store.ts'
import { spanInParts, useRunParts } from '../../stores/runs/run-parts.ts'
import { spanIn, useRuns, useRunView } from '../../stores/runs/run-store.ts'
import { useWholeSpan } from '../../stores/runs/whole-spans.ts'
import { useSelection } from '../../stores/session/selection-store.ts'
import { useShownRun } from '../../stores/session/turns.ts'
import { useWorkbench } from '../../stores/session/workbench-store.ts'
import { EmptyState } from '../../widgets/feedback/empty-state.tsx'
import { Skeleton } from '../../widgets/feedback/skeleton.tsx'
import styles from './inspector.module.css'
import { RunPart } from './run-part.tsx'
import { SpanPart } from './span-part.tsx'

const noTurns: readonly Turn[] = []

/** The details of the selected span, or of the run if nothing is selected. Region "Inspector". */
export function Inspector() {
  const selected = useSelection((state) => state.selected)
  // The selection may belong to another branch, such as a lane of a comparison.
  const turns = useWorkbench(({ tree }) => (tree?.state === 'ready' ? tree.value.turns : noTurns))
  const newest = useShownRun()
  const run = turns.flatMap((turn) => turn.runs).find((each) => each.id === selected?.runId) ?? newest
  const view = useRunView(run?.id ?? null)
  const path = selected?.runId === run?.id ? (selected?.path ?? null) : null
  const region = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new selection scrolls to the top.
  useLayoutEffect(() => {
    region.current?.scrollTo(0, 0)
  }, [path, run?.id])
  return (
    <section ref={region} aria-label="Inspector" className={styles.inspector}>
      <FileLinksIn run={run}>
        <Content run={run} view={view} path={path} />
      </FileLinksIn>
    </section>
  )
}

/** The selected span has not started at the playback position. */
function NotYet({ runId, path }: { runId: string; path: string }) {
  const span = useRuns(({ live }) => spanIn(live[runId], path))
  return (
    <EmptyState
      icon={<Hourglass />}
      title="Not yet"
      text={
        span === null
          ? 'The selected item is not in this run.'
          : `${spanLabel(span)} starts ${formatDuration(span.startMs)} into the run.`
      }
    />
  )
}

function Content({ run, view, path }: { run: Run | null; view: RunView | null; path: string | null }) {
  const past = useIsPlayedBack(run?.id ?? null)
  const parts = useRunParts((all) => all[run?.id ?? ''])
  const known = path === null ? null : (spanIn(view, path) ?? spanInParts(parts, path))
  const span = useWholeSpan(run?.id ?? '', known)
  if (run === null) {
    return (
      <EmptyState
        icon={<SquareMousePointer />}
        title="Nothing to inspect yet"
        text="Select anything in the chat or timeline to see its input and output."
      />
    )
  }
  if (view === null) return <Skeleton lines={6} label="Loading the run" />
  // The empty path is the run itself.
  if (span === null && path !== null && path !== '' && past) return <NotYet runId={run.id} path={path} />
  if (span === null) return <RunPart run={run} view={view} />
  return <SpanPart key={`${run.id} ${span.path}`} run={run} view={view} span={span} />
}
