import { FileDiff } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Changes } from '../../../src-shared/changes.ts'
import type { Comparison, Lane } from '../../../src-shared/comparison.ts'
import type { Loadable } from '../../stores/loadable.ts'
import { useAnswer } from '../../stores/use-answer.ts'
import { Button } from '../../widgets/button.tsx'
import { Dialog } from '../../widgets/dialog.tsx'
import { EmptyState } from '../../widgets/empty-state.tsx'
import { ErrorState } from '../../widgets/error-state.tsx'
import { Menu } from '../../widgets/menu.tsx'
import { Skeleton } from '../../widgets/skeleton.tsx'
import { ChangedFiles } from '../changes/changed-files.tsx'
import { useChosenChanges } from '../changes/changes-store.ts'
import '../changes/changes.css'
import styles from './compare.module.css'

/** Two states of the files to be laid beside each other. */
interface Pair {
  readonly title: string
  readonly before: string
  readonly after: string
}

/** What each lane changed, and how the lanes' files differ from one another. */
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
  return before === null || after === null ? [] : [{ title: `Lane ${label} since its start`, before, after }]
}

function between(one: Lane, other: Lane): Pair[] {
  if (one.after === null || other.after === null) return []
  return [{ title: `From lane ${one.label} to lane ${other.label}`, before: one.after, after: other.after }]
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
