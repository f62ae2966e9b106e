import { Play } from 'lucide-react'
import { useState } from 'react'
import type { Run, Turn } from '../../../../src-shared/run/conversation.ts'
import { toastOnFailure } from '../../../stores/report.ts'
import { useReadOnly } from '../../../stores/server-cache/read-only-project.ts'
import { carryOutPlan } from '../../../stores/session/again/ask-again.ts'
import { useBranch } from '../../../stores/session/turns.ts'
import { Button } from '../../../widgets/controls/button.tsx'
import { useInComparison } from '../rows/in-comparison.ts'

/** Under the newest answer of plan mode: has the plan carried out in act mode. */
export function DoIt({ run, turn }: { readonly run: Run; readonly turn: Turn }) {
  const [started, setStarted] = useState(false)
  const isNewest = useBranch().at(-1)?.id === turn.id
  const readOnly = useReadOnly()
  const compared = useInComparison()
  const isPlan = run.mode === 'plan' && run.status === 'completed' && run.text.trim() !== ''
  if (!isPlan || !isNewest || readOnly || compared || run.imported) return null
  const start = async () => {
    setStarted(true)
    if (!(await toastOnFailure(carryOutPlan(run, turn)))) setStarted(false)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms.
    <div className="chat-next" role="group" aria-label="The plan">
      <Button look="primary" icon={<Play aria-hidden="true" />} disabled={started} onClick={() => void start()}>
        Do it
      </Button>
      <span>carries the plan out, with changes to files</span>
    </div>
  )
}
