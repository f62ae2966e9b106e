import { Check, MessageSquare } from 'lucide-react'
import { useState } from 'react'
import { formatFiles } from '../../../../src-shared/base/format.ts'
import type { Comparison, Lane, LaneLabel } from '../../../../src-shared/comparison/comparison.ts'
import { laneName } from '../../../../src-shared/comparison/lane-results.ts'
import type { MergeChoice } from '../../../../src-shared/workspace/merge.ts'
import { ask } from '../../../host/host.ts'
import { type ShownLane, winnerOf } from '../../../parts/lanes/lane-text.ts'
import { toastOnFailure } from '../../../stores/report.ts'
import { goToConversation } from '../../../stores/server-cache/comparisons.ts'
import { changeFiles } from '../../../stores/server-cache/files.ts'
import { openMerge } from '../../../stores/session/merge-store.ts'
import { Button } from '../../../widgets/controls/button.tsx'
import { Select } from '../../../widgets/controls/select.tsx'
import styles from '../compare.module.css'
import { JudgeMenu } from './judge-menu.tsx'
import { LaneDiffs } from './lane-diff.tsx'
import { Verdicts } from './verdicts.tsx'

interface Props {
  readonly comparison: Comparison
  readonly lanes: readonly ShownLane[]
}

/** What comes of a comparison: how it was judged, and which lane is kept. */
export function ResultBar({ comparison, lanes }: Props) {
  const winner = winnerOf(comparison)
  const [chosen, choose] = useState<LaneLabel | null>(null)
  const completed = lanes.find(({ run }) => run?.status === 'completed')?.lane.label
  const keep = chosen ?? winner ?? comparison.chosen ?? comparison.applied?.lane ?? completed ?? 'A'
  const lane = comparison.lanes.find((each) => each.label === keep)
  const missing = whatIsMissing(lane)
  return (
    <section className={styles.result} aria-label="Result">
      <Verdicts comparison={comparison} />
      <Applied comparison={comparison} />
      <div className={styles.deeds}>
        <LaneDiffs comparison={comparison} />
        <JudgeMenu comparison={comparison} lanes={lanes} />
        <Select
          name="Lane to keep"
          side="top"
          value={keep}
          choices={comparison.lanes.map((each) => ({
            value: each.label,
            label: `Lane ${each.label}`,
            summary: laneName(each),
          }))}
          onChange={choose}
        />
        <Button
          icon={<MessageSquare aria-hidden="true" />}
          disabled={lane?.turnId == null}
          title={lane?.turnId == null ? 'This lane has not begun yet.' : undefined}
          onClick={() => void toastOnFailure(goOnFrom(comparison, keep))}
        >
          Go on from it
        </Button>
        <Button
          disabled={missing !== null}
          title={missing ?? undefined}
          onClick={() => lane !== undefined && chooseFiles(comparison, lane)}
        >
          Choose files…
        </Button>
        <Button
          look="primary"
          icon={<Check aria-hidden="true" />}
          disabled={missing !== null}
          title={missing ?? undefined}
          onClick={() => void toastOnFailure(applyLane(comparison, keep))}
        >
          Apply result
        </Button>
      </div>
    </section>
  )
}

/** Why nothing of a lane can be applied; null where something can. */
function whatIsMissing(lane: Lane | undefined): string | null {
  if (lane === undefined || lane.after === null) return 'This lane has not ended yet.'
  return lane.after === lane.before ? 'This lane changed no files.' : null
}

/** Its run becomes the branch that the conversation goes on from; the other lanes stay as its siblings. */
async function goOnFrom({ id, conversationId }: Comparison, lane: LaneLabel): Promise<void> {
  const { turnId } = await ask('comparison-continue', { comparisonId: id, lane, copy: false })
  await goToConversation(conversationId, turnId)
}

/** All that a lane changed, as far as it is not in conflict with what is there now. */
async function applyLane(comparison: Comparison, lane: LaneLabel, picked?: Picked): Promise<void> {
  const { id: comparisonId, projectId } = comparison
  const { ours, choices } = picked ?? { ours: null, choices: null }
  const applied = ask('comparison-apply', { comparisonId, lane, ours, choices }).then(({ changed }) => changed)
  await changeFiles({ projectId, workspaceId: null }, applied, `Applied lane ${lane}:`, () => takeBack(comparison))
}

/** Only what was applied: what was written in the project since stays. */
async function takeBack({ id: comparisonId, projectId }: Comparison): Promise<void> {
  const taken = ask('comparison-take-back', { comparisonId }).then(({ changed }) => changed)
  await changeFiles({ projectId, workspaceId: null }, taken, 'Took back')
}

function Applied({ comparison }: { readonly comparison: Comparison }) {
  const { applied } = comparison
  if (applied === null) return null
  return (
    <span className={styles.applied}>
      Lane {applied.lane} is in the project: {formatFiles(applied.files)}
      {applied.after !== undefined && (
        <Button small onClick={() => void toastOnFailure(takeBack(comparison))}>
          Take back
        </Button>
      )}
    </span>
  )
}

interface Picked {
  readonly ours: string
  readonly choices: MergeChoice[]
}

/** Files and hunks of a lane, to be picked one by one. */
function chooseFiles(comparison: Comparison, { label, before, after, turnId }: Lane): void {
  if (before === null || after === null) return
  openMerge({
    title: `Apply lane ${label} to the project`,
    projectId: comparison.projectId,
    base: before,
    theirs: () => Promise.resolve(after),
    into: null,
    turnId,
    bring: (ours, choices) => applyLane(comparison, label, { ours, choices }),
  })
}
