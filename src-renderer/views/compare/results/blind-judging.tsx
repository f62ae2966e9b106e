import { useState } from 'react'
import type { Comparison } from '../../../../src-shared/comparison/comparison.ts'
import { ask } from '../../../host/host.ts'
import { ChangedFiles } from '../../../parts/changes/changed-files.tsx'
import { betterOrBest, type ShownLane } from '../../../parts/lanes/lane-text.ts'
import { toastOnFailure } from '../../../stores/report.ts'
import { useAnswer } from '../../../stores/server-cache/use-answer.ts'
import { Button } from '../../../widgets/controls/button.tsx'
import { ErrorState } from '../../../widgets/feedback/error-state.tsx'
import { Skeleton } from '../../../widgets/feedback/skeleton.tsx'
import { StreamedMarkdown } from '../../../widgets/markdown/markdown.tsx'
import { Dialog } from '../../../widgets/overlays/dialog.tsx'
import styles from '../compare.module.css'
import '../../../parts/changes/changes.css'

interface Props {
  readonly comparison: Comparison
  readonly lanes: readonly ShownLane[]
  readonly onClose: () => void
}

/** The lanes' answers and changes in random order, without names and figures, until one is chosen. */
export function BlindJudging({ comparison, lanes, onClose }: Props) {
  const [shuffled] = useState(() => byChance(lanes))
  const give = (choice: Props['lanes'][number]['lane']['label'] | 'tie') => {
    onClose()
    void toastOnFailure(ask('comparison-verdict', { comparisonId: comparison.id, choice, reasons: '', blind: true }))
  }
  return (
    <Dialog
      open
      size={lanes.length > 2 ? 'wide' : 'large'}
      title={lanes.length > 2 ? `Which of the ${lanes.length} results is best?` : 'Which result is better?'}
      description="Shown in random order. You see which lane is which after you choose."
      onClose={onClose}
      actions={<Button onClick={() => give('tie')}>No difference</Button>}
    >
      <div className={styles.blind} data-results={lanes.length}>
        {shuffled.map(({ lane, run }, index) => (
          <section key={lane.label} aria-label={`Result ${index + 1}`} className={styles.blindResult}>
            <header>
              <h3>Result {index + 1}</h3>
              <Button small onClick={() => give(lane.label)}>
                Result {index + 1} is {betterOrBest(lanes.length)}
              </Button>
            </header>
            <div className={styles.blindAnswer}>
              <StreamedMarkdown
                streaming={false}
                text={run?.text === '' || run === null ? 'This run ended without an answer.' : run.text}
              />
            </div>
            {run !== null && <LaneChanges runId={run.id} />}
          </section>
        ))}
      </div>
    </Dialog>
  )
}

/** Source: the Fisher-Yates shuffle. */
function byChance(lanes: readonly ShownLane[]): readonly ShownLane[] {
  const left = [...lanes]
  const order: ShownLane[] = []
  while (left.length > 0) order.push(...left.splice(Math.floor(Math.random() * left.length), 1))
  return order
}

/** The changes of a lane's run. */
function LaneChanges({ runId }: { readonly runId: string }) {
  const { answer: changes } = useAnswer('run-changes', { runId })
  if (changes.state === 'loading') return <Skeleton lines={3} label="Loading the changes" />
  if (changes.state === 'failed') return <ErrorState failure={changes.failure} />
  return changes.value.files.length === 0 ? <p>No files changed.</p> : <ChangedFiles changes={changes.value} />
}
