import { ArrowLeft } from 'lucide-react'
import { useTrialsPlaces } from '../../stores/runs/trials-place.ts'
import { openBatch } from '../../stores/server-cache/batches.ts'
import { useWorkbench } from '../../stores/session/workbench-store.ts'
import { Button } from '../../widgets/controls/button.tsx'

/** The way back from the run of a trial to the place on the page of trials from which it was opened. */
export function BackToTrials() {
  const conversationId = useWorkbench((state) => state.conversationId)
  const from = useTrialsPlaces((state) => state.from)
  if (from === null || from.conversationId !== conversationId) return null
  return (
    <div className="chat-back">
      <Button small look="quiet" icon={<ArrowLeft aria-hidden="true" />} onClick={() => void openBatch(from.batchId)}>
        Back to the trials
      </Button>
    </div>
  )
}
