import { MessageSquareQuote } from 'lucide-react'
import { focusRegion } from '../../../commands/focus-region.ts'
import { ask } from '../../../host/host.ts'
import { toastOnFailure } from '../../../stores/report.ts'
import { changeDraft, draftKey, useDrafts } from '../../../stores/session/draft-store.ts'
import { closeMerge } from '../../../stores/session/merge-store.ts'
import { useWorkbench } from '../../../stores/session/workbench-store.ts'
import { Button } from '../../../widgets/controls/button.tsx'

/** Brings what a branch came to into the message that is being written, so that the shown branch knows of it. */
export function SummaryButton({ turnId }: { readonly turnId: string }) {
  return (
    <Button icon={<MessageSquareQuote aria-hidden="true" />} onClick={() => void toastOnFailure(putSummary(turnId))}>
      Insert summary into message
    </Button>
  )
}

async function putSummary(turnId: string): Promise<void> {
  const { text } = await ask('branch-summary', { turnId })
  const { project, conversationId } = useWorkbench.getState()
  if (project === null) return
  const key = draftKey(project.id, conversationId)
  const before = useDrafts.getState().drafts[key]?.text.trimEnd() ?? ''
  changeDraft(key, { text: before === '' ? text : `${before}\n\n${text}` })
  closeMerge()
  requestAnimationFrame(() => requestAnimationFrame(() => focusRegion('Message')))
}
