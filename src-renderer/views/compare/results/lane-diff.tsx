import { FileDiff } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Comparison, Lane } from '../../../../src-shared/comparison/comparison.ts'
import type { Changes } from '../../../../src-shared/workspace/changes.ts'
import { ChangedFiles } from '../../../parts/changes/changed-files.tsx'
import type { Loadable } from '../../../stores/server-cache/loadable.ts'
import { useAnswer } from '../../../stores/server-cache/use-answer.ts'
import { useChosenChanges } from '../../../stores/session/changes-store.ts'
import { Button } from '../../../widgets/controls/button.tsx'
import { EmptyState } from '../../../widgets/feedback/empty-state.tsx'
import { ErrorState } from '../../../widgets/feedback/error-state.tsx'
import { Skeleton } from '../../../widgets/feedback/skeleton.tsx'
import { Dialog } from '../../../widgets/overlays/dialog.tsx'
import { Menu } from '../../../widgets/overlays/menu.tsx'
import '../../../parts/changes/changes.css'
import styles from '../compare.module.css'

/** Two states of the files to compare. */
interface Pair {
  readonly title: string
  readonly before: string
  readonly after: string
}

/** What each lane changed, and how the lanes' files differ from each other. */
export function LaneDiffs({ comparison }: { readonly comparison: Comparison }) {
  const [chosen, choose] = useState<Pair | null>(null)
  const starts = comparison.lanes.flatMap(sinceStart)
  const others = comparison.lanes.flatMap((lane, index) =>
    comparison.lanes.slice(index + 1).flatMap((other) => between(lane, other)),
  )
  useEffect(() => useChosenChanges.subscribe(({ runId }) => choose(pairOfRun(comparison, runId))), [comparison])
  const item = (pair: Pair) => ({ label: pair.title, run: () => choose(pair) })
  return (
    <>
      <Menu
        side="top"
        align="end"
        trigger={
          <Button
            icon={<FileDiff aria-hidden="true" />}
            disabled={starts.length === 0}
            title={starts.length === 0 ? 'No lane has ended yet.' : undefined}
          >
            Differences
          </Button>
        }
        groups={[{ items: starts.map(item) }, ...(others.length === 0 ? [] : [{ items: others.map(item) }])]}
      />
      {chosen !== null && <DiffDialog projectId={comparison.projectId} pair={chosen} onClose={() => choose(null)} />}
    </>
  )
}

function sinceStart({ label, before, after }: Lane): Pair[] {
  return before === null || after === null ? [] : [{ title: `Changes in lane ${label}`, before, after }]
}

function between(one: Lane, other: Lane): Pair[] {
  if (one.after === null || other.after === null) return []
  return [{ title: `Lane ${one.label} compared with lane ${other.label}`, before: one.after, after: other.after }]
}

function pairOfRun({ lanes }: Comparison, runId: string | null): Pair | null {
  const lane = lanes.find((each) => runId !== null && each.runId === runId)
  return lane === undefined ? null : (sinceStart(lane)[0] ?? null)
}

interface DialogProps {
  readonly projectId: string
  readonly pair: Pair
  readonly onClose: () => void
}

function DiffDialog({ projectId, pair: { title, before, after }, onClose }: DialogProps) {
  const { answer: changes } = useAnswer('files-between', { projectId, before, after })
  return (
    <Dialog open size="large" title={title} onClose={onClose}>
      <div className={`changes ${styles.diff}`}>
        <Contents changes={changes} />
      </div>
    </Dialog>
  )
}

function Contents({ changes }: { readonly changes: Loadable<Changes> }) {
  if (changes.state === 'loading') return <Skeleton lines={5} label="Comparing the files" />
  if (changes.state === 'failed') return <ErrorState failure={changes.failure} />
  if (changes.value.files.length === 0)
    return <EmptyState icon={<FileDiff aria-hidden="true" />} title="No differences" text="The files are the same." />
  return <ChangedFiles changes={changes.value} />
}
