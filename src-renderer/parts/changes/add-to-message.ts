import { toast } from 'sonner'
import { plural } from '../../../src-shared/base/format.ts'
import { removeComments, useComments } from '../../stores/files/comments-store.ts'
import { changeDraft, useDrafts } from '../../stores/session/draft-store.ts'
import { closeWide } from '../../stores/session/layout-store.ts'
import { commentMessage } from './comment-message.ts'

/**
 * Appends all comments of a conversation to its composer. The user reviews the message and sends it. Undoing
 * restores the comments, and the composer's text unless it has changed since.
 * @param draft the key of the composer's draft
 */
export function putIntoMessage(draft: string): void {
  const comments = useComments.getState().comments.filter((each) => each.draft === draft && each.text.trim() !== '')
  if (comments.length === 0) return
  const typed = useDrafts.getState().drafts[draft]?.text ?? ''
  const text = `${typed.trim() === '' ? '' : `${typed.trimEnd()}\n\n`}${commentMessage(comments)}\n`
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

/** Waits for the frame in which a page over the conversation has closed. */
function focusMessage(): void {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => document.querySelector<HTMLElement>('textarea[aria-label="Message"]')?.focus()),
  )
}
