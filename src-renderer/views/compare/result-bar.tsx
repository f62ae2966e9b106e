import { Check, MessageSquare } from 'lucide-react'
import { useState } from 'react'
import { toast } from 'sonner'
import type { Comparison, LaneLabel } from '../../../src-shared/comparison.ts'
import { ask } from '../../host.ts'
import { leaveComparison } from '../../stores/comparisons.ts'
import { openConversation } from '../../stores/conversations.ts'
import { carryOut } from '../../stores/report.ts'
import { Button } from '../../widgets/button.tsx'
import { Select } from '../../widgets/select.tsx'
import styles from './compare.module.css'
import { JudgeMenu } from './judge-menu.tsx'
import { laneName, type ShownLane, winnerOf } from './lane-words.ts'
import { Verdicts } from './verdicts.tsx'

interface Props {
  readonly comparison: Comparison
  readonly lanes: readonly ShownLane[]
}

/** What comes of a comparison: how it was judged, and which lane is kept. */
export function ResultBar({ comparison, lanes }: Props) {
  const winner = winnerOf(comparison)
  const [chosen, choose] = useState<LaneLabel | null>(null)
  const keep = chosen ?? winner ?? comparison.chosen ?? comparison.applied?.lane ?? 'A'
  const lane = comparison.lanes.find((each) => each.label === keep)
  const over = lane?.after !== null && lane?.after !== undefined
  return (
    <section className={styles.result} aria-label="Result">
      <Verdicts comparison={comparison} />
      <span className={styles.gap} />
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
        onClick={() => void carryOut(goOnFrom(comparison, keep))}
      >
        Go on from it
      </Button>
      <Button
        look="primary"
        icon={<Check aria-hidden="true" />}
        disabled={!over}
        title={over ? undefined : 'This lane has not ended yet.'}
        onClick={() => void carryOut(apply(comparison, keep))}
      >
        Apply result
      </Button>
    </section>
  )
}

/** Its run becomes the branch that the conversation goes on from; the other lanes stay as its siblings. */
async function goOnFrom({ id, conversationId }: Comparison, lane: LaneLabel): Promise<void> {
  const { turnId } = await ask('comparison-continue', { comparisonId: id, lane, copy: false })
  leaveComparison()
  await openConversation(conversationId, turnId)
}

async function apply({ id, projectId }: Comparison, lane: LaneLabel): Promise<void> {
  const { changed } = await ask('comparison-apply', { comparisonId: id, lane, ours: null, choices: null })
  const count = changed.written.length + changed.removed.length
  const undo = () =>
    void carryOut(ask('files-restore', { projectId, workspaceId: null, snapshot: changed.undo, expect: null }))
  toast(`Applied lane ${lane}: ${count} ${count === 1 ? 'file' : 'files'}`, {
    duration: 10_000,
    ...(changed.kept.length === 0 ? {} : { description: keptWords(changed.kept) }),
    action: { label: 'Undo', onClick: undo },
  })
}

function keptWords(kept: readonly { readonly path: string; readonly why: string }[]): string {
  const [first] = kept
  const more = kept.length > 1 ? `, and ${kept.length - 1} more` : ''
  return first === undefined ? '' : `Left as it was: ${first.path} (${first.why})${more}`
}
