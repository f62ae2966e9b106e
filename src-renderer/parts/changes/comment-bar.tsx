import { MessageSquare } from 'lucide-react'
import { toast } from 'sonner'
import { counted } from '../../../src-shared/base/format.ts'
import type { Run } from '../../../src-shared/run/conversation.ts'
import { removeComments, useComments } from '../../stores/files/comments-store.ts'
import { draftKey } from '../../stores/session/draft-store.ts'
import { Button } from '../../widgets/controls/button.tsx'
import { putIntoMessage } from './add-to-message.ts'
import { linesText } from './comment-message.ts'
import './comments.css'

/** The comments not sent yet, including those on changes that are not shown. */
export function CommentBar({ run }: { readonly run: Run }) {
  const draft = draftKey(run.projectId, run.conversationId)
  const all = useComments((state) => state.comments)
  const waiting = all.filter((each) => each.draft === draft && each.text.trim() !== '')
  if (waiting.length === 0) return null
  const discard = () => {
    const bringBack = removeComments(waiting.map(({ id }) => id))
    toast('Comments deleted', { action: { label: 'Undo', onClick: bringBack } })
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div className="changes-comments" role="group" aria-label="Comments">
      <details>
        <summary>
          <MessageSquare size={13} aria-hidden="true" />
          {counted(waiting.length, 'comment')}
        </summary>
        <ul>
          {waiting.map((each) => (
            <li key={each.id}>
              <code>{each.path}</code> {linesText(each).toLowerCase()}: {each.text}
            </li>
          ))}
        </ul>
      </details>
      <Button small look="quiet" onClick={discard}>
        Delete
      </Button>
      <Button small look="primary" onClick={() => putIntoMessage(draft)}>
        Put into the message
      </Button>
    </div>
  )
}
