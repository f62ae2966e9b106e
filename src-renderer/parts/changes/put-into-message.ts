import { toast } from 'sonner'
import { plural } from '../../../src-shared/base/format.ts'
import { removeComments, useComments } from '../../stores/files/comments-store.ts'
import { changeDraft, useDrafts } from '../../stores/session/draft-store.ts'
import { closeWide } from '../../stores/session/layout-store.ts'
import { messageOf } from './comment-message.ts'

/**
 * Writes all comments of a conversation into its composer, after what is there. The user reads the message, and sends it.
 * It can be undone while nothing else was written there.
 * @param draft the key of the composer's draft
 */
export function putIntoMessage(draft: string): void {
  const comments = useComments.getState().comments.filter((each) => each.draft === draft && each.text.trim() !== '')
  if (comments.length === 0) return
  const typed = useDrafts.getState().drafts[draft]?.text ?? ''
  const text = `${typed.trim() === '' ? '' : `${typed.trimEnd()}\n\n`}${messageOf(comments)}\n`
  const bringBack = removeComments(comments.map(({ id }) => id))
  changeDraft(draft, { text })
  closeWide()
  focusMessage()
  const undo = () => {
    bringBack()
    if (useDrafts.getState().drafts[draft]?.text === text) changeDraft(draft, { text: typed })
  }
  toast(`${plural(comments.length, 'The comment is', `${comments.length} comments are`)} in the message`, {
    action: { label: 'Undo', onClick: undo },
  })
}

/** After the frame in which a page over the conversation is gone. */
function focusMessage(): void {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => document.querySelector<HTMLElement>('textarea[aria-label="Message"]')?.focus()),
  )
}
